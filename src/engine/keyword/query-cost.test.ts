import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../core/filter/scope.ts';
import { parseQuery } from '../../core/query/parse.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { analyze } from '../../core/text/analyze.ts';
import { distractors } from '../../testing/distractors.ts';
import { createKeywordIndex } from './bm25-index.ts';
import type { KeywordDocument, KeywordIndex } from './keyword-index.ts';

const document = (ordinal: number, text: string, title = ''): KeywordDocument => ({
  ordinal: ordinal as Ordinal,
  title,
  text,
  tags: [],
  aliases: [],
  links: [],
});
const everything = (size: number): Scope => ({ size, allowed: null, count: size });
const EXACT = { prefix: false, typoTolerance: true };

function indexOf(texts: readonly string[]): KeywordIndex {
  const index = createKeywordIndex();
  texts.forEach((text, ordinal) => {
    index.add(document(ordinal, text));
  });
  return index;
}

describe('repeated phrase queries', () => {
  const rows = (found: Uint8Array): number[] => [...found.keys()].filter((ordinal) => found[ordinal] === 1);
  const hiding: Scope = { size: 3, allowed: Uint8Array.of(0, 1, 1), count: 2 };

  it('are recomputed after every write and in another scope', () => {
    const index = indexOf(['an iron farm', 'the iron farm', 'farm iron']);
    expect(rows(index.containing('iron farm', everything(3)))).toEqual([0, 1]);
    expect(rows(index.containing('iron farm', hiding))).toEqual([1]);
    expect(rows(index.containing('iron farm', everything(3)))).toEqual([0, 1]);
    index.add(document(2, 'no iron farm'));
    expect(rows(index.containing('iron farm', everything(3)))).toEqual([0, 1, 2]);
    index.remove(0 as Ordinal);
    expect(rows(index.containing('iron farm', everything(3)))).toEqual([1, 2]);
  });

  it("don't match across title and text", () => {
    const index = createKeywordIndex();
    index.add(document(0, 'farm', 'iron'));
    expect(index.documentFrequency('iron farm', everything(1))).toBe(0);
  });
});

describe('phrases of generated memories', () => {
  const memories = distractors(400).map((memory, at) => document(at, memory.text, memory.title));
  const index = createKeywordIndex();
  for (const memory of memories) index.add(memory);

  it('finds a phrase exactly where a scan of every text finds it', () => {
    const wholes = memories.map(({ title, text }) =>
      [title, text].map((field) => analyze(field, { stemming: 'none' }).filter(({ kind }) => kind !== 'part')),
    );
    fc.assert(
      fc.property(fc.nat(399), fc.nat(30), fc.integer({ min: 2, max: 4 }), (ordinal, from, length) => {
        const typed = wholes[ordinal]![1]!.slice(from, from + length).map(({ exact }) => exact);
        // Identifiers also match by their parts, which this oracle doesn't cover.
        if (typed.length < 2 || !typed.every((word) => /^[a-z]+$/.test(word))) return;
        const run = ` ${typed.join(' ')} `;
        const expected = wholes.flatMap((fields, at) =>
          fields.some((tokens) => ` ${tokens.map(({ exact }) => exact).join(' ')} `.includes(run)) ? [at] : [],
        );
        const found = index.containing(typed.join(' '), everything(400));
        expect([...found.keys()].filter((at) => found[at] === 1)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});

describe('typos in a long query', () => {
  it('are reported once each', () => {
    const index = indexOf(['green lantern', 'red lantern']);
    const { corrections } = index.search(parseQuery('green lanterm red lanterm'), everything(2), EXACT);
    expect(corrections).toEqual([{ from: 'lanterm', to: 'lantern' }]);
  });

  it('are corrected at two edits in up to twelve words, at one in longer queries', () => {
    const words = Array.from({ length: 16 }, (_, at) => `${'abcdefghijklmnop'[at]!.repeat(3)}cathedral`);
    const index = indexOf(words);
    const far = words.map((word) => word.replace('cathedral', 'catzexral')).join(' ');
    const near = words.map((word) => word.replace('cathedral', 'catzedral')).join(' ');
    expect(index.search(parseQuery(far), everything(16), EXACT).corrections).toHaveLength(12);
    expect(index.search(parseQuery(near), everything(16), EXACT).corrections).toHaveLength(16);
  });
});
