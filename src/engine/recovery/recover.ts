/**
 * Start-up recovery (S5): compares the store with its journal and makes them agree, in either direction. The decision
 * is `recovery-plan.ts`; what the journal holds is `journal.ts`.
 */

import { changesAfter } from '../store/changes.ts';
import type { Connection } from '../store/connection.ts';
import { newEpoch, putHead, readHead, readState } from '../store/head.ts';
import { isIntact } from '../store/memories.ts';
import { setHashOf } from '../store/memory-codec.ts';
import type { Change, OpenReport } from '../store/memory-store.ts';
import { recordPages } from '../store/scan-pages.ts';
import type { Head, MemoryRecord } from '../store/schema.ts';
import { HEAD_KEY } from '../store/schema.ts';
import type { Contents, Journal, StoreImage } from './journal.ts';
import type { JournalEntry } from './record.ts';
import { planRecovery } from './recovery-plan.ts';

export interface Recovery {
  event: OpenReport['event'];
  /** Ids of the memories that were given back. */
  restored: string[];
}

/** Further behind, the journal is written anew instead. */
const LONGEST_APPEND = 5_000;
/** Memories put back per transaction. */
const RESTORE_BATCH = 500;

/** Makes store and journal agree. Call within the journal's lock. `force` compares record by record. */
export async function recover(connection: Connection, journal: Journal, force = false): Promise<Recovery> {
  const { head, records } = await readState(connection);
  const survey = await journal.survey();
  const plan = force ? 'restore' : planRecovery(head && { ...head, records }, survey);
  switch (plan) {
    case 'fresh': {
      await createHead(connection, survey.epoch ?? newEpoch());
      await journal.begin(await epochOf(connection));
      return { event: 'created', restored: [] };
    }
    case 'ok':
      await journal.begin(await epochOf(connection));
      return { event: 'ok', restored: [] };
    case 'append':
      await journal.begin(await epochOf(connection));
      if (!(await appendMissing(connection, journal, survey.lastSeq))) await rewrite(connection, journal);
      return { event: 'ok', restored: [] };
    case 'rewrite':
      await rewrite(connection, journal);
      return { event: 'ok', restored: [] };
    case 'restore': {
      const { restored, lost } = await restore(connection, await journal.contents());
      await rewrite(connection, journal);
      if (lost) return { event: 'storage-lost', restored };
      return { event: restored.length > 0 ? 'restored' : head ? 'ok' : 'created', restored };
    }
  }
}

/** Without a journal: only the head can be set right. True when memories are missing. */
export async function recoverAlone(connection: Connection): Promise<boolean> {
  const { head, records } = await readState(connection);
  if (head && head.count === records) return false;
  if (!head && records === 0) {
    await createHead(connection, newEpoch());
    return false;
  }
  const empty: Contents = { epoch: undefined, entries: new Map(), lastSeq: 0, gaps: false };
  return (await restore(connection, empty)).lost;
}

/** The store as it is, for a base; damaged records are replaced by the journal's where it has them. */
export async function imageOf(connection: Connection, journal: Journal, epoch: string): Promise<StoreImage> {
  const seq = (await readHead(connection))?.seq ?? 0;
  const entries: JournalEntry[] = [];
  const damaged: MemoryRecord[] = [];
  for await (const page of recordPages(connection)) {
    for (const record of page) {
      if (isIntact(record)) entries.push(toEntry(record));
      else damaged.push(record);
    }
  }
  if (damaged.length > 0) {
    const healed = await heal(connection, journal, damaged);
    entries.push(...healed.map(toEntry));
  }
  return { epoch, seq, entries };
}

/** Damaged records written back from the journal, where it holds the same version. Call within the journal's lock. */
export async function heal(
  connection: Connection,
  journal: Journal,
  damaged: readonly MemoryRecord[],
): Promise<MemoryRecord[]> {
  const { entries } = await journal.contents();
  const sound = damaged.flatMap(({ id }) => {
    const entry = entries.get(id);
    const record = entry && toRecord(entry);
    return record && isIntact(record) ? [record] : [];
  });
  return await connection.transact(['memories'], 'readwrite', async (tx) => {
    const memories = tx.objectStore('memories');
    const healed: MemoryRecord[] = [];
    for (const record of sound) {
      const now = await memories.get(record.id);
      if (!now || isIntact(now)) continue;
      await memories.put(record);
      healed.push(record);
    }
    return healed;
  });
}

export const toEntry = ({ id, seq, crc, body }: MemoryRecord): JournalEntry => ({ kind: 'put', id, seq, crc, body });

export const toRecord = ({ id, seq, crc, body }: JournalEntry): MemoryRecord => {
  return { id, seq, crc, body: new Uint8Array(body) };
};

async function createHead(connection: Connection, epoch: string): Promise<void> {
  await connection.transact(['memories', 'changes', 'meta'], 'readwrite', async (tx) => {
    if (!(await tx.objectStore('meta').get(HEAD_KEY))) {
      await putHead(tx, { epoch, seq: 0, floor: 0, count: 0, hash: 0 });
    }
  });
}

