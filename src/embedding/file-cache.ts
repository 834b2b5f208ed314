/**
 * Stores our only copy of verified files, by content hash, and the parts of interrupted downloads. If the cache fails,
 * the file stays in memory and the next visit downloads it again.
 */
import { MODEL_CACHE } from '../protocol/embedder-api.ts';

export interface FileEntry {
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface FileCache {
  get(entry: FileEntry): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Returns false if it couldn't be stored, for example for lack of space. */
  put(entry: FileEntry, bytes: Uint8Array<ArrayBuffer>): Promise<boolean>;
  evict(entry: FileEntry): Promise<void>;
  /** Returns an unverified part of an incomplete file, or null if it isn't stored. */
  getPart(entry: FileEntry, index: number): Promise<FilePart | null>;
  putPart(entry: FileEntry, index: number, part: FilePart): Promise<boolean>;
  dropParts(entry: FileEntry): Promise<void>;
}

export interface FilePart {
  bytes: Uint8Array<ArrayBuffer>;
  /** The host's version of the file that this part belongs to. Only parts of the same version fit together. */
  version: string;
}

/** Returns null without Cache Storage (plain HTTP, opaque origins), or if it can't be opened. */
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
        // An unreadable entry counts as missing.
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
        // If the browser was killed, a value may be shorter than its header says.
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

/** The host doesn't exist, and the URL is never fetched. An extension's own URLs can't be keys. */
function keyOf(entry: FileEntry): string {
  return `https://files.hybrid-search.invalid/${entry.sha256}`;
}

function partKey(entry: FileEntry, index: number): string {
  return `${keyOf(entry)}/part?${index}`;
}
