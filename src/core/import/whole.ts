/** A reader for formats that make sense only as a whole: text is gathered and read at its end. */
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
