import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextRange } from './highlight.ts';
import { densestWindow, PASSAGE_LENGTH } from './snippet.ts';

const show = (text: string, { start, end }: TextRange) => text.slice(start, end);

function rangesOf(text: string, ...words: string[]) {
  return words
    .flatMap((word, i) =>
      [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
        start: index,
        end: index + word.length,
        terms: 1 << i,
      })),
    )
    .sort((a, b) => a.start - b.start);
}

const filler = (words: number) => Array.from({ length: words }, (_, i) => `word${i}`).join(' ');

describe('densestWindow', () => {
  it('prefers a place with two different terms to one with the same term often', () => {
    const text = `${filler(50)}. farm farm farm farm. ${filler(80)}. The creeper has a farm. ${filler(80)}`;
    expect(show(text, densestWindow(text, rangesOf(text, 'creeper', 'farm')))).toContain('creeper has a farm');
  });

  it('begins with the sentence if there is room', () => {
    const text = `${filler(60)}. Here is what the farm needs. ${filler(60)}`;
    expect(show(text, densestWindow(text, rangesOf(text, 'farm')))).toMatch(/^Here is what the farm needs\. word0/);
  });

  it('begins and ends between words within a long sentence', () => {
    const text = `${filler(100)} farm ${filler(100)}`;
    const passage = show(text, densestWindow(text, rangesOf(text, 'farm')));
    expect(passage).toMatch(/^word\d+ .* farm .* word\d+$/);
    for (const word of passage.split(' ')) expect(text.split(' ')).toContain(word);
    expect(passage.length).toBeGreaterThan(PASSAGE_LENGTH - 20);
  });

  it('fills the window at the end of the text with earlier text', () => {
    const text = `${filler(100)} and last the farm`;
    const passage = show(text, densestWindow(text, rangesOf(text, 'farm')));
    expect(passage).toMatch(/the farm$/);
    expect(passage.length).toBeGreaterThan(PASSAGE_LENGTH - 20);
  });

  it('shows the chunk, or else the beginning, if nothing is marked', () => {
    const text = `${filler(100)}. The chunk. ${filler(100)}`;
    const start = text.indexOf('The chunk');
    expect(show(text, densestWindow(text, [], { chunk: { start, end: start + 10 } }))).toBe('The chunk.');
    expect(show(text, densestWindow(text, []))).toMatch(/^word0 word1 .*word\d+$/);
  });

  it('shows all of a short text, without surrounding space', () => {
    expect(show('\r\n  A note.\n', densestWindow('\r\n  A note.\n', []))).toBe('A note.');
    expect(densestWindow('', [])).toEqual({ start: 0, end: 0 });
  });

  it('cuts a word longer than the window between graphemes', () => {
    const text = '👩‍👩‍👧'.repeat(100);
    const { start, end } = densestWindow(text, [{ start: 0, end: text.length }], { length: 20 });
    expect([start, end]).toEqual([0, 16]);
  });

  it('refuses a length below 1', () => {
    expect(() => densestWindow('text', [], { length: 0 })).toThrow(RangeError);
  });

  it('finds the only place with both terms among 100,000 marks of a megabyte', () => {
    const text = `${'farm words '.repeat(50_000)}creeper farm ${'words farm '.repeat(50_000)}`;
    expect(show(text, densestWindow(text, rangesOf(text, 'creeper', 'farm')))).toContain('farm words creeper');
  });

  it('is in the text, not too long, whole in graphemes, and as varied as any window that starts at a mark', () => {
    const piece = fc.constantFrom('aa', 'bb', 'cc', 'x', ' ', '. ', '\n', '字', 'e\u0301', '🇩🇪', ' \u0301');
    const texts = fc.array(piece, { minLength: 1, maxLength: 120 }).map((pieces) => pieces.join(''));
    const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
    fc.assert(
      fc.property(texts, fc.integer({ min: 8, max: 60 }), (text, length) => {
        const ranges = rangesOf(text, 'aa', 'bb', 'cc');
        const { start, end } = densestWindow(text, ranges, { length });
        const boundaries = new Set([...segmenter.segment(text)].map(({ index }) => index)).add(text.length);
        expect(boundaries.has(start) && boundaries.has(end)).toBe(true);
        expect(end - start).toBeLessThanOrEqual(length + 4);
        const distinct = (from: number, to: number) =>
          new Set(ranges.filter((range) => range.start >= from && range.end <= to).map(({ terms }) => terms)).size;
        const reachable = Math.max(0, ...ranges.map((range) => distinct(range.start, range.start + length)));
        expect(distinct(start, end)).toBeGreaterThanOrEqual(reachable);
      }),
      { numRuns: 500 },
    );
  });
});
