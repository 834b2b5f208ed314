import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Highlight } from '../../core/results/response.ts';
import { joinWords, matchedWords, segments } from './marked-text.ts';

const mark = (start: number, end: number, kind: Highlight['kind'] = 'keyword'): Highlight => ({
  field: 'text',
  start,
  end,
  kind,
});

describe('segments', () => {
  it('marks words inside the sentence that matched by meaning', () => {
    expect(segments('Iron is here.', 0, [mark(0, 13, 'semantic'), mark(0, 4)], 'text')).toEqual([
      { text: 'Iron', keyword: true, semantic: true },
      { text: ' is here.', keyword: false, semantic: true },
    ]);
  });

  it('applies ranges of the whole text to a slice', () => {
    expect(segments('farm', 5, [mark(0, 4), mark(5, 9)], 'text')).toEqual([
      { text: 'farm', keyword: true, semantic: false },
    ]);
  });

  it('ignores ranges of the other field', () => {
    expect(segments('farm', 0, [{ ...mark(0, 4), field: 'title' }], 'text')).toEqual([
      { text: 'farm', keyword: false, semantic: false },
    ]);
  });

  it('is empty for an empty text', () => {
    expect(segments('', 0, [mark(0, 4)], 'text')).toEqual([]);
  });

  it('neither loses nor repeats text, whatever the ranges', () => {
    const range = fc
      .tuple(fc.nat(40), fc.nat(40), fc.boolean())
      .map(([a, b, semantic]) => mark(Math.min(a, b), Math.max(a, b), semantic ? 'semantic' : 'keyword'));
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }),
        fc.nat(10),
        fc.array(range, { maxLength: 6 }),
        (text, start, ranges) => {
          const parts = segments(text, start, ranges, 'text');
          expect(parts.map((part) => part.text).join('')).toBe(text);
          let at = start;
          for (const part of parts) {
            const inside = ranges.some(
              (r) => r.kind === 'keyword' && r.start <= at && r.end >= at + part.text.length && r.start < r.end,
            );
            expect(part.keyword).toBe(inside);
            at += part.text.length;
          }
        },
      ),
    );
  });
});

describe('matchedWords', () => {
  it('names each word once, as written', () => {
    const fields = { title: 'Iron', text: 'iron farm' };
    const ranges: Highlight[] = [{ ...mark(0, 4), field: 'title' }, mark(0, 4), mark(5, 9), mark(0, 9, 'semantic')];
    expect(matchedWords(ranges, fields)).toEqual(['Iron', 'farm']);
  });
});

describe('hidden ranges', () => {
  it('are left out, and the marks around them stay in place', () => {
    const highlights = [{ field: 'text' as const, start: 12, end: 16, kind: 'keyword' as const }];
    expect(segments('## Iron', 10, highlights, 'text', [{ start: 0, end: 3 }])).toEqual([
      { text: 'Iro', keyword: true, semantic: false },
      { text: 'n', keyword: false, semantic: false },
    ]);
  });
});

describe('joinWords', () => {
  const word = (text: string, keyword: boolean, semantic = false) => ({ text, keyword, semantic });

  it('joins words across white space, but not across another word or the end of a sentence', () => {
    expect(joinWords([word('Iron', true), word(' ', false), word('farm', true), word(' of ', false)])).toEqual([
      word('Iron farm', true),
      word(' of ', false),
    ]);
    const apart = [word('Iron', true), word(' ', false, true), word('farm', true, true)];
    expect(joinWords(apart)).toEqual(apart);
  });
});
