import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countFacets } from './facets.ts';
import { FACET_NAMES } from './filters.ts';

const label = fc.constantFrom('a', 'b', '__proto__', 'constructor');
const rows = fc.array(
  fc.record({
    tags: fc.uniqueArray(label, { maxLength: 3 }),
    type: label,
    source: label,
    createdAt: fc.integer({ min: 0, max: 1e10 }),
  }),
  { maxLength: 30 },
);

function tally(values: string[]): [string, number][] {
  return [...new Set(values)].map((value): [string, number] => [
    value,
    values.filter((other) => other === value).length,
  ]);
}

test('counts equal a tally of the values', () => {
  fc.assert(
    fc.property(rows, (store) => {
      const facets = countFacets(store, FACET_NAMES, { timeZone: 'UTC' });
      const expected = {
        tags: tally(store.flatMap(({ tags }) => tags)),
        type: tally(store.map(({ type }) => type)),
        source: tally(store.map(({ source }) => source)),
        month: tally(store.map(({ createdAt }) => new Date(createdAt).toISOString().slice(0, 7))),
      };
      for (const name of FACET_NAMES) {
        expect(Object.entries(facets[name]).sort()).toEqual(expected[name].sort());
        const counts = Object.values(facets[name]);
        expect(counts).toEqual([...counts].sort((left, right) => right - left));
      }
    }),
  );
});

test('spellings that filters take for one are counted as one, and facets not asked for stay empty', () => {
  const store = [
    { tags: ['Home', 'home'], type: 'note', createdAt: 0 },
    { tags: ['HOME'], type: 'Note', createdAt: 0 },
  ];
  expect(countFacets(store, ['tags'])).toEqual({ tags: { Home: 2 }, type: {}, source: {}, month: {} });
});
