import { describe, expect, it } from 'vitest';
import type { Memory } from '../record/memory.ts';
import { type AnalyzeOptions, analyze } from '../text/analyze.ts';
import type { MatchedTerm } from './matched-term.ts';
import { createPresenter } from './present.ts';

const english: AnalyzeOptions = { stemming: 'en' };

function memory(text: string): Memory {
  return {
    id: 'a',
    text,
    tags: [],
    type: 'note',
    confidence: 0.5,
    metadata: {},
    createdAt: 0,
    updatedAt: 0,
    lastAccessedAt: 0,
    accessCount: 0,
    contentHash: '',
  };
}

function marked(text: string, query: string, byMeaning: boolean): string[] {
  const terms = query.split(' ').map((typed) => {
    const tokens = analyze(typed, english);
    return {
      typed,
      exact: tokens.map(({ exact }) => exact),
      stems: tokens.flatMap(({ stem }) => stem ?? []),
      prefix: null,
    };
  });
  const chunk = byMeaning ? { start: 0, end: text.length } : null;
  const { highlights } = createPresenter({ terms, phrases: [] }, english)(memory(text), chunk);
  return highlights.map(({ start, end }) => text.slice(start, end));
}

describe('marks of a hit', () => {
  const text = 'Efficient resource gathering: how to work in a grid, and to sort later.';

  it.each([true, false])('leaves function words alone next to telling ones (by meaning: %s)', (byMeaning) => {
    expect(marked(text, 'how to collect materials', byMeaning)).toEqual([]);
    expect(marked(text, 'how to sort', byMeaning)).toEqual(['sort']);
  });

  it('marks them if there are no others', () => {
    expect(marked(text, 'how to', true)).toEqual(['how', 'to', 'to']);
  });
});

describe('in a text that is too long to be marked as a whole', () => {
  const filler = 'Words that nobody asks for fill this long note. '.repeat(900);
  const present = (text: string, term: Partial<MatchedTerm>) => {
    const terms = [{ typed: 'x', exact: [], stems: [], prefix: null, ...term }];
    const { passage, highlights } = createPresenter({ terms, phrases: [] }, english)(memory(text), null);
    return { passage: passage.text, marks: highlights.map(({ start, end }) => text.slice(start, end)) };
  };

  it.each<[string, string, Partial<MatchedTerm>]>([
    ['as typed', 'art', { typed: 'art', exact: ['art'] }],
    ['inflected', 'kettles', { typed: 'kettle', exact: ['kettle', 'kettles'], stems: ['kettl'] }],
    ['put right', 'OptiFine', { typed: 'optifnie', exact: ['optifine'] }],
    ['with other accents', 'Café', { typed: 'cafe', exact: ['cafe'] }],
    ['without the accents', 'Cafe', { typed: 'café', exact: ['cafe'] }],
  ])('the passage is where the word is: %s', (_, word, term) => {
    const { passage, marks } = present(`A party. ${filler} Here the ${word} is. ${filler}`, term);
    expect(passage).toContain(word);
    expect(marks).toEqual([word]);
  });

  it('looks at a limited number of occurrences within other words', () => {
    const count = (occurrences: number): string =>
      present(`${'xart '.repeat(occurrences)}${filler} art. ${filler}`, { typed: 'art', exact: ['art'] }).passage;
    expect(count(900)).toContain(' art.');
    expect(count(5_000)).toContain('xart');
  });
});
