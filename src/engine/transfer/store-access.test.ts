import { expect, test } from 'vitest';
import { HybridSearchError } from '../../core/errors.ts';
import type { MemoryInput } from '../../core/record/memory.ts';
import { type TransferRows, transferStore } from './store-access.ts';

const context = { signal: new AbortController().signal, progress: () => {} };
const INPUTS: MemoryInput[] = ['a', 'b', 'c'].map((id) => ({ id, text: id }));

/** With `doneLate`, writes that time out complete nevertheless. */
function slowEngine(times: number, doneLate: boolean) {
  const ids = new Set(['b']);
  let tries = 0;
  const upsert = async (inputs: readonly MemoryInput[]) => {
    const outcomes = inputs.map(({ id }) => {
      const there = ids.has(id!);
      return { changed: !there, before: there ? { id } : undefined, stored: { id } };
    });
    const late = tries++ < times;
    if (!late || doneLate) for (const { id } of inputs) ids.add(id!);
    if (late) throw new HybridSearchError('timeout');
    return outcomes;
  };
  const table = { ordinalOf: (id: string) => (id === 'b' ? 0 : undefined) };
  return { engine: { table, upsert } as unknown as TransferRows, tries: () => tries, ids };
}

test.each([
  ['a write that was given up', false],
  ['a write that was done after all', true],
])('retries %s and counts it once', async (_, doneLate) => {
  const { engine, ids, tries } = slowEngine(2, doneLate);
  const store = transferStore(
    async () => engine,
    async () => engine,
    () => Promise.reject(new Error('no import of the list')),
    () => {},
    [0, 0],
  );
  expect(await store.upsertMany(context, INPUTS)).toEqual({ added: 2, updated: 0, unchanged: 1 });
  expect([tries(), [...ids].sort()]).toEqual([3, ['a', 'b', 'c']]);
});

test('reports a database that stays unresponsive', async () => {
  const { engine } = slowEngine(9, false);
  const store = transferStore(
    async () => engine,
    async () => engine,
    () => Promise.reject(new Error('no import of the list')),
    () => {},
    [0, 0],
  );
  await expect(store.upsertMany(context, INPUTS)).rejects.toMatchObject({ code: 'timeout' });
});
