// Where `npx hybrid-search-assets` put the runtime and the models; the tag on the page says the same.
globalThis.ASSET_BASE = '/hybrid-search';
