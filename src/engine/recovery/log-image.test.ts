/** Tests what the image for a checkpoint does if the store is written while it's read. */
import { describe, expect, it } from 'vitest';
import { install, memory, openTab } from '../../testing/durable-tabs.ts';
import { writeDecisions } from '../../testing/write-decisions.ts';
import { headOf, putHead } from '../store/change-log.ts';
import { Connection } from '../store/connection.ts';
import { type MemoryRecord, RECORD_STORES } from '../store/schema.ts';
import type { HeldLog, WalEntry } from '../wal/write-ahead-log.ts';
import { imageOf } from './log-image.ts';
import { digestOf } from './records-digest.ts';
import { IncompleteImage, OutdatedImage } from './recovery-plan.ts';

/** Opens a store with the memories `a`, `b` and `c`, and reads it up to the point at which `change` runs. */
async function imageWith(change: (connection: Connection) => Promise<unknown>): Promise<WalEntry[]> {
  const origin = install(1);
  const one = await openTab(origin);
  const ids = ['a', 'b', 'c'];
  await origin.in(one.tab, () => writeDecisions(one.store, ids, () => ids.map((id) => memory(id, id))));
  return await origin.in(one.tab, async () => {
    const connection = new Connection('s');
    const image = imageOf(connection, {} as HeldLog);
    const entries = [...((await image.next()).value as readonly WalEntry[])];
    await change(connection);
    for (;;) {
      const { value, done } = await image.next();
      if (done) return entries;
      entries.push(...value);
    }
  });
}

/** @param logged false for a deletion on a full disk, which isn't in the change log */
const remove = (id: string, logged: boolean) => (connection: Connection) =>
  connection.transact(RECORD_STORES, 'readwrite', async (tx) => {
    const head = await headOf(tx.objectStore('meta'));
    await tx.objectStore('memories').delete(id);
    const left = (await tx.objectStore('memories').getAll()) as MemoryRecord[];
    const seq = head.seq + 1;
    if (logged) await tx.objectStore('changes').put({ seq, id, kind: 'remove' });
    const present = new Map(left.map((record) => [record.id, record.seq]));
    await putHead(tx, { ...head, ...digestOf(present), seq, ...(!logged && { floor: seq }) });
  });

describe('the image for a checkpoint', () => {
  it('includes a deletion that came while it was read', async () => {
    const entries = await imageWith(remove('b', true));
    expect(entries.map(({ kind, id }) => [kind, id])).toEqual([
      ['put', 'a'],
      ['put', 'b'],
      ['put', 'c'],
      ['remove', 'b'],
    ]);
  });

  it("is outdated, not incomplete, after a deletion that the change log doesn't have", async () => {
    await expect(imageWith(remove('b', false))).rejects.toThrow(OutdatedImage);
  });

  it('is incomplete if a record is gone that nobody removed', async () => {
    const lose = (connection: Connection) =>
      connection.transact(RECORD_STORES, 'readwrite', async (tx) => {
        const head = await headOf(tx.objectStore('meta'));
        await putHead(tx, { ...head, count: head.count + 1 });
      });
    await expect(imageWith(lose)).rejects.toThrow(IncompleteImage);
  });
});
