import { HybridSearchError } from '../core/errors.ts';
import { DEVICE_CACHE, MODEL_CACHE } from '../protocol/embedder-api.ts';
import { syncDatabaseName } from '../protocol/side-databases.ts';

const DATABASE = /^hybrid-search\/(.+)$/;

/** Returns the names, sorted. Empty if the browser can't list them (Firefox before 126). */
export async function storesOfOrigin(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') throw new HybridSearchError('unsupported', 'IndexedDB is missing');
  const databases = (await indexedDB.databases?.()) ?? [];
  return databases.flatMap(({ name }) => DATABASE.exec(name ?? '')?.[1] ?? []).sort();
}

/** Models that are loaded keep working. */
export async function removeModelCache(): Promise<boolean> {
  if (typeof caches === 'undefined') return false;
  const removed = await Promise.all([caches.delete(MODEL_CACHE), caches.delete(DEVICE_CACHE)]);
  return removed.includes(true);
}

/** Whether the store has a sync database. Also true if the browser can't list databases. */
export async function hasSynced(store: string): Promise<boolean> {
  const databases = await globalThis.indexedDB?.databases?.();
  return databases?.some(({ name }) => name === syncDatabaseName(store)) ?? true;
}
