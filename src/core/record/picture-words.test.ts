import { expect, test } from 'vitest';
import { foundLines, searchedText } from './picture-words.ts';

const words = (text: string, boxes?: number[]) => ({
  data: new ArrayBuffer(0),
  words: { text, model: 'any', ...(boxes && { boxes }) },
});
const first = words('Bread\nMilk', [10, 20, 300, 40, 10, 80, 250, 40]);
const second = words('Milk and eggs\nButter\nSalt', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
const memory = { text: 'Milk', images: [first, { data: new ArrayBuffer(0) }, words(''), second] };

const rangesOf = (word: string) =>
  [...searchedText(memory).matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
    start: index,
    end: index + word.length,
  }));

test.each([
  ['a line of the first picture', 1, 'Milk', [{ left: 10, top: 80, width: 250, height: 40 }]],
  ['a line of the last picture', 4, 'Milk', [{ left: 1, top: 2, width: 3, height: 4 }]],
  ['the last line', 4, 'Salt', [{ left: 9, top: 10, width: 11, height: 12 }]],
  [
    'every line of a range across lines',
    4,
    'eggs\nButter',
    [
      { left: 1, top: 2, width: 3, height: 4 },
      { left: 5, top: 6, width: 7, height: 8 },
    ],
  ],
  ['no line of a picture that has no words', 2, 'Milk', []],
  ['no line for words elsewhere', 1, 'Salt', []],
])('finds %s', (_, picture, word, expected) => {
  expect(foundLines(memory, picture, rangesOf(word))).toEqual(expected);
});

test('finds no line if an earlier version read the picture', () => {
  const images = [words('Milk')];
  expect(foundLines({ text: '', images }, 1, [{ start: 0, end: 10 }])).toEqual([]);
});
