/** Archives may be malicious, so each limit bounds a cost. */

/** Thrown for an archive or entry that can't be unpacked. The report shows the message. */
export class ArchiveError extends Error {}

/** Maximum number of entries, for reading and writing. An entry needs about 300 bytes of memory. */
export const MAX_ENTRIES = 1_000_000;
/** Maximum nesting of archives. Notion's exports are zips of zips. */
export const MAX_DEPTH = 3;
/** Maximum bytes unpacked from one archive, including nested ones. */
export const MAX_UNPACKED_BYTES = 8 * 1024 ** 3;
/** Text compresses to a tenth, logs to a hundredth. A large entry that's packed more tightly counts as a zip bomb. */
const MAX_RATIO = 200;
const HARMLESS_BYTES = 16 * 1_048_576;

export const mostUnpacked = (packed: number): number => Math.max(HARMLESS_BYTES, packed * MAX_RATIO);

/** Reduces a path to relative names: no drive, no root, no `..`. */
export function safePath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^[a-z]:/i, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .map((name) => name.replaceAll('\0', ''))
    .join('/');
}
