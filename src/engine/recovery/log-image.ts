/** Reads the database for the write-ahead log (checkpoints, missing entries), and repairs its records from the log. */
import { changesAfter, generationOf, HEAD_KEY, headOf, reaches } from '../store/change-log.ts';
import type { Connection } from '../store/connection.ts';
import { isIntact } from '../store/memory-codec.ts';
import type { Change } from '../store/memory-store.ts';
import { recordPages } from '../store/scan-pages.ts';
import { type MemoryRecord, RECORD_STORES } from '../store/schema.ts';
import type { HeldLog, StoreImage, WalEntry } from '../wal/write-ahead-log.ts';
import { entryOf, toEntry, toRecord } from './log-entries.ts';
import { digestOf, matchesHead } from './records-digest.ts';
import { IncompleteImage, OutdatedImage } from './recovery-plan.ts';

const LONGEST_APPEND = 5_000;

/**
 * Yields the contents of the store. Keeps only ids and positions in memory: with all records, a checkpoint of 60,000
 * short memories added 50 to 100 MiB. Changes made meanwhile are read at the end, so that the checkpoint covers them
 * too. Otherwise, tabs would keep their log entries of these changes, even those with deleted texts. Errors:
 * `IncompleteImage`, `OutdatedImage` and `IncompleteDatabase`. After an error, the image must not replace the log's
 * content.
 */
export async function* imageOf(connection: Connection, wal: HeldLog): StoreImage {
  const begun = await connection.transact(['meta'], 'readonly', (tx) => headOf(tx.objectStore('meta')));
  const present = new Map<string, number>();
  const noted = (records: readonly MemoryRecord[]): WalEntry[] => {
    for (const { id, seq } of records) present.set(id, seq);
    return records.map(toEntry);
  };
  const damaged: MemoryRecord[] = [];
  for await (const page of recordPages(connection)) {
    yield noted(page.filter(isIntact));
    for (const record of page) if (!isIntact(record)) damaged.push(record);
  }
  if (damaged.length > 0) yield noted(await heal(connection, wal, damaged));
  const { head, written } = await connection.transact(RECORD_STORES, 'readonly', async (tx) => {
    const now = await headOf(tx.objectStore('meta'));
    if (generationOf(now) !== generationOf(begun) || now.seq < begun.seq) throw new IncompleteImage();
    // Deletions on a full disk aren't in the change log. Nothing is missing, so the store needn't be restored.
    if (!reaches(now, begun.seq)) throw new OutdatedImage();
    const changes = await changesAfter(tx.objectStore('changes'), begun.seq);
    const unread = changes.filter(({ id, seq }) => present.get(id) !== seq);
    for (const { kind, id, seq } of changes) {
      if (kind === 'clear') present.clear();
      else if (kind === 'remove') present.delete(id);
      else present.set(id, seq);
    }
    const memories = tx.objectStore('memories');
    const standing = unread.filter(({ kind, id, seq }) => kind !== 'put' || present.get(id) === seq);
    const entries = await Promise.all(
      standing.map(async (change) =>
        entryOf(change, change.kind === 'put' ? await memories.get(change.id) : undefined),
      ),
    );
    if (entries.some(({ kind }, at) => kind !== standing[at]!.kind)) throw new IncompleteImage();
    return { head: now, written: entries };
  });
  if (!matchesHead(head, digestOf(present))) throw new IncompleteImage();
  yield written;
  return { storeId: head.epoch, seq: head.seq };
}

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

/**
 * Returns the changes after a position as log entries. Undefined if the change log doesn't have all of them, or if
 * there are too many. Errors: `IncompleteImage` if a memory is missing or damaged.
 */
export async function missingEntries(connection: Connection, after: number): Promise<WalEntry[] | undefined> {
  return await connection.transact(RECORD_STORES, 'readonly', async (tx) => {
    const head = await tx.objectStore('meta').get(HEAD_KEY);
    if (!head || after < head.floor || head.seq - after > LONGEST_APPEND) return undefined;
    const changes = await changesAfter(tx.objectStore('changes'), after);
    if (changes.length !== head.seq - after) return undefined;
    const memories = tx.objectStore('memories');
    const standing = standingChanges(changes);
    return await Promise.all(
      changes.map(async (change) => {
        const entry = entryOf(change, await memories.get(change.id));
        // The put's record is missing. Logging a removal would also delete the earlier version from the log.
        if (standing.has(change) && entry.kind !== change.kind) throw new IncompleteImage();
        return entry;
      }),
    );
  });
}

function standingChanges(changes: readonly Change[]): ReadonlySet<Change> {
  const last = new Map<string, Change>();
  for (const change of changes) {
    if (change.kind === 'clear') last.clear();
    last.set(change.id, change);
  }
  return new Set(last.values());
}
