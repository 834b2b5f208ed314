/** The store, which every page of the extension opens for itself; the host alone loads the model and embeds. */
import { createHybridSearch, type HybridSearchClient } from 'hybrid-search-element/client';
import { BY_WORD } from './messages.ts';

export const STORE = 'web-memory';
export const MODEL = 'Xenova/all-MiniLM-L6-v2';

const open = (options: Parameters<typeof createHybridSearch>[0]): HybridSearchClient =>
  createHybridSearch({ name: STORE, model: MODEL, assetBase: chrome.runtime.getURL('hybrid-search/'), ...options });

/** Without the model: the host asks for it when it is wanted, and embeds what the others add. */
export const openStore = (): HybridSearchClient => open({ modelLoad: 'manual' });
/** Answers by word only: reads no vectors, and so is open sooner. */
export const openWords = (): HybridSearchClient => open({ modelLoad: 'manual', modes: BY_WORD });
