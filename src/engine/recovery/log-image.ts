/** What the write-ahead log takes from the database, and gives back of it: images for checkpoints, healed records. */
import { changesAfter, reaches } from '../store/changes.ts';
import type { Connection } from '../store/connection.ts';
import { generationOf, HEAD_KEY, headOf } from '../store/head.ts';
import { isIntact } from '../store/memory-codec.ts';
import { recordPages } from '../store/scan-pages.ts';
import type { MemoryRecord } from '../store/schema.ts';
import type { HeldLog, StoreImage, WalEntry } from '../wal/write-ahead-log.ts';
import { entryOf, toEntry, toRecord } from './log-entries.ts';
import { isMeasureOf, measure } from './measure.ts';
import { IncompleteImage } from './recovery-plan.ts';

/** Further behind, the log is written anew instead. */
const LONGEST_APPEND = 5_000;
const STORES: ['memories', 'changes', 'meta'] = ['memories', 'changes', 'meta'];

/**
 * The store as of one position, for a checkpoint; damaged records are replaced by the log's where it has them.
 * Errors: `IncompleteImage`, `NotWhole`: such an image must not replace what the log holds.
 */
export async function imageOf(connection: Connection, wal: HeldLog): Promise<StoreImage> {
  const before = await connection.transact(['meta'], 'readonly', (tx) => headOf(tx.objectStore('meta')));
  const records = new Map<string, MemoryRecord>();
  const damaged: MemoryRecord[] = [];
  for await (const page of recordPages(connection)) {
    for (const record of page) {
      if (isIntact(record)) records.set(record.id, record);
      else damaged.push(record);
    }
  }
  if (damaged.length > 0) for (const record of await heal(connection, wal, damaged)) records.set(record.id, record);
  const after = await connection.transact(STORES, 'readonly', async (tx) => {
    const head = await headOf(tx.objectStore('meta'));
    if (generationOf(head) !== generationOf(before) || !reaches(head, before.seq)) throw new IncompleteImage();
    // What other tabs wrote while the pages were read.
    const changes = await changesAfter(tx.objectStore('changes'), before.seq);
    if (changes.some(({ kind }) => kind === 'clear')) records.clear();
    const memories = tx.objectStore('memories');
    const again = async (id: string): Promise<void> => {
      const record = await memories.get(id);
      if (record) records.set(id, record);
      else records.delete(id);
    };
    await Promise.all([...new Set(changes.map(({ id }) => id))].map(again));
    return head;
  });
  const found = measure(new Map([...records].map(([id, { seq }]) => [id, seq])));
  if (!isMeasureOf(after, found)) throw new IncompleteImage();
  return { storeId: after.epoch, seq: after.seq, entries: [...records.values()].map(toEntry) };
}

/** Damaged records written back from the log, where it holds the same version. */
export async function heal(
  connection: Connection,
  wal: HeldLog,
  damaged: readonly MemoryRecord[],
): Promise<MemoryRecord[]> {
  const { entries } = await wal.replay();
  const sound = damaged.flatMap(({ id, seq }) => {
    const entry = entries.get(id);
    const record = entry && toRecord(entry);
    return record?.seq === seq && isIntact(record) ? [record] : [];
  });
  return await connection.transact(['memories'], 'readwrite', async (tx) => {
    const memories = tx.objectStore('memories');
    const healed: MemoryRecord[] = [];
    for (const record of sound) {
      const now = await memories.get(record.id);
      if (!now) continue;
      if (!isIntact(now)) await memories.put(record);
      healed.push(isIntact(now) ? now : record);
    }
    return healed;
  });
}

/** What the change log has beyond `after`; undefined where it no longer reaches back or it would be too much. */
export async function missingEntries(connection: Connection, after: number): Promise<WalEntry[] | undefined> {
  return await connection.transact(STORES, 'readonly', async (tx) => {
    const head = await tx.objectStore('meta').get(HEAD_KEY);
    if (!head || after < head.floor || head.seq - after > LONGEST_APPEND) return undefined;
    const changes = await changesAfter(tx.objectStore('changes'), after);
    if (changes.length !== head.seq - after) return undefined;
    const memories = tx.objectStore('memories');
    return await Promise.all(changes.map(async (change) => entryOf(change, await memories.get(change.id))));
  });
}
