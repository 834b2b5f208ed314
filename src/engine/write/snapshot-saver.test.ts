import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contentHash } from '../../core/record/content-hash.ts';
import { toRow } from '../../core/record/memory.ts';
import { validateMemory } from '../../core/record/validate-memory.ts';
import { createSerial } from '../../core/serial.ts';
import { createKeywordIndex } from '../keyword/bm25-index.ts';
import { EphemeralDerived } from '../store/ephemeral-derived.ts';
import { createTable } from '../table/table.ts';
import { Trashed } from '../table/trashed.ts';
import { createSnapshotSaver } from './snapshot-saver.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns a store that's saved in the background. `rest` lets `milliseconds` pass without a write. */
function saving() {
  const table = createTable();
  let seq = 0;
  const saver = createSnapshotSaver({
    place: new EphemeralDerived(),
    table,
    trashed: new Trashed(),
    keyword: createKeywordIndex(),
    fingerprint: 'f',
    inOrder: createSerial(),
    closeHoles: async () => {},
    state: () => ({ seq, generation: 'g' }),
    onFailure: (error) => expect.unreachable(String(error)),
  });
  const context = { now: 1, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
  return {
    saver,
    write(count: number): void {
      for (let written = 0; written < count; written++) {
        seq++;
        table.put({ row: toRow(validateMemory({ id: `${seq}`, text: 'x' }, context), seq), links: [] });
      }
      saver.schedule();
    },
    rest: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
    get saved(): boolean {
      return saver.savedSeq === seq;
    },
  };
}

it('saves an import of thousands as soon as writes pause', async () => {
  const store = saving();
  for (let batch = 0; batch < 10; batch++) {
    store.write(500);
    await store.rest(100);
    expect(store.saved).toBe(false);
  }
  await store.rest(400);
  expect(store.saved).toBe(true);
});

it('delays single notes in a large store, but still saves them', async () => {
  const store = saving();
  store.write(5_000);
  await store.rest(500);
  store.write(1);
  await store.rest(3_000);
  expect(store.saved).toBe(false);
  await store.rest(1_000);
  expect(store.saved).toBe(true);
});

it('soon saves what was reindexed at a start', async () => {
  const store = saving();
  store.write(3_000);
  await store.saver.discard();
  store.saver.schedule();
  await store.rest(500);
  expect(store.saved).toBe(true);
});
