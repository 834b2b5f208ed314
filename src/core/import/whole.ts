/** A reader for formats that only make sense as a whole: collects the text and reads it at the end. */
import type { ImportReader, ImportRow } from './report.ts';

export function createWholeReader(read: (text: string) => Iterable<ImportRow>): ImportReader {
  const pieces: string[] = [];
  return {
    push(text) {
      pieces.push(text);
      return [];
    },
    end: () => read(pieces.join('')),
  };
}
