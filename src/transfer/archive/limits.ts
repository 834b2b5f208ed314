/** Archives may be malicious, so each limit bounds a cost. */
import type { ImportProblemReason, ImportProblemValues } from '../../core/import/problem-sentences.ts';

export class ArchiveError extends Error {
  readonly reason: ImportProblemReason;
  readonly values: ImportProblemValues | undefined;

  constructor(reason: ImportProblemReason, values?: ImportProblemValues) {
    super(reason);
    this.reason = reason;
    this.values = values;
  }
}

/** Maximum number of entries, for reading and writing. An entry needs about 300 bytes of memory. */
export const MAX_ENTRIES = 1_000_000;
/** Enough for a million entries with names of 200 bytes. */
export const MAX_DIRECTORY_BYTES = MAX_ENTRIES * 256;
/** Notion's exports are zips of zips. */
export const MAX_DEPTH = 3;
/** Includes nested archives. */
export const MAX_UNPACKED_BYTES = 8 * 1024 ** 3;
/** Text compresses to a tenth, logs to a hundredth. A large entry that's packed more tightly counts as a zip bomb. */
const MAX_RATIO = 200;
const HARMLESS_BYTES = 16 * 1_048_576;

export const mostUnpacked = (packed: number): number => Math.max(HARMLESS_BYTES, packed * MAX_RATIO);

/** Removes the drive, the root and `..`. */
export function safePath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^[a-z]:/i, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .map((name) => name.replaceAll('\0', ''))
    .join('/');
}
