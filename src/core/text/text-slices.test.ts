import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from './analyze.ts';
import { textSlices } from './text-slices.ts';

const forms = (text: string): string[] =>
  analyze(text, { stemming: 'none' }).map(({ exact, kind }) => `${kind} ${exact}`);

/** What could join across a cut: signs, marks, inner punctuation, scripts without spaces, emoji, white space. */
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
  it('are the text, and analyze one after the other as the whole does', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (pieces, units) => {
        const text = pieces.join('');
        const slices = [...textSlices(text, units)];
        expect(slices.join('')).toBe(text);
        expect(slices.flatMap(forms)).toEqual(forms(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are short where the text has any white space, and one where it has none', () => {
    const words = 'some words of a long note '.repeat(10_000);
    expect(Math.max(...[...textSlices(words)].map(({ length }) => length))).toBeLessThan(16_500);
    expect([...textSlices('a'.repeat(100_000))]).toHaveLength(1);
    expect([...textSlices('')]).toEqual(['']);
  });
});
