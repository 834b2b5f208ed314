import 'hybrid-search-element/define';
import { prove, proveElement } from './proof.js';

const element = document.querySelector('hybrid-search');
const options = globalThis.ASSET_BASE === undefined ? {} : { assetBase: globalThis.ASSET_BASE };
globalThis.proof = Promise.all([prove(options), proveElement(element)]).then(([client, hit]) => ({ ...client, element: hit }));
globalThis.proof.catch(() => {});
