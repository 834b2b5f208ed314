import { expect, it } from 'vitest';
import { type Memory, toRow } from '../../core/record/memory.ts';
import { validateMemory } from '../../core/record/validate-memory.ts';
import { distractors } from '../../testing/distractors.ts';
import { fromColumns, toColumns } from './row-columns.ts';
import { createTable } from './table.ts';

const memories: Memory[] = distractors(200).map((input, n) =>
  validateMemory(
    {
      ...input,
      id: `m${n}`,
      ...(n % 3 === 0 && { importance: n % 10, aliases: [`a${n}`], links: ['x'] }),
      ...(n % 7 === 0 && { metadata: { deep: { list: [n] } }, expiresAt: 5_000_000_000_000 }),
    },
    { now: 1_700_000_000_000, newId: () => '', hash: (text) => `hash ${text.length}`, conversationTtlMs: 0 },
  ),
);

it('rows come back from their columns exactly, free ordinals included', () => {
  const table = createTable();
  for (const [n, memory] of memories.entries()) table.put({ row: toRow(memory, n + 1), links: memory.links ?? [] });
  for (const id of ['m0', 'm17', 'm199']) table.remove(id);
  const dumped = table.dump();
  expect(dumped.filter((entry) => entry === null)).toHaveLength(3);
  expect(fromColumns(JSON.parse(JSON.stringify(toColumns(dumped))))).toEqual(dumped);
  const restored = createTable();
  restored.restore(fromColumns(toColumns(dumped)));
  expect(restored.liveCount).toBe(197);
  expect(restored.row(restored.ordinalOf('m33')!)).toEqual(toRow(memories[33]!, 34));
});

it('an empty table has none', () => {
  expect(fromColumns(toColumns([]))).toEqual([]);
});

it('columns that do not fit one another are refused', () => {
  const columns = toColumns(memories.map((memory, n) => ({ row: toRow(memory, n), links: [] })));
  expect(() => fromColumns({ ...columns, links: columns.links.slice(1) })).toThrow();
  const { seq } = columns.fields;
  expect(() =>
    fromColumns({ ...columns, fields: { ...columns.fields, seq: { rows: null, values: seq!.values.slice(1) } } }),
  ).toThrow();
});
