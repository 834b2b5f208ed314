import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldedWords } from './folded-words.ts';

it('are those of the folded text, also on the fast path for ASCII', () => {
  expect(foldedWords("The Miller's  Café-2: x_y")).toEqual(['the', 'miller', 's', 'cafe', '2', 'x', 'y']);
  expect(foldedWords('C++, C# and F#; C: #7 a++b é#')).toEqual(['c++', 'c#', 'and', 'f#', 'c', '7', 'a', 'b', 'e#']);
  const ascii = fc.string({ unit: 'binary-ascii', maxLength: 40 });
  fc.assert(
    fc.property(ascii, (text) => {
      expect(foldedWords(text)).toEqual(foldedWords(`${text} é`).slice(0, -1));
    }),
  );
});
