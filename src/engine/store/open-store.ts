/**
 * Opens the best store that the context allows: IndexedDB with the journal (`durable`), IndexedDB alone
 * (`best-effort`), or memory (`ephemeral`). The mode is stated, never silent.
 */
import type { ErrorCode } from '../../core/errors.ts';
import { isHybridSearchError } from '../../core/errors.ts';
import { detectContext } from './context.ts';
import { createEphemeralStore } from './ephemeral-store.ts';
import { createIdbStore } from './idb-store.ts';
import type { DerivedStore, MemoryStore, OpenReport } from './memory-store.ts';

export interface OpenedStore {
  store: MemoryStore;
  /** `reason`: why a context with IndexedDB had to fall back to memory. */
  report: OpenReport & { reason?: ErrorCode };
}

/**
 * `onConnected`: derived data may be read already, while the store is compared with its journal.
 * Errors: `storage-version` when a newer version wrote the store: an empty one in its place would mislead.
 */
export async function openStore(name: string, onConnected?: (store: DerivedStore) => void): Promise<OpenedStore> {
  if (detectContext().indexedDB) {
    const store = createIdbStore(name);
    try {
      return { store, report: await store.open(() => onConnected?.(store)) };
    } catch (error) {
      await store.close().catch(() => {});
      if (isHybridSearchError(error, 'storage-version')) throw error;
      return await openEphemeral(isHybridSearchError(error) ? error.code : 'storage');
    }
  }
  return await openEphemeral('unsupported');
}

async function openEphemeral(reason: ErrorCode): Promise<OpenedStore> {
  const store = createEphemeralStore();
  return { store, report: { ...(await store.open()), reason } };
}
