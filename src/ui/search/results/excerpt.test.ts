import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Highlight } from '../../../core/results/response.ts';
import { cutMarks, excerpt, hiddenMarks } from './excerpt.ts';

const marksOf = (text: string, words: readonly string[], kind: Highlight['kind'] = 'keyword'): Highlight[] =>
  words.map((word) => ({ field: 'text', kind, start: text.indexOf(word), end: text.indexOf(word) + word.length }));

const cut = (text: string, words: readonly string[], columns: number): string =>
  excerpt({ text, start: 0 }, marksOf(text, words), 'text', columns).text;

const LONG =
  'The meeting was moved again because half of the team is on holiday. The new code for the gate is 4471, ask Ida.';

test('keeps the beginning if the mark can be seen', () => {
  expect(cut(LONG, ['meeting'], 40)).toBe(LONG);
});

test('begins a few words before a mark that could not be seen', () => {
  expect(cut(LONG, ['4471'], 40)).toBe('new code for the gate is 4471, ask Ida.');
});

test('leaves no space empty after the end of the text', () => {
  expect(cut('Dr. Miriam Khan, dentist', ['dentist'], 20)).toBe('Miriam Khan, dentist');
});

test('shows the marks of different words together rather than the first one', () => {
  expect(cut(LONG, ['team', 'gate', '4471'], 30)).toBe('for the gate is 4471, ask Ida.');
});

test('begins with a mark that is wider than the row', () => {
  expect(cut(`before the ${'x'.repeat(60)}`, ['x'.repeat(60)], 20)).toBe('x'.repeat(60));
});

test('counts Chinese characters twice, and cuts between them', () => {
  const text = '我们上周去了山里散步然后在小屋里喝茶吃面包晚上回家的时候下起了大雨';
  const shown = cut(text, ['大雨'], 20);
  expect(shown.endsWith('大雨')).toBe(true);
  expect(shown.length * 2).toBeLessThanOrEqual(20);
});

test('leaves out what is not shown', () => {
  const text = 'See [the plan](https://example.org/a/very/long/address/of/a/page) for the roof';
  const start = text.indexOf('](');
  const hidden = [{ start, end: text.indexOf(')') + 1 }];
  expect(excerpt({ text, start: 0 }, marksOf(text, ['roof']), 'text', 30, hidden).text).toBe(text);
});

test('shows the address of a link if the word that matched is only there', () => {
  const text = 'See [the plan](https://example.org/gutter) for the **roof**';
  const slice = { text, start: 0 };
  const shown = (words: string[]): string =>
    [...text]
      .filter((_, at) => !hiddenMarks(slice, marksOf(text, words)).some(({ start, end }) => at >= start && at < end))
      .join('');
  expect(shown(['gutter'])).toContain('https://example.org/gutter');
  expect(shown(['gutter'])).not.toContain('**');
  expect(shown(['gutter', 'roof'])).toBe('See the plan for the roof');
});

test('moves ranges with the cut, and clips the one that it goes through', () => {
  const ranges = [
    { start: 0, end: 2 },
    { start: 4, end: 8 },
    { start: 9, end: 10 },
  ];
  expect(cutMarks(ranges, 5)).toEqual([
    { start: 0, end: 3 },
    { start: 4, end: 5 },
  ]);
});

test('falls back to the sentence that matched by meaning', () => {
  const at = LONG.indexOf('The new code');
  const highlights: Highlight[] = [{ field: 'text', kind: 'semantic', start: at, end: LONG.length }];
  expect(excerpt({ text: LONG, start: 0 }, highlights, 'text', 40).text).toBe(LONG.slice(at));
});

test('always begins so that the first mark shown is within the columns, and keeps offsets', () => {
  const word = fc.constantFrom('tea', 'iron', 'a', 'boots', '茶', 'café', 'x-17', 'émigré');
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 60 }),
      fc.nat(),
      fc.integer({ min: 8, max: 90 }),
      (words, n, columns) => {
        const text = words.join(' ');
        const index = n % words.length;
        const start = words.slice(0, index).join(' ').length + (index > 0 ? 1 : 0);
        const highlights: Highlight[] = [
          { field: 'text', kind: 'keyword', start: start + 7, end: start + 7 + words[index]!.length },
        ];
        const result = excerpt({ text, start: 7 }, highlights, 'text', columns);
        expect(text.slice(result.start - 7)).toBe(result.text);
        const before = text.slice(result.start - 7, start);
        expect(before.length).toBeLessThanOrEqual(columns);
        expect(result.start - 7).toBeLessThanOrEqual(start);
      },
    ),
  );
});
