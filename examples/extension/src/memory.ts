/** Each page of the extension opens the store itself. Only the host loads the model and embeds. */
import { createHybridSearch, type HybridSearchClient } from 'hybrid-search-element/client';

/** Without `links`: saved pages have none, and reading all pages' names would take as long as finding the words. */
export const BY_WORD = ['keyword', 'tags'] as const;
export const STORE = 'web-memory';
export const MODEL = 'Xenova/all-MiniLM-L6-v2';

const open = (options: Parameters<typeof createHybridSearch>[0]): HybridSearchClient =>
  createHybridSearch({ name: STORE, model: MODEL, assetBase: chrome.runtime.getURL('hybrid-search/'), ...options });

/** The host loads the model on demand, and embeds what other pages add. */
export const openStore = (): HybridSearchClient => open({ modelLoad: 'manual' });
/** Opens sooner, because it doesn't read vectors. */
export const openWords = (): HybridSearchClient => open({ modelLoad: 'manual', modes: BY_WORD });
