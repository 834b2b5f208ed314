/** Ids that stay the same when the same thing is imported again (M5). */

/** The `source` of memories that were imported from files. */
export const IMPORT_SOURCE = 'import';

const ID_LENGTH = 32;

/** `/` between names, no leading `./` or `/`, NFC (macOS hands out NFD). */
export function normalizePath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .normalize('NFC');
}

/** The last name of a path without its extension: the title that a file has by its name. */
export function nameOf(path: string): string {
  const name = normalizePath(path).split('/').pop() ?? '';
  return name.replace(/(?<=.)\.[^.]{1,16}$/, '');
}

/**
 * A stable id from source, path and, for one of several memories of a file, its part: the number of a split text, or
 * the content of a record that has no id of its own.
 */
export function fileId(hash: (text: string) => string, source: string, path: string, part = ''): string {
  return hash(JSON.stringify([source, normalizePath(path), part])).slice(0, ID_LENGTH);
}
