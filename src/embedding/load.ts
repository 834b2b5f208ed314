/**
 * Verified files (V2): bytes and SHA-256 are checked before a file is used or kept. A bad answer is refused,
 * evicted and fetched once more; what our own cache holds was verified when it went in. Not here: what is loaded from
 * the files (`platform-web.ts`), the cache itself (`file-cache.ts`).
 */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import type { FileCache, FileEntry } from './file-cache.ts';
import { fileDigest } from './sha256.ts';

export type FileTable = { readonly [path: string]: FileEntry };

export interface LoadOptions {
  files: FileTable;
  /** Absolute URL of a path of the table. */
  locate(path: string): string;
  /** Null: nothing is kept beyond the browser's HTTP cache. */
  cache: FileCache | null;
  fetch: typeof globalThis.fetch;
  /** Bytes so far, of all files together, and those of them that came from the host; back when a file is fetched again. */
  onBytes?: ((loaded: number, fetched: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface LoadedFile {
  bytes: Uint8Array<ArrayBuffer>;
  fromCache: boolean;
}

export interface VerifiedFiles {
  /** Each file when it is there. */
  each: ReadonlyMap<string, Promise<LoadedFile>>;
  /** Rejects with what the first rejects with: `model-corrupt`, `model-unavailable` or `aborted`. */
  all: Promise<Map<string, LoadedFile>>;
}

/** All files of the table, side by side. */
export function loadVerifiedFiles(options: LoadOptions): VerifiedFiles {
  const loaded = new Map<string, { bytes: number; kept: boolean }>();
  const each = new Map(
    Object.entries(options.files).map(([path, entry]): [string, Promise<LoadedFile>] => {
      const report = (bytes: number, kept = false): void => {
        loaded.set(path, { bytes, kept });
        const parts = [...loaded.values()];
        const sum = (counted: typeof parts): number => counted.reduce((total, part) => total + part.bytes, 0);
        options.onBytes?.(sum(parts), sum(parts.filter((part) => !part.kept)));
      };
      return [path, loadVerifiedFile(path, entry, options, report)];
    }),
  );
  const named = [...each].map(async ([path, file]): Promise<[string, LoadedFile]> => [path, await file]);
  return { each, all: Promise.all(named).then((files) => new Map(files)) };
}

async function loadVerifiedFile(
  path: string,
  entry: FileEntry,
  options: LoadOptions,
  report: (bytes: number, kept?: boolean) => void,
): Promise<LoadedFile> {
  const kept = await options.cache?.get(entry);
  if (kept) {
    report(kept.length, true);
    return { bytes: kept, fromCache: true };
  }
  const url = options.locate(path);
  const attempt = async (cache: RequestCache): Promise<Uint8Array<ArrayBuffer>> => {
    const response = await request(url, cache, options);
    const bytes = await readExactly(response, entry, path, report);
    await verifyBytes(bytes, entry, path);
    return bytes;
  };
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    // Past the HTTP cache where we keep the file ourselves: one copy, not two.
    bytes = await attempt(options.cache ? 'no-store' : 'default');
  } catch (error) {
    if (!isHybridSearchError(error, 'model-corrupt')) throw error;
    report(0);
    bytes = await attempt('reload');
  }
  await options.cache?.put(entry, bytes);
  return { bytes, fromCache: false };
}

async function request(url: string, cache: RequestCache, options: LoadOptions): Promise<Response> {
  let response: Response;
  try {
    response = await options.fetch(url, {
      cache,
      credentials: 'same-origin',
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    if (options.signal?.aborted) throw new HybridSearchError('aborted');
    throw new HybridSearchError(
      'model-unavailable',
      `${fileName(url)} could not be fetched; connect-src, also of the workers’ responses, and CORS must allow it`,
      { url, cause },
    );
  }
  if (!response.ok) {
    const mend = 'npx hybrid-search-assets DIR copies it, assetBase names DIR';
    throw new HybridSearchError('model-unavailable', `status ${response.status}; ${mend}`, { url });
  }
  return response;
}

/** The body, which must have the entry's length; a longer one is cut off at once. `onBytes` hears of each part. */
export async function readExactly(
  response: Response,
  entry: FileEntry,
  path: string,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  // Single-page hosts answer with their page where a file is missing.
  if (/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel();
    throw corrupt(
      path,
      'an HTML page came instead; npx hybrid-search-assets DIR copies it, assetBase names DIR',
      undefined,
      response.url,
    );
  }
  const bytes = new Uint8Array(entry.bytes);
  const reader = response.body?.getReader();
  let length = 0;
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      if (length + part.value.length > bytes.length) {
        await reader?.cancel();
        throw corrupt(path, `longer than ${entry.bytes} bytes`);
      }
      bytes.set(part.value, length);
      length += part.value.length;
      onBytes(length);
    }
  } catch (cause) {
    if (isHybridSearchError(cause)) throw cause;
    if (cause instanceof DOMException && cause.name === 'AbortError') throw new HybridSearchError('aborted');
    throw corrupt(path, `broke off after ${length} of ${entry.bytes} bytes`, cause);
  }
  if (length !== bytes.length) throw corrupt(path, `${length} of ${entry.bytes} bytes`);
  return bytes;
}

/** Throws `model-corrupt` unless length and SHA-256 are the entry's. */
export async function verifyBytes(bytes: Uint8Array<ArrayBuffer>, entry: FileEntry, path: string): Promise<void> {
  if (bytes.length !== entry.bytes) throw corrupt(path, `${bytes.length} of ${entry.bytes} bytes`);
  if ((await fileDigest(bytes)) !== entry.sha256) throw corrupt(path, 'wrong checksum');
}

function corrupt(path: string, detail: string, cause?: unknown, url?: string): HybridSearchError {
  return new HybridSearchError('model-corrupt', detail, url ? { url, cause } : { path, cause });
}

function fileName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
