// Folder that `npx hybrid-search-assets` copied the runtime and the models to. The page's tag has the same value.
globalThis.ASSET_BASE = '/hybrid-search';
