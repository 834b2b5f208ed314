/**
 * Restores what the log has and the store lacks. The head is marked first, so that no tab reads or writes until the
 * restoration is done. The mark is removed last, so that an interrupted restoration runs again at the next start.
 */
import { HybridSearchError } from '../../core/errors.ts';
import { changesAfter, HEAD_KEY, newStoreId, putHead, readHead } from '../store/change-log.ts';
import type { Connection } from '../store/connection.ts';
import { isIntact } from '../store/memory-codec.ts';
import type { Change } from '../store/memory-store.ts';
import { recordPagesAsFound, salvage } from '../store/scan-pages.ts';
import { type Head, type MemoryRecord, RECORD_STORES } from '../store/schema.ts';
import { isUnreadable } from '../store/storage-errors.ts';
import { replay } from '../wal/replay.ts';
import { type HeldLog, imageOfEntries, type Survey } from '../wal/write-ahead-log.ts';
import { toEntry, toRecord } from './log-entries.ts';
import { digestOf, matchesHead } from './records-digest.ts';
import { planRecovery, planRestoration } from './recovery-plan.ts';

const BATCH = 500;
/** The restoration is repeated if a tab that doesn't know the mark (an older version) wrote meanwhile. */
const ATTEMPTS = 3;
/** Pause before reading again, in which a crashed storage process of the browser can restart. */
const AGAIN_AFTER_MS = 1_000;
const NOTHING = replay({ checkpointSeq: 0, checkpointEntries: [], laterEntries: [] });

export const EMPTY_HEAD = { seq: 0, floor: 0, count: 0, hash: 0 };

export interface Restored {
  restored: string[];
  lost: number;
}

/**
 * Restores the store if `force` is set, or if `survey` shows that it still needs to be restored. If the database can't
 * be read to its end, deletes it and rebuilds it from its readable records and the log's. The log gets all of these
 * records first.
 */
export async function restore(
  connection: Connection,
  survey: Survey,
  force: boolean,
  log?: HeldLog,
): Promise<Restored> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const begun = await begin(connection, survey, force || attempt > 1);
    if (!begun) return { restored: [], lost: 0 };
    // Reads the log after the head is marked. From then on, no other tab writes, so this read misses nothing.
    const wal = (await log?.replay()) ?? { storeId: begun.epoch, ...NOTHING };
    // An empty log can't belong to another store, so the head's positions stay valid.
    const sameStore = begun.seq === 0 || wal.storeId === undefined || begun.epoch === wal.storeId;
    const { present, damaged, salvaged } = await survivors(connection, log !== undefined);
    const wholeUpTo = sameStore && matchesHead(begun, digestOf(present)) ? begun.seq : 0;
    const changes = await lastChanges(connection).catch((error: unknown) => {
      if (!salvaged || !isUnreadable(error)) throw error;
      return new Map<string, Change>();
    });
    const { puts, deletes, unsound } = planRestoration({ present, damaged, changes, sameStore, wholeUpTo }, wal);
    const records = puts.map((id) => toRecord(wal.entries.get(id)!)).filter(isIntact);
    if (!salvaged) await putRecords(connection, records, damaged);
    for (const { id, seq } of records) present.set(id, seq);
    for (const id of deletes) present.delete(id);
    const now = digestOf(present);
    const seq = [...present.values()].reduce((a, b) => Math.max(a, b), Math.max(begun.seq, wal.lastSeq));
    const untouched =
      !salvaged && records.length === 0 && deletes.length === 0 && seq === begun.seq && matchesHead(begun, now);
    const after: Head = { ...begun };
    delete after.restoring;
    if (!untouched) {
      Object.assign(after, { ...now, seq, floor: seq, restorations: (begun.restorations ?? 0) + 1 });
      // The database's files may still contain memories that were removed.
      if (deletes.length > 0 || !sameStore) after.purge = begun.purge ?? { since: Date.now(), seq };
      if (begun.seq === 0) after.epoch = wal.storeId ?? begun.epoch;
      // Positions continue after those of the remaining records, so they may repeat positions of the lost log. The new
      // id keeps that log, if it's found later, from being mistaken for this store's.
      if (!log) after.epoch = newStoreId();
    }
    if (salvaged) {
      for (const record of records) salvaged.set(record.id, record);
      for (const id of deletes) salvaged.delete(id);
      await replace(connection, log!, [...salvaged.values()], after);
    } else if (!(await end(connection, begun, after, deletes, untouched))) continue;
    // If the head's position isn't behind the log's, the head's count shows how many memories are missing. Otherwise,
    // each position that the log lacks counts as one: only those after the head's position if the head matched the
    // records that were found, all if it didn't.
    const headKnows = sameStore && begun.seq > 0 && begun.seq >= wal.lastSeq;
    const missing = headKnows ? missingOf(begun, now) : wal.gapsAfter(wholeUpTo);
    return { restored: records.map(({ id }) => id), lost: Math.max(unsound.length, missing) };
  }
  throw new HybridSearchError('storage', 'another tab kept writing during the restore');
}

