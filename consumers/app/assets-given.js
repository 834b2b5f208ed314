// Folder to which `npx hybrid-search-assets` copied runtime and models. In `index.html`, the tag's `asset-base` is the
// same.
globalThis.ASSET_BASE = '/hybrid-search';
