/**
 * Our one copy of verified files, in Cache Storage, addressed by content: two folders with the same file share it.
 * Beside it the parts of a file whose download broke off. Every failure of the cache means "not kept": the file then
 * stays in memory, and the next visit fetches it again.
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
  /** A part of a file that is not complete yet, unverified; null where this one is not kept. */
  getPart(entry: FileEntry, index: number): Promise<FilePart | null>;
  putPart(entry: FileEntry, index: number, part: FilePart): Promise<boolean>;
  dropParts(entry: FileEntry): Promise<void>;
}

export interface FilePart {
  bytes: Uint8Array<ArrayBuffer>;
  /** What the host called the file that this is a part of: parts of one version fit together. */
  version: string;
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
  const put = async (key: string, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>) => {
    try {
      const type = { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) };
      await cache.put(key, new Response(bytes, { headers: { ...type, ...headers } }));
      return true;
    } catch {
      await cache.delete(key).catch(() => false);
      return false;
    }
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
    put: (entry, bytes) => put(keyOf(entry), bytes, {}),
    evict,
    async getPart(entry, index) {
      try {
        const response = await cache.match(partKey(entry, index));
        if (!response) return null;
        const bytes = new Uint8Array(await response.arrayBuffer());
        // A kill may leave a value that is shorter than it says.
        if (bytes.length !== Number(response.headers.get('content-length'))) return null;
        return { bytes, version: response.headers.get('etag') ?? '' };
      } catch {
        return null;
      }
    },
    putPart: (entry, index, { bytes, version }) => put(partKey(entry, index), bytes, { etag: version }),
    async dropParts(entry) {
      await cache.delete(partKey(entry, 0), { ignoreSearch: true }).catch(() => false);
    },
  };
}

/** A name that cannot be resolved: the key is never fetched. Extensions' own URLs are not allowed as keys. */
function keyOf(entry: FileEntry): string {
  return `https://files.hybrid-search.invalid/${entry.sha256}`;
}

function partKey(entry: FileEntry, index: number): string {
  return `${keyOf(entry)}/part?${index}`;
}
