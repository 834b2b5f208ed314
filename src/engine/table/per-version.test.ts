import { expect, it } from 'vitest';
import { contentHash } from '../../core/record/content-hash.ts';
import { type Ordinal, toRow } from '../../core/record/memory.ts';
import { validateMemory } from '../../core/record/validate-memory.ts';
import { packChunks } from './packed-chunks.ts';
import { perVersion } from './per-version.ts';
import { createTable } from './table.ts';

it('is built again after every write, and not while memories are embedded', () => {
  const table = createTable();
  const context = { now: 1, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
  const put = (id: string): Ordinal =>
    table.put({ row: toRow(validateMemory({ id, text: 'x' }, context), 1), links: [] });
  let built = 0;
  const ids = perVersion(table, (rows) => {
    built++;
    return Array.from({ length: rows.size }, (_, at) => rows.row(at as Ordinal)?.id);
  });
  const first = put('a');
  expect(ids()).toEqual(['a']);
  table.setChunks(first, packChunks({ contentHash: 'x', chunks: [{ hash: 'x', start: 0, end: 1 }] }));
  table.touch();
  expect(ids()).toEqual(['a']);
  expect(built).toBe(1);
  put('b');
  expect(ids()).toEqual(['a', 'b']);
  table.remove('a');
  expect(ids()).toEqual([undefined, 'b']);
  table.clear();
  expect(ids()).toEqual([]);
  expect(built).toBe(4);
});
