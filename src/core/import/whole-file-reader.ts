import type { ImportReader, ImportRow } from './report.ts';

export function createWholeFileReader(read: (text: string) => Iterable<ImportRow>): ImportReader {
  const pieces: string[] = [];
  return {
    push(text) {
      pieces.push(text);
      return [];
    },
    end: () => read(pieces.join('')),
  };
}
