import { expect, it } from 'vitest';
import { contentHash } from '../../core/record/content-hash.ts';
import { type Ordinal, toRow } from '../../core/record/memory.ts';
import { validateMemory } from '../../core/record/validate-memory.ts';
import { runAtOnce } from '../../core/steps.ts';
import type { EngineTable } from './memory-table.ts';
import { packChunks } from './packed-chunks.ts';
import { openRows } from './packed-rows.ts';
import { createRowIndexes } from './row-indexes.ts';
import { createTable } from './table.ts';

const context = { now: 1, newId: () => '', hash: contentHash, conversationTtlMs: 0 };

function putInto(table: EngineTable, id: string): Ordinal {
  return table.put({ row: toRow(validateMemory({ id, text: 'x' }, context), 1), links: [] });
}

function idsOf(table: EngineTable) {
  const read: Ordinal[] = [];
  const indexes = createRowIndexes(table);
  const ids = indexes.add(
    'ids',
    (): (string | undefined)[] => [],
    (list, at) => {
      read.push(at);
      list[at] = table.row(at)?.id;
    },
  );
  return { ids, prepare: () => indexes.prepare(), read: () => read.splice(0) };
}

it('reads only rows that were written or removed, and none when memories are embedded', () => {
  const table = createTable();
  const { ids, read } = idsOf(table);
  const first = putInto(table, 'a');
  putInto(table, 'b');
  expect(ids()).toEqual(['a', 'b']);
  expect(read()).toEqual([0, 1]);
  table.setChunks(first, packChunks({ contentHash: 'x', chunks: [{ hash: 'x', start: 0, end: 1 }] }));
  expect(ids()).toEqual(['a', 'b']);
  expect(read()).toEqual([]);
  putInto(table, 'c');
  table.remove('a');
  putInto(table, 'c');
  expect(ids()).toEqual([undefined, 'b', 'c']);
  expect(read()).toEqual([0, 2]);
});

it('reads all rows if everything was replaced, or too many rows to remember were written', () => {
  const table = createTable();
  const { ids, read } = idsOf(table);
  putInto(table, 'a');
  const packed = openRows(runAtOnce(table.pack()));
  putInto(table, 'b');
  expect(ids()).toEqual(['a', 'b']);
  table.restore(packed);
  expect(ids()).toEqual(['a']);
  table.clear();
  expect(ids()).toEqual([]);
  putInto(table, 'c');
  putInto(table, 'd');
  expect(ids()).toEqual(['c', 'd']);
  read();
  const { rowsVersion } = table;
  for (let time = 0; time < 10_000; time++) putInto(table, 'd');
  expect(table.changedSince(rowsVersion)).toBeNull();
  expect(table.changedSince(table.rowsVersion - 4_000)).toHaveLength(4_000);
  expect(ids()).toEqual(['c', 'd']);
  expect(read()).toEqual([0, 1]);
});

it('rebuilds after a failure halfway', () => {
  const table = createTable();
  let fails = false;
  const count = createRowIndexes(table).add(
    'count',
    () => ({ rows: 0 }),
    (value) => {
      if (fails) throw new Error('no');
      value.rows++;
    },
  );
  putInto(table, 'a');
  expect(count()).toEqual({ rows: 1 });
  putInto(table, 'b');
  fails = true;
  expect(count).toThrow('no');
  fails = false;
  expect(count()).toEqual({ rows: 2 });
});

it('reads ahead step by step, with any writes between two steps', () => {
  const table = createTable();
  const { ids, prepare, read } = idsOf(table);
  const all = Array.from({ length: 3_500 }, (_, at) => `${at}`);
  for (const id of all) putInto(table, id);
  const steps = prepare();
  steps.next();
  const first = read();
  expect(first.length).toBeGreaterThan(0);
  expect(first.length).toBeLessThan(all.length / 2);
  table.remove('0');
  table.remove('3000');
  putInto(table, 'new');
  while (!steps.next().done);
  expect(new Set(read())).toEqual(new Set([0, ...all.slice(first.length).map(Number), 3_500]));
  expect(ids()).toEqual([...all.map((id) => (id === '0' || id === '3000' ? undefined : id)), 'new']);
  expect(read()).toEqual([]);
});

it('an early caller waits only for the remaining rows', () => {
  const table = createTable();
  const { ids, prepare, read } = idsOf(table);
  for (let at = 0; at < 2_500; at++) putInto(table, `${at}`);
  prepare().next();
  const first = read().length;
  expect(ids()).toHaveLength(2_500);
  expect(read()).toHaveLength(2_500 - first);
});
