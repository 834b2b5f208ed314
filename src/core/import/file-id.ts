const ID_LENGTH = 32;

/** Returns the path in NFC (macOS uses NFD), with `/` between names and without a leading `./` or `/`. */
export function normalizePath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .normalize('NFC');
}

export function nameOf(path: string): string {
  const name = normalizePath(path).split('/').pop() ?? '';
  return name.replace(/(?<=.)\.[^.]{1,16}$/, '');
}

/** @param part a part's number, or a record's id or content */
export function fileId(hash: (text: string) => string, source: string, path: string, part = ''): string {
  return hash(JSON.stringify([source, normalizePath(path), part])).slice(0, ID_LENGTH);
}
