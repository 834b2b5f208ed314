import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from './analyze.ts';
import { textSlices } from './text-slices.ts';

const forms = (text: string): string[] =>
  analyze(text, { stemming: 'none' }).map(({ exact, kind }) => `${kind} ${exact}`);

const piece = fc.constantFrom(
  ...['word', 'CamelCase7', '-500', 'x:1000', 'https://a.b/c?d=e', '/tp', '@name', 'don’t', '東京都', 'ประเทศ', 'ລາວ'],
  ...[
    'é',
    '\u0301',
    '\u200d',
    '\uff9e',
    '。',
    '、',
    ' ',
    '\n',
    '\t',
    '\u00a0',
    '.',
    '-',
    '#',
    '👩‍👧',
    '\ud800',
    '가\u1161',
  ],
);

describe('slices of a text', () => {
  it('add up to the text, and analyze the same one by one as together', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 24, max: 60 }), (pieces, units) => {
        const text = pieces.join('');
        fc.pre(text.split(/[ \n\t。]/).every((run) => run.length < units));
        const slices = [...textSlices(text, units)];
        expect(slices.join('')).toBe(text);
        expect(slices.flatMap(forms)).toEqual(forms(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are short, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (pieces, units) => {
        const text = pieces.join('');
        const slices = [...textSlices(text, units)];
        expect(slices.join('')).toBe(text);
        // A cluster of characters is never cut, so a slice may be longer.
        expect(Math.max(...slices.map(({ length }) => length))).toBeLessThan(2 * units + 64);
      }),
    );
    expect([...textSlices('a'.repeat(100_000))].map(({ length }) => length)).toEqual([
      ...Array(5).fill(16_384),
      18_080,
    ]);
    expect([...textSlices('')]).toEqual(['']);
  });
});
