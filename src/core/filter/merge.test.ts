import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toRow } from '../record/memory.ts';
import { validateMemory } from '../record/validate-memory.ts';
import type { Filters } from './filters.ts';
import { mergeFilters } from './merge.ts';
import { compileFilters } from './predicate.ts';

const name = fc.constantFrom('a', 'b', 'c');
const names = fc.uniqueArray(name, { maxLength: 3 });
const nameOrNames = fc.oneof(name, names);
const filters = fc.record(
  {
    tags: names,
    allTags: names,
    type: nameOrNames,
    source: nameOrNames,
    thread: nameOrNames,
    session: nameOrNames,
    contentType: fc.constantFrom('text' as const, 'multimodal' as const),
    startDate: fc.integer({ min: 0, max: 4 }),
    endDate: fc.integer({ min: 0, max: 4 }),
    minConfidence: fc.constantFrom(0, 0.5, 1),
    metadata: fc.dictionary(name, fc.integer({ min: 0, max: 1 }), { maxKeys: 2 }),
    metadataFilters: fc.array(fc.record({ path: name, operator: fc.constant('eq' as const), value: fc.constant(0) }), {
      maxLength: 1,
    }),
    ids: names,
    not: fc.array(fc.record({ type: name }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const inputs = fc.record(
  {
    id: name,
    tags: names,
    type: name,
    source: name,
    thread: name,
    session: name,
    createdAt: fc.integer({ min: 0, max: 4 }),
    confidence: fc.constantFrom(0, 0.5, 1),
    metadata: fc.dictionary(name, fc.integer({ min: 0, max: 1 }), { maxKeys: 2, noNullPrototype: true }),
  },
  { requiredKeys: [] },
);

test('a merged filter matches exactly if all its parts match', () => {
  const context = { now: 0, newId: () => 'x', hash: () => 'h', conversationTtlMs: 0 };
  fc.assert(
    fc.property(filters, filters, filters, fc.array(inputs, { maxLength: 20 }), (one, two, three, store) => {
      const before = structuredClone([one, two, three]);
      const merged = mergeFilters(mergeFilters(one, two), mergeFilters(three, one));
      expect([one, two, three]).toEqual(before);
      const rows = store.map((input) => toRow(validateMemory({ text: 'x', ...input }, context), 1));
      const holds = (given: Filters | undefined) => compileFilters(given) ?? (() => true);
      const expected = rows.filter((row) => [one, two, three].every((part) => holds(part)(row)));
      expect(rows.filter(holds(merged))).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});

test('one side alone is itself', () => {
  expect(mergeFilters(undefined, { type: 'a' })).toEqual({ type: 'a' });
  expect(mergeFilters({ type: 'a' }, null)).toEqual({ type: 'a' });
  expect(mergeFilters(undefined, null)).toBeUndefined();
});

test('an invalid filter is still refused after merging', () => {
  const wrong = { type: 5, tags: 'a' } as unknown as Filters;
  const merged = mergeFilters({ type: 'a', tags: ['b'] }, wrong);
  expect(() => compileFilters(merged)).toThrow(expect.objectContaining({ code: 'invalid-filter' }));
});