async function epochOf(connection: Connection): Promise<string> {
  return (await readHead(connection))?.epoch ?? newEpoch();
}

async function rewrite(connection: Connection, journal: Journal): Promise<void> {
  const epoch = await epochOf(connection);
  await journal.compact((current) => imageOf(connection, journal, current), epoch);
}

/** Appends what the change log has beyond `after`; false where it no longer reaches back or it would be too much. */
async function appendMissing(connection: Connection, journal: Journal, after: number): Promise<boolean> {
  const entries = await connection.transact(['memories', 'changes', 'meta'], 'readonly', async (tx) => {
    const head = await tx.objectStore('meta').get(HEAD_KEY);
    if (!head || after < head.floor || head.seq - after > LONGEST_APPEND) return undefined;
    const changes = await changesAfter(tx.objectStore('changes'), after);
    const memories = tx.objectStore('memories');
    return await Promise.all(changes.map(async (change) => entryOf(change, await memories.get(change.id))));
  });
  if (!entries) return false;
  if (entries.length > 0) journal.append(entries);
  return true;
}

/** A superseded put becomes a removal: a later entry of the same batch has the memory, and no position is left out. */
function entryOf(change: Change, record: MemoryRecord | undefined): JournalEntry {
  if (change.kind === 'put' && record?.seq === change.seq && isIntact(record)) return toEntry(record);
  const kind = change.kind === 'clear' ? 'clear' : 'remove';
  return { kind, id: change.id, seq: change.seq, crc: 0, body: new Uint8Array() };
}

/**
 * Puts back what the journal has and the store lacks; sets the head right. `lost`: something is known to be missing.
 * The head is written last, so that an interrupted restoration begins again at the next start.
 */
async function restore(connection: Connection, journal: Contents): Promise<{ restored: string[]; lost: boolean }> {
  for (let attempt = 1; ; attempt++) {
    const head = await readHead(connection);
    const present = new Map<string, number>();
    const damaged = new Set<string>();
    for await (const page of recordPages(connection)) {
      for (const record of page) {
        present.set(record.id, record.seq);
        if (!isIntact(record)) damaged.add(record.id);
      }
    }
    // Another epoch: the database was replaced by a new one, which is then the newer authority on what it holds.
    const sameStore = !head || head.seq === 0 || head.epoch === journal.epoch;
    const puts = [...journal.entries.values()]
      .filter((entry) => {
        const seq = present.get(entry.id);
        return seq === undefined || damaged.has(entry.id) || (sameStore && seq < entry.seq);
      })
      .map(toRecord)
      .filter(isIntact);
    const given = new Set(puts.map((record) => record.id));
    const unsound = [...damaged].filter((id) => !given.has(id));
    const removed =
      sameStore && !journal.gaps
        ? [...present].filter(([id, seq]) => seq <= journal.lastSeq && !journal.entries.has(id))
        : [];
    const deletes = [...new Set([...unsound, ...removed.map(([id]) => id)])];
    for (let at = 0; at < puts.length; at += RESTORE_BATCH) {
      await connection.transact(['memories'], 'readwrite', async (tx) => {
        const memories = tx.objectStore('memories');
        await Promise.all(puts.slice(at, at + RESTORE_BATCH).map((record) => memories.put(record)));
      });
    }
    for (const record of puts) present.set(record.id, record.seq);
    for (const id of deletes) present.delete(id);
    const settled = await settle(connection, head, restoredHead(head, journal, present), deletes);
    if (settled || attempt === 3) {
      const short = head !== undefined && head.seq >= journal.lastSeq && present.size < head.count;
      return { restored: puts.map((record) => record.id), lost: unsound.length > 0 || journal.gaps || short };
    }
  }
}

function restoredHead(head: Head | undefined, journal: Contents, present: ReadonlyMap<string, number>): Head {
  let hash = 0;
  let seq = Math.max(head?.seq ?? 0, journal.lastSeq);
  for (const [id, recordSeq] of present) {
    hash = (hash + setHashOf(id, recordSeq)) >>> 0;
    seq = Math.max(seq, recordSeq);
  }
  const kept = head && head.seq > 0 ? head.epoch : (journal.epoch ?? head?.epoch ?? newEpoch());
  // The log no longer tells how this state came about: readers behind it rebuild.
  return { epoch: kept, seq, floor: seq, count: present.size, hash };
}

/** Deletes and writes the head, unless another tab has written meanwhile: then false. */
async function settle(
  connection: Connection,
  before: Head | undefined,
  after: Head,
  deletes: readonly string[],
): Promise<boolean> {
  return await connection.transact(['memories', 'changes', 'meta'], 'readwrite', async (tx) => {
    const now = await tx.objectStore('meta').get(HEAD_KEY);
    if (now?.seq !== before?.seq) return false;
    const memories = tx.objectStore('memories');
    await Promise.all([
      ...deletes.map((id) => memories.delete(id)),
      tx.objectStore('changes').clear(),
      putHead(tx, after),
    ]);
    return true;
  });
}
