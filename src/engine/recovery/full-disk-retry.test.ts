/** Tests how long each attempt may take. How the store behaves on a full disk is tested in the browser. */
import { expect, it } from 'vitest';
import { HybridSearchError } from '../../core/errors.ts';
import { memory } from '../../testing/durable-tabs.ts';
import type { PlannedWrites } from '../store/planned-writes.ts';
import { FullDiskRetry } from './full-disk-retry.ts';

const note = memory('a', 'a note');
const record = { id: 'a', seq: 1, crc: 0, body: new Uint8Array() };
const writes: PlannedWrites['writes'] = [{ change: { seq: 1, id: 'a', kind: 'put' }, record, replaces: false }];
const head = { epoch: 'e', seq: 1, floor: 0, count: 1, hash: 0 };
const addition: PlannedWrites = { head, writes, before: [undefined], after: [note] };

/** Returns the shortest deadline of each attempt, in milliseconds. Undefined is the default for a full disk. */
async function deadlinesOf(planned: PlannedWrites, isBusy: boolean): Promise<(number | undefined)[]> {
  let least: number | undefined;
  const deadlines: (number | undefined)[] = [];
  const expectFull = (milliseconds?: number): void => {
    least = milliseconds;
  };
  const late = new HybridSearchError('timeout', 'A transaction took too long');
  const retry = new FullDiskRetry(
    {
      connection: {
        expectFull,
        isBusy: async () => isBusy,
        reconnectOnFullDisk: async (milliseconds) => expectFull(milliseconds),
      },
      durability: { freeLog: async () => {}, isIncomplete: async () => false, reportFullDisk: () => {} },
      reserve: { drop: async () => true, keep: async () => {} },
      dropDerived: async () => {},
      planned: () => planned,
      write: async () => {
        deadlines.push(least);
        throw late;
      },
    },
    late,
  );
  await expect(retry.run()).rejects.toMatchObject({ code: 'quota' });
  return deadlines;
}

it('gives an addition that timed out a long second try only on a busy device', async () => {
  expect(await deadlinesOf(addition, false)).toEqual([1_000]);
  expect(await deadlinesOf(addition, true)).toEqual([5_000]);
});

it('gives a deletion a long last try on any device', async () => {
  const removal = { ...addition, before: [note], after: [undefined] };
  for (const isBusy of [true, false]) {
    expect(await deadlinesOf(removal, isBusy)).toEqual([undefined, 500, 500, 500, 500, 500, 5_000]);
  }
});
