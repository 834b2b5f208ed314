import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from './fold.ts';
import { foldedWords } from './folded-words.ts';

it('are those of the folded text, by the short way for ASCII too', () => {
  expect(foldedWords("The Miller's  Café-2: x_y")).toEqual(['the', 'miller', 's', 'cafe', '2', 'x', 'y']);
  const ascii = fc.string({ unit: 'binary-ascii', maxLength: 40 });
  fc.assert(
    fc.property(ascii, (text) => {
      expect(foldedWords(text)).toEqual(fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
    }),
  );
});
