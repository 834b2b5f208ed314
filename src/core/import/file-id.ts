/** Ids that stay the same when the same thing is imported again. */

/** The `source` of memories that were imported from files. */
export const IMPORT_SOURCE = 'import';

const ID_LENGTH = 32;

/** Normalizes a path: `/` between names, no leading `./` or `/`, NFC (macOS uses NFD). */
export function normalizePath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .normalize('NFC');
}

/** The last name of a path without its extension, used as a title. */
export function nameOf(path: string): string {
  const name = normalizePath(path).split('/').pop() ?? '';
  return name.replace(/(?<=.)\.[^.]{1,16}$/, '');
}

/**
 * A stable id from source and path. If a file has several memories, `part` is the number of a split text, or the
 * content of a record without an id.
 */
export function fileId(hash: (text: string) => string, source: string, path: string, part = ''): string {
  return hash(JSON.stringify([source, normalizePath(path), part])).slice(0, ID_LENGTH);
}
