import { expect, test } from 'vitest';
import { contentHash } from '../../core/record/content-hash.ts';
import { toRow } from '../../core/record/memory.ts';
import { validateMemory } from '../../core/record/validate-memory.ts';
import { createKeywordIndex } from '../keyword/bm25-index.ts';
import { EphemeralDerived } from '../store/ephemeral-derived.ts';
import { createTable } from '../table/table.ts';
import { Trashed } from '../table/trashed.ts';
import type { SnapshotStore } from './snapshot-files.ts';
import { loadSnapshots, readSnapshots, type SnapshotParts, saveSnapshots } from './snapshots.ts';
import { createStartMarks } from './start-marks.ts';

const STATE = { seq: 2, generation: 'g' };

/** Each tab has the same memories, numbered in the order of `ids`. */
function tabOf(ids: readonly string[]): SnapshotParts {
  const table = createTable();
  const keyword = createKeywordIndex();
  const context = { now: 1, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
  for (const id of ids) {
    const memory = validateMemory({ id, text: `about ${id}` }, context);
    const ordinal = table.put({ row: toRow(memory, STATE.seq), links: [] });
    keyword.add({ ordinal, text: memory.text, title: '', tags: [], aliases: [], links: [] });
  }
  return { table, trashed: new Trashed(), keyword };
}

const save = (store: SnapshotStore, parts: SnapshotParts): Promise<void> => saveSnapshots(store, parts, 'f', STATE);
const load = async (store: SnapshotStore) => {
  return await loadSnapshots(readSnapshots(store), tabOf([]), 'f', createStartMarks());
};

test('accepts rows and postings that were saved together', async () => {
  const store = new EphemeralDerived();
  await save(store, tabOf(['a', 'b']));
  expect(await load(store)).toEqual({ ...STATE, keyword: true });
});

test('rejects rows of one tab with postings of another at the same seq', async () => {
  const store = new EphemeralDerived();
  // Lets another tab complete a save between the two writes of this one.
  const writeSnapshot: SnapshotStore['writeSnapshot'] = async (name, bytes, meta) => {
    if (name === 'keyword') await save(store, tabOf(['b', 'a']));
    await store.writeSnapshot(name, bytes, meta);
  };
  await save(Object.assign(new EphemeralDerived(), { writeSnapshot }), tabOf(['a', 'b']));
  expect((await load(store)).keyword).toBe(false);
});
