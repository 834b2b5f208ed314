import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../core/filter/scope.ts';
import { parseQuery } from '../../core/query/parse.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { createKeywordIndex } from './bm25-index.ts';
import type { KeywordDocument, KeywordResult } from './keyword-index.ts';
import { PASSAGE_TOKENS } from './passage-coverage.ts';

const document = (ordinal: number, text: string, more: Partial<KeywordDocument> = {}): KeywordDocument => ({
  ordinal: ordinal as Ordinal,
  title: '',
  text,
  tags: [],
  aliases: [],
  links: [],
  ...more,
});
const filler = (words: number): string => Array.from({ length: words }, () => 'plaster').join(' ');

function search(documents: readonly KeywordDocument[], query: string, passages = true): KeywordResult {
  const index = createKeywordIndex();
  for (const each of documents) index.add(each);
  const scope: Scope = { size: documents.length, allowed: null, count: documents.length };
  return index.search(parseQuery(query), scope, { prefix: true, typoTolerance: false, passages });
}

describe('coverage of a long memory', () => {
  const scattered = document(0, `boiler ${filler(PASSAGE_TOKENS)} pressure`);
  const together = document(1, `${filler(PASSAGE_TOKENS)} boiler pressure`);
  const short = document(2, 'The boiler is losing pressure');

  it('is that of its best passage, not of words far apart', () => {
    const { coverage } = search([scattered, together, short], 'boiler pressure ');
    expect(coverage[0]).toBeCloseTo(0.5);
    expect(coverage[1]).toBe(1);
    expect(coverage[2]).toBe(1);
  });

  it("doesn't depend on passages unless they're asked for, and scores never do", () => {
    const documents = [scattered, together, short];
    const whole = search(documents, 'boiler pressure ', false);
    expect([...whole.coverage]).toEqual([1, 1, 1]);
    expect([...search(documents, 'boiler pressure ').scores]).toEqual([...whole.scores]);
  });

  it('has the words of title and tags in every passage', () => {
    const text = `${filler(PASSAGE_TOKENS)} pressure`;
    const { coverage } = search(
      [document(0, `boiler ${text}`, { title: 'Boiler' }), document(1, `boiler ${text}`, { tags: ['boiler'] })],
      'boiler pressure ',
    );
    expect([...coverage]).toEqual([1, 1]);
  });

  it('counts an inflection or the beginning of an unfinished word as the word', () => {
    const { coverage } = search([document(0, `boilers ${filler(PASSAGE_TOKENS)} boiler pressures`)], 'boiler pressu');
    expect(coverage[0]).toBe(1);
  });

  it('keeps words that only the title may complete', () => {
    const long = document(0, `zebra ${filler(PASSAGE_TOKENS)} pressure`, { title: 'Zebras' });
    expect(search([long], 'pressure ze').coverage[0]).toBe(1);
  });

  it('is the greatest of any passage', () => {
    const letters = ['alpha', 'beta', 'gamma', 'plaster', 'plaster', 'plaster', 'plaster', 'plaster'] as const;
    const blocks = fc.array(fc.record({ word: fc.constantFrom(...letters), times: fc.integer({ min: 1, max: 40 }) }), {
      minLength: 5,
      maxLength: 20,
    });
    fc.assert(
      fc.property(blocks, (drawn) => {
        const words = drawn.flatMap(({ word, times }) => [word, ...Array.from({ length: times }, () => 'plaster')]);
        // Each word of the query is in two memories, so all have the same idf.
        const others = ['alpha', 'beta', 'gamma'].map((word, at) => document(at + 1, word));
        const query = ['alpha', 'beta', 'gamma'].filter((word) => words.includes(word));
        fc.pre(query.length > 0);
        const { coverage } = search([document(0, words.join(' ')), ...others], `${query.join(' ')} `);
        const passages = words.map((_, from) => new Set(words.slice(from, from + PASSAGE_TOKENS)));
        const most = Math.max(...passages.map((passage) => query.filter((word) => passage.has(word)).length));
        expect(coverage[0]).toBeCloseTo(most / query.length);
      }),
      { numRuns: 100 },
    );
  });
});
