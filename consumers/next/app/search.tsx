'use client';

import 'hybrid-search-element/define';
import type { HybridSearchElement } from 'hybrid-search-element';
import type {} from 'hybrid-search-element/react';
import { useEffect, useRef } from 'react';
import { prove, proveElement } from '../proof.js';

const ASSETS = '/hybrid-search';

export default function Search() {
  const element = useRef<HybridSearchElement>(null);
  useEffect(() => {
    const proof = Promise.all([prove({ assetBase: ASSETS }), proveElement(element.current)]);
    Object.assign(globalThis, { proof: proof.then(([client, hit]) => ({ ...client, element: hit })) });
  }, []);
  return (
    <hybrid-search
      ref={element}
      name="element"
      model-load="manual"
      asset-base={ASSETS}
      onhs-select={(event) => console.log(event.memory.title)}
    />
  );
}
