/** The store, which every page of the extension opens for itself; the host alone loads the model and embeds. */
import { createHybridSearch, type HybridSearchClient } from 'hybrid-search-element/client';

export const STORE = 'web-memory';
export const MODEL = 'Xenova/all-MiniLM-L6-v2';

export const openMemory = (modelLoad: 'auto' | 'manual'): HybridSearchClient =>
  createHybridSearch({
    name: STORE,
    model: MODEL,
    modelLoad,
    assetBase: chrome.runtime.getURL('hybrid-search/'),
  });