/** Returns the number of missing memories, at least 1 if only the hash differs. */
function missingOf(head: Head, now: { count: number; hash: number }): number {
  return matchesHead(head, now) ? 0 : Math.max(1, head.count - now.count);
}

/** If the tab is killed meanwhile, nothing is lost, because the log gets everything first. */
async function replace(connection: Connection, log: HeldLog, records: MemoryRecord[], head: Head): Promise<void> {
  const position = { storeId: head.epoch, seq: head.seq };
  await log.checkpoint(() => imageOfEntries(position, records.map(toEntry)), head.epoch);
  await connection.recreate();
  await rebuild(connection, records, head);
}

/** The database counts as complete only at the end. */
export async function rebuild(connection: Connection, records: readonly MemoryRecord[], head: Head): Promise<void> {
  await connection.transact(RECORD_STORES, 'readwrite', (tx) => putHead(tx, { ...head, restoring: true }));
  await putRecords(connection, records);
  // The change log was deleted with the old database, so readers that are behind have to scan the whole store.
  await connection.transact(RECORD_STORES, 'readwrite', (tx) => putHead(tx, { ...head, floor: head.seq }));
}

/** Marks the head and resolves with it, or with undefined if there's nothing to restore any more. */
async function begin(connection: Connection, survey: Survey, force: boolean): Promise<Head | undefined> {
  return await connection.transact(RECORD_STORES, 'readwrite', async (tx) => {
    const [head, records] = await Promise.all([
      tx.objectStore('meta').get(HEAD_KEY),
      tx.objectStore('memories').count(),
    ]);
    if (head && !force && planRecovery({ ...head, records }, survey) !== 'restore') return undefined;
    const marked: Head = { ...(head ?? { epoch: survey.storeId ?? newStoreId(), ...EMPTY_HEAD }), restoring: true };
    await putHead(tx, marked);
    return marked;
  });
}

async function end(
  connection: Connection,
  begun: Head,
  after: Head,
  deletes: readonly string[],
  untouched: boolean,
): Promise<boolean> {
  return await connection.transact(RECORD_STORES, 'readwrite', async (tx) => {
    const now = await tx.objectStore('meta').get(HEAD_KEY);
    if (now?.seq !== begun.seq || now.epoch !== begun.epoch) return false;
    const memories = tx.objectStore('memories');
    await Promise.all([
      ...deletes.map((id) => memories.delete(id)),
      // The change log doesn't lead to this state, so readers that are behind have to scan the whole store.
      untouched ? undefined : tx.objectStore('changes').clear(),
      putHead(tx, after),
    ]);
    return true;
  });
}

/**
 * Reads what's left of the database. If it can't be read to its end, even on a second attempt, `salvaged` has the
 * readable records. Between and after these reads, the database must answer another request. So a database that's only
 * briefly unavailable isn't replaced.
 */
async function survivors(
  connection: Connection,
  replaceable: boolean,
): Promise<{ present: Map<string, number>; damaged: Set<string>; salvaged?: Map<string, MemoryRecord> }> {
  const givenUp = (error: unknown): undefined => {
    if (!replaceable || !isUnreadable(error)) throw error;
  };
  const once = await readSurvivors(connection).catch(givenUp);
  if (once) return once;
  await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  await readHead(connection);
  const twice = await readSurvivors(connection).catch(givenUp);
  if (twice) return twice;
  const salvaged = await salvage(connection);
  await readHead(connection);
  return { present: new Map([...salvaged].map(([id, { seq }]) => [id, seq])), damaged: new Set(), salvaged };
}

async function readSurvivors(connection: Connection): Promise<{ present: Map<string, number>; damaged: Set<string> }> {
  const present = new Map<string, number>();
  const damaged = new Set<string>();
  for await (const page of recordPagesAsFound(connection)) {
    for (const record of page.values) {
      present.set(record.id, record.seq);
      if (!isIntact(record)) damaged.add(record.id);
    }
    for (const id of page.damaged as string[]) {
      present.set(id, 0);
      damaged.add(id);
    }
  }
  return { present, damaged };
}

/** Puts records, except over an intact one as new or newer. Doesn't read `damaged` ones first, which may fail. */
async function putRecords(
  connection: Connection,
  records: readonly MemoryRecord[],
  damaged: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (let at = 0; at < records.length; at += BATCH) {
    await connection.transact(['memories'], 'readwrite', async (tx) => {
      const memories = tx.objectStore('memories');
      await Promise.all(
        records.slice(at, at + BATCH).map(async (record) => {
          const now = damaged.has(record.id) ? undefined : await memories.get(record.id);
          if (!now || !isIntact(now) || now.seq < record.seq) await memories.put(record);
        }),
      );
    });
  }
}

async function lastChanges(connection: Connection): Promise<Map<string, Change>> {
  const changes = await connection.transact(['changes'], 'readonly', (tx) =>
    changesAfter(tx.objectStore('changes'), 0),
  );
  return new Map(changes.map((change) => [change.id, change]));
}
