/**
 * Loads files, and checks their length and SHA-256 before using or storing them. A wrong file is downloaded once more.
 * Files in our cache were verified when they were stored.
 */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { Download } from './download.ts';
import type { FileCache, FileEntry } from './file-cache.ts';
import { PartialFile } from './partial-file.ts';
import { fileDigest } from './sha256.ts';

export type FileTable = { readonly [path: string]: FileEntry };

export function bytesOf(files: FileTable): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
}

export interface LoadOptions {
  files: FileTable;
  locate(path: string): string;
  /** Null if files are only in the browser's HTTP cache. */
  cache: FileCache | null;
  fetch: typeof globalThis.fetch;
  /** `fetched` counts what the host sent in this visit. Both numbers drop if a file restarts. */
  onBytes?: ((loaded: number, fetched: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface LoadedFile {
  bytes: Uint8Array<ArrayBuffer>;
  fromCache: boolean;
}

export interface VerifiedFiles {
  each: ReadonlyMap<string, Promise<LoadedFile>>;
  /** Rejects with the error of the first file that fails: `model-corrupt`, `model-unavailable` or `aborted`. */
  all: Promise<Map<string, LoadedFile>>;
}

export function loadVerifiedFiles(options: LoadOptions): VerifiedFiles {
  const loaded = new Map<string, { bytes: number; fetched: number }>();
  const each = new Map(
    Object.entries(options.files).map(([path, entry]): [string, Promise<LoadedFile>] => {
      const report = (bytes: number, fetched: number): void => {
        loaded.set(path, { bytes, fetched });
        const parts = [...loaded.values()];
        const sum = (of: 'bytes' | 'fetched'): number => parts.reduce((total, part) => total + part[of], 0);
        options.onBytes?.(sum('bytes'), sum('fetched'));
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
  report: (bytes: number, fetched: number) => void,
): Promise<LoadedFile> {
  const { cache } = options;
  const kept = await cache?.get(entry);
  if (kept) {
    report(kept.length, 0);
    return { bytes: kept, fromCache: true };
  }
  const bytes = await fetchFile(path, entry, options, report);
  return { bytes, fromCache: false };
}

async function fetchFile(
  path: string,
  entry: FileEntry,
  options: LoadOptions,
  report: (bytes: number, fetched: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { cache } = options;
  const file = await PartialFile.open(entry, cache);
  const download = new Download(file, { ...options, url: options.locate(path), onBytes: report });
  const attempt = async (mode: RequestCache): Promise<void> => {
    await download.run(mode);
    if ((await fileDigest(file.bytes)) === entry.sha256) return;
    await download.restart();
    throw new HybridSearchError('model-corrupt', 'wrong checksum', { path });
  };
  // If we store the file ourselves, the HTTP cache is bypassed so that there's only one copy.
  await attempt(cache ? 'no-store' : 'default').catch((error: unknown) => {
    if (!isHybridSearchError(error, 'model-corrupt')) throw error;
    return attempt('reload');
  });
  const stored = await cache?.put(entry, file.bytes);
  await file.dropParts();
  // There may not have been space for both the file and its parts, so try again without the parts.
  if (stored === false) await cache?.put(entry, file.bytes);
  return file.bytes;
}
