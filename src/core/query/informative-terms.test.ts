import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { informativeTerms } from './informative-terms.ts';
import { parseQuery } from './parse.ts';

const many = (count: number, stem: string) => Array.from({ length: count }, (_, at) => `${stem}${at}`);
const byPlace = (words: readonly string[]) => words.map((_, at) => at / words.length);

describe('informativeTerms', () => {
  it('leaves a query of 32 distinct terms as it is, however often they are typed', () => {
    const parsed = parseQuery([...many(32, 'word'), ...many(32, 'word')].join(' '));
    expect(informativeTerms(parsed, byPlace)).toBe(parsed);
  });

  it('keeps the 32 most informative terms of a longer query, in typed order, and embeds all of it', () => {
    const parsed = parseQuery(many(40, 'word').join(' '));
    const asked = informativeTerms(parsed, byPlace);
    expect(asked.words).toEqual(many(40, 'word').slice(8));
    expect(asked.semanticText).toBe(parsed.semanticText);
  });

  it('weighs a word by how often it was typed', () => {
    const parsed = parseQuery(['word0', ...many(40, 'word'), 'word0'].join(' '));
    const even = informativeTerms(parsed, (words) => words.map(() => 1));
    expect(even.words).toContain('word0');
    expect(informativeTerms(parsed, (words) => words.map((word) => (word === 'word0' ? 0.1 : 1))).words).not.toContain(
      'word0',
    );
  });

  it('keeps up to 96 terms if few memories have them', () => {
    const parsed = parseQuery(many(200, 'word').join(' '));
    expect(informativeTerms(parsed, (words) => words.map(() => 3)).words).toHaveLength(96);
    const half = informativeTerms(parsed, (words) => words.map((_, at) => (at < 50 ? 3 : 1)));
    expect(half.words).toHaveLength(50);
  });

  it('reads at most 1.3 times the postings of 32 words in every memory, however the words are spread', () => {
    const memories = 10_000;
    const frequencies = fc.array(fc.integer({ min: 1, max: memories }), { minLength: 33, maxLength: 600 });
    const worst = Array.from({ length: 600 }, (_, at) => (at < 32 ? memories : 1_560));
    fc.assert(
      fc.property(frequencies, (drawn) => {
        const parsed = parseQuery(many(drawn.length, 'word').join(' '));
        const held = (word: string): number => drawn[Number(word.slice(4))]!;
        const idf = (word: string): number => Math.log(1 + (memories - held(word) + 0.5) / (held(word) + 0.5));
        const { words } = informativeTerms(parsed, (asked) => asked.map(idf));
        expect(words.reduce((sum, word) => sum + held(word), 0)).toBeLessThanOrEqual(1.3 * 32 * memories);
      }),
      { examples: [[worst]] },
    );
  });

  it('keeps words under operators', () => {
    const parsed = parseQuery(`${many(60, 'word').join(' ')} +bound -never "a phrase" title:heading (one AND two)`);
    const { words, phrases, excluded, required } = informativeTerms(parsed, byPlace);
    expect(words).toEqual(expect.arrayContaining(['bound', 'heading', 'one', 'two']));
    expect(phrases).toEqual(['a phrase']);
    expect(excluded).toEqual(['never']);
    expect(required).toEqual(['bound']);
    expect(words).toHaveLength(32 - 2);
  });

  it('does not repeat words under operators', () => {
    const parsed = parseQuery('+must -never '.repeat(300));
    const { root } = informativeTerms(parsed, byPlace);
    expect(root).toMatchObject({ kind: 'or' });
    expect((root as { children: unknown[] }).children).toHaveLength(32);
  });
});
