/** What archives may hold. An archive is other people's data: each number bounds what it can cost. */

/** An archive that cannot be unpacked, or an entry of one; the message is for the report. */
export class ArchiveError extends Error {}

export const MAX_ENTRIES = 100_000;
/** Archives within one another; Notion's exports are zips of zips. */
export const MAX_DEPTH = 3;
/** Bytes unpacked from one archive, archives within it included. */
export const MAX_UNPACKED_BYTES = 8 * 1024 ** 3;
/** Text compresses to a tenth, logs to a hundredth; what promises more, beyond a size that hurts nobody, is a bomb. */
const MAX_RATIO = 200;
const HARMLESS_BYTES = 16 * 1_048_576;

/** Bytes that entries of `packed` bytes may unpack to. */
export const mostUnpacked = (packed: number): number => Math.max(HARMLESS_BYTES, packed * MAX_RATIO);

/** A path as a name and nothing else: no drive, no root, no way upwards. */
export function harmlessPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^[a-z]:/i, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .map((name) => name.replaceAll('\0', ''))
    .join('/');
}
