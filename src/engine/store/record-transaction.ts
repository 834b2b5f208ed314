/** What a writing transaction over memories, change log and head reads and puts. */
import { unwrap } from 'idb';
import { logChanges, trimChanges } from './changes.ts';
import { generationOf, putHead } from './head.ts';
import type { SeenStore } from './memory-store.ts';
import { changesOf, type PlannedWrites, readStored, type Stored } from './planned-writes.ts';
import type { Head, MemoryRecord, WriteTx } from './schema.ts';

export const RECORD_STORES: ['memories', 'changes', 'meta'] = ['memories', 'changes', 'meta'];
export type RecordTx = WriteTx<typeof RECORD_STORES>;

/**
 * The current memories of `ids`. If `seen` matches the store at `head`, ids that it lacks aren't looked up, which cost
 * 0.6 to 1.2 s of 10,000 new memories. Errors: `DamagedRecords`; the write is tried again once they're repaired.
 */
export async function currentRecords(
  tx: RecordTx,
  ids: readonly string[],
  head: Head,
  seen: SeenStore | undefined,
): Promise<(Stored | undefined)[]> {
  const memories = tx.objectStore('memories');
  const same = seen?.seq === head.seq && seen.count === head.count && seen.generation === generationOf(head);
  const current = same ? seen : undefined;
  const records = await Promise.all(ids.map((id) => (current && !current.has(id) ? undefined : memories.get(id))));
  const stored = records.map((record) => (record ? readStored(record) : undefined));
  const damaged = records.filter((record, i) => record && !stored[i]) as MemoryRecord[];
  if (damaged.length > 0) throw new DamagedRecords(damaged);
  return stored;
}

/** Thrown out of a transaction that found records with a wrong checksum. */
export class DamagedRecords extends Error {
  readonly records: readonly MemoryRecord[];

  constructor(records: readonly MemoryRecord[]) {
    super('damaged records');
    this.records = records;
  }
}

/**
 * Puts records, change log and head. `lean` drops the change log, so readers behind this write rebuild. Uses bare
 * requests, because a promise and two listeners for each of 10,000 took 0.6 s. A failing request aborts the
 * transaction.
 */
export function putWrites(tx: RecordTx, planned: PlannedWrites, lean: boolean): Promise<unknown> {
  const { head, writes } = planned;
  const memories = unwrap(tx.objectStore('memories'));
  for (const { change, record } of writes) {
    if (record) memories.put(record);
    else if (change.kind === 'remove') memories.delete(change.id);
    else if (change.kind === 'clear') memories.clear();
  }
  if (lean) return Promise.all([tx.objectStore('changes').clear(), putHead(tx, { ...head, floor: head.seq })]);
  logChanges(tx, changesOf(planned));
  const trimmed = trimChanges(tx, head);
  return Promise.all([trimmed.work, putHead(tx, trimmed.head)]);
}
