/** Limits of archives. They're other people's data, so each number bounds a cost. */

/** An archive, or an entry of one, that can't be unpacked. The message is for the report. */
export class ArchiveError extends Error {}

/**
 * Files of one archive, for reading and for writing, so that every export can be imported. An entry takes about 300 bytes
 * of memory. A store of 300,000 notes with pictures stays below it.
 */
export const MAX_ENTRIES = 1_000_000;
/** Nested archives; Notion's exports are zips of zips. */
export const MAX_DEPTH = 3;
/** Bytes unpacked from one archive, including nested ones. */
export const MAX_UNPACKED_BYTES = 8 * 1024 ** 3;
/** Text compresses to a tenth, logs to a hundredth. A higher ratio beyond a harmless size is a zip bomb. */
const MAX_RATIO = 200;
const HARMLESS_BYTES = 16 * 1_048_576;

/** Bytes that entries of `packed` bytes may unpack to. */
export const mostUnpacked = (packed: number): number => Math.max(HARMLESS_BYTES, packed * MAX_RATIO);

/** Reduces a path to names: no drive, no root, no way upwards. */
export function harmlessPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^[a-z]:/i, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .map((name) => name.replaceAll('\0', ''))
    .join('/');
}
