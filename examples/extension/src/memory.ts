/** Every page of the extension opens the store for itself; only the host loads the model and embeds. */
import { createHybridSearch, type HybridSearchClient } from 'hybrid-search-element/client';

/** Leaves out the links arm: pages have no links, and reading every name takes as long as finding the words. */
export const BY_WORD = ['keyword', 'tags'] as const;
export const STORE = 'web-memory';
export const MODEL = 'Xenova/all-MiniLM-L6-v2';

const open = (options: Parameters<typeof createHybridSearch>[0]): HybridSearchClient =>
  createHybridSearch({ name: STORE, model: MODEL, assetBase: chrome.runtime.getURL('hybrid-search/'), ...options });

/** Doesn't load the model. The host does that on demand, and embeds what other pages add. */
export const openStore = (): HybridSearchClient => open({ modelLoad: 'manual' });
/** Answers by words only. It doesn't read vectors, so it opens sooner. */
export const openWords = (): HybridSearchClient => open({ modelLoad: 'manual', modes: BY_WORD });
