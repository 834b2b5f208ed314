import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FACET_NAMES } from '../../core/filter/filters.ts';
import type { MemoryRow } from '../../core/record/memory.ts';
import { runAtOnce } from '../../core/steps.ts';
import type { EngineTable } from '../table/memory-table.ts';
import { openRows } from '../table/packed-rows.ts';
import { createRowIndexes } from '../table/row-indexes.ts';
import { createTable } from '../table/table.ts';
import { createFacetCounter } from './facet-counter.ts';

type Labels = Pick<MemoryRow, 'tags' | 'type' | 'createdAt'> & { source?: string };

const label = fc.constantFrom('a', 'b', '__proto__', 'constructor');
const labels = fc.record({
  tags: fc.uniqueArray(label, { maxLength: 3 }),
  type: label,
  source: label,
  createdAt: fc.integer({ min: 0, max: 1e10 }),
});

const put = (table: EngineTable, n: number, row: Labels): void => {
  table.put({ row: { id: `m${n}`, ...row } as MemoryRow, links: [] });
};

const rowsOf = (table: EngineTable): [number, MemoryRow][] => [...table.rows()];

function tally(values: string[]): [string, number][] {
  return [...new Set(values)].map((value): [string, number] => [
    value,
    values.filter((other) => other === value).length,
  ]);
}

test('counts equal a tally of the values after any writes, removals and restores', () => {
  const step = fc.oneof(
    fc.record({ put: fc.nat({ max: 12 }), row: labels }),
    fc.record({ remove: fc.nat({ max: 12 }) }),
    fc.constant('restore' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.func(fc.boolean()), (steps, matches) => {
      const table = createTable();
      const count = createFacetCounter(table, createRowIndexes(table), { timeZone: 'UTC' });
      for (const one of steps) {
        if (one === 'restore') table.restore(openRows(runAtOnce(table.pack())));
        else if ('put' in one) put(table, one.put, one.row);
        else table.remove(`m${one.remove}`);
        const matched = rowsOf(table).filter(([at]) => matches(at));
        const facets = count(
          Uint32Array.from(matched, ([at]) => at),
          FACET_NAMES,
        );
        const rows = matched.map(([, row]) => row);
        const expected = {
          tags: tally(rows.flatMap(({ tags }) => [...tags])),
          type: tally(rows.map(({ type }) => type)),
          source: tally(rows.map(({ source }) => source!)),
          month: tally(rows.map(({ createdAt }) => new Date(createdAt).toISOString().slice(0, 7))),
        };
        for (const name of FACET_NAMES) {
          expect(Object.entries(facets[name]).sort()).toEqual(expected[name].sort());
          const counts = Object.values(facets[name]);
          expect(counts).toEqual([...counts].sort((left, right) => right - left));
        }
      }
    }),
  );
});

test('counts spellings that filters treat as equal together, and leaves other facets empty', () => {
  const table = createTable();
  put(table, 0, { tags: ['Home', 'home'], type: 'note', createdAt: 0 });
  put(table, 1, { tags: ['HOME'], type: 'Note', createdAt: 0 });
  const facets = createFacetCounter(table, createRowIndexes(table))(Uint32Array.of(0, 1), ['tags']);
  expect(facets).toEqual({ tags: { Home: 2 }, type: {}, source: {}, month: {} });
});

test("doesn't count a row that was removed between answer and count", () => {
  const table = createTable();
  put(table, 0, { tags: ['home'], type: 'note', createdAt: 0 });
  const count = createFacetCounter(table, createRowIndexes(table));
  expect(count(Uint32Array.of(0), ['tags']).tags).toEqual({ home: 1 });
  table.remove('m0');
  expect(count(Uint32Array.of(0), ['tags']).tags).toEqual({});
});
