/** What belongs to the origin and not to one store: which stores there are, and the cache of model files. */
import { HybridSearchError } from '../core/errors.ts';
import { DEVICE_CACHE, MODEL_CACHE } from '../protocol/embedder-api.ts';

const DATABASE = /^hybrid-search\/(.+)$/;

/** Names of the stores, sorted; none where the browser does not tell (Firefox before 126). */
export async function storesOfOrigin(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') throw new HybridSearchError('unsupported', 'there is no IndexedDB here');
  const databases = (await indexedDB.databases?.()) ?? [];
  return databases.flatMap(({ name }) => DATABASE.exec(name ?? '')?.[1] ?? []).sort();
}

/** False when there was none. Models that are loaded go on. */
export async function removeModelCache(): Promise<boolean> {
  if (typeof caches === 'undefined') return false;
  const removed = await Promise.all([caches.delete(MODEL_CACHE), caches.delete(DEVICE_CACHE)]);
  return removed.includes(true);
}
