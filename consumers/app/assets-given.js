// Folder to which `npx hybrid-search-assets` copied runtime and models. The tag in `index.html` has it as `asset-base`.
globalThis.ASSET_BASE = '/hybrid-search';
