// The folder to which `npx hybrid-search-assets` copied the runtime and the models. The page's tag has the same value.
globalThis.ASSET_BASE = '/hybrid-search';
