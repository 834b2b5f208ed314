/** The store. Every page of the extension opens it for itself; only the host loads the model and embeds. */
import { createHybridSearch, type HybridSearchClient } from 'hybrid-search-element/client';

/** For the first answer. Without links: pages have none, and reading each name takes as long as finding the words. */
export const BY_WORD = ['keyword', 'tags'] as const;
export const STORE = 'web-memory';
export const MODEL = 'Xenova/all-MiniLM-L6-v2';

const open = (options: Parameters<typeof createHybridSearch>[0]): HybridSearchClient =>
  createHybridSearch({ name: STORE, model: MODEL, assetBase: chrome.runtime.getURL('hybrid-search/'), ...options });

/** Without the model: the host loads it on demand, and embeds what the others add. */
export const openStore = (): HybridSearchClient => open({ modelLoad: 'manual' });
/** Answers by word only. It reads no vectors, so it opens sooner. */
export const openWords = (): HybridSearchClient => open({ modelLoad: 'manual', modes: BY_WORD });
