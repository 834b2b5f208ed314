/**
 * Our one copy of verified files, in Cache Storage, addressed by content: two folders with the same file share it.
 * Every failure of the cache means "not kept": the file then stays in memory, and the next visit fetches it again.
 */
import { MODEL_CACHE } from '../protocol/embedder-api.ts';

export interface FileEntry {
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface FileCache {
  get(entry: FileEntry): Promise<Uint8Array<ArrayBuffer> | null>;
  /** False where it could not be kept, as for want of space. */
  put(entry: FileEntry, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
  evict(entry: FileEntry): Promise<void>;
}

/** Null where there is no Cache Storage (plain HTTP, opaque origins), or it refuses. */
export async function openFileCache(storage: CacheStorage | undefined = globalThis.caches): Promise<FileCache | null> {
  const cache = await storage?.open(MODEL_CACHE).catch(() => null);
  return cache ? fileCacheOn(cache) : null;
}

export function fileCacheOn(cache: Pick<Cache, 'match' | 'put' | 'delete'>): FileCache {
  const evict = async (entry: FileEntry): Promise<void> => {
    await cache.delete(keyOf(entry)).catch(() => false);
  };
  return {
    async get(entry) {
      try {
        const response = await cache.match(keyOf(entry));
        if (!response) return null;
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (bytes.length === entry.bytes) return bytes;
      } catch {
        // An unreadable entry is worth as much as none.
      }
      await evict(entry);
      return null;
    },
    async put(entry, bytes) {
      try {
        const headers = { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) };
        await cache.put(keyOf(entry), new Response(bytes, { headers }));
        return true;
      } catch {
        await evict(entry);
        return false;
      }
    },
    evict,
  };
}

/** A name that cannot be resolved: the key is never fetched. Extensions' own URLs are not allowed as keys. */
function keyOf(entry: FileEntry): string {
  return `https://files.hybrid-search.invalid/${entry.sha256}`;
}
