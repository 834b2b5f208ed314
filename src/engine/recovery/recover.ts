/**
 * Recovery (S5): compares the store with its journal and makes them agree, in either direction. The decision is
 * `recovery-plan.ts`; what the journal holds is `journal.ts`. Other tabs may write at any moment, so the journal is
 * looked at first and the head after it, in a transaction, by when whatever the journal held is committed or aborted.
 */
import { HybridSearchError } from '../../core/errors.ts';
import { changesAfter, reaches } from '../store/changes.ts';
import type { Connection } from '../store/connection.ts';
import { generationOf, headOf, newEpoch, putHead, readHead, readState } from '../store/head.ts';
import { isIntact } from '../store/memories.ts';
import type { Change, OpenReport } from '../store/memory-store.ts';
import { recordPages } from '../store/scan-pages.ts';
import type { Head, MemoryRecord } from '../store/schema.ts';
import { HEAD_KEY } from '../store/schema.ts';
import type { Journal, StoreImage, Survey } from './journal.ts';
import type { JournalEntry } from './record.ts';
import { planRecovery, type RecoveryPlan } from './recovery-plan.ts';
import { EMPTY_HEAD, isMeasureOf, measure, restore, toRecord } from './restore.ts';

export interface Recovery {
  event: OpenReport['event'];
  /** Ids of the memories that were given back. */
  restored: string[];
  /** What the journal needs now, which reached as far as `reached`. */
  needs: 'nothing' | 'append' | 'rewrite';
  reached: number;
}

/** Further behind, the journal is written anew instead. */
const LONGEST_APPEND = 5_000;
/** Another tab voids a batch as soon as it hears that its transaction was aborted. */
const VOID_PAUSE_MS = 50;
const VOID_ATTEMPTS = 20;
const STORES: ['memories', 'changes', 'meta'] = ['memories', 'changes', 'meta'];

/** What was read is not all that the head describes: records are missing. */
export class IncompleteImage extends HybridSearchError {
  constructor() {
    super('storage', 'records are missing');
  }
}

/**
 * Makes the store agree with its journal; `makeReady` then makes the journal agree with the store. Call both within the
 * journal's lock. `force` compares record by record.
 */
export async function recover(connection: Connection, journal: Journal, force = false): Promise<Recovery> {
  const { survey, head, plan } = await compare(connection, journal);
  const reached = survey.lastSeq;
  if (force || plan === 'restore') {
    const { restored, lost } = await restore(connection, survey, force, () => journal.contents());
    const event = lost ? 'storage-lost' : restored.length > 0 ? 'restored' : head ? 'ok' : 'created';
    return { event, restored, needs: 'rewrite', reached };
  }
  if (plan === 'fresh') await createHead(connection, survey.epoch ?? newEpoch());
  const needs = plan === 'append' || plan === 'rewrite' ? plan : 'nothing';
  return { event: plan === 'fresh' ? 'created' : 'ok', restored: [], needs, reached };
}

/** Opens the journal for appending, holding everything. Errors: `IncompleteImage`; those of the file system. */
export async function makeReady(connection: Connection, journal: Journal, recovery: Recovery): Promise<void> {
  if (recovery.needs === 'rewrite') return await rewrite(connection, journal);
  await journal.begin(await epochOf(connection));
  if (recovery.needs === 'append' && !(await appendMissing(connection, journal, recovery.reached)))
    await rewrite(connection, journal);
}

/** The store written anew as a base, which then also holds what was written while there was no journal. */
export async function rewrite(connection: Connection, journal: Journal): Promise<void> {
  const seq = await journal.compact(() => imageOf(connection, journal), await epochOf(connection));
  await connection.transact(STORES, 'readwrite', async (tx) => {
    const { unlogged, ...head } = await headOf(tx.objectStore('meta'));
    if (unlogged !== undefined && unlogged <= seq) await putHead(tx, head);
  });
}

/** Without a journal: only the head can be set right. */
export async function recoverAlone(connection: Connection): Promise<Pick<Recovery, 'event' | 'restored'>> {
  const { head, records } = await readState(connection);
  if (head && isWhole(head, records)) return { event: 'ok', restored: [] };
  if (!head && records === 0) {
    await createHead(connection, newEpoch());
    return { event: 'created', restored: [] };
  }
  const { lost } = await restore(connection, { epoch: head?.epoch, lastSeq: 0, damaged: false }, false);
  return { event: lost ? 'storage-lost' : 'ok', restored: [] };
}

export const isWhole = (head: Head, records: number): boolean => !head.restoring && head.count === records;

/** What both say of themselves. A journal that is ahead of a whole store is looked at again while other tabs write. */
async function compare(
  connection: Connection,
  journal: Journal,
): Promise<{ survey: Survey; head: Head | undefined; plan: RecoveryPlan }> {
  for (let attempt = 1; ; attempt++) {
    const survey = await journal.survey();
    const { head, records } = await readState(connection);
    const plan = planRecovery(head && { ...head, records }, survey);
    const ahead = plan === 'restore' && head && head.epoch === survey.epoch && isWhole(head, records);
    if (!ahead || attempt > VOID_ATTEMPTS || !(await journal.hasOtherWriters())) return { survey, head, plan };
    await new Promise((resolve) => setTimeout(resolve, VOID_PAUSE_MS));
  }
}

/**
 * The store as of one position, for a base; damaged records are replaced by the journal's where it has them.
 * Errors: `IncompleteImage`, `NotWhole`: such an image must not replace what the journal holds.
 */
async function imageOf(connection: Connection, journal: Journal): Promise<StoreImage> {
  const before = await connection.transact(['meta'], 'readonly', (tx) => headOf(tx.objectStore('meta')));
  const records = new Map<string, MemoryRecord>();
  const damaged: MemoryRecord[] = [];
  for await (const page of recordPages(connection)) {
    for (const record of page) {
      if (isIntact(record)) records.set(record.id, record);
      else damaged.push(record);
    }
  }
  if (damaged.length > 0) for (const record of await heal(connection, journal, damaged)) records.set(record.id, record);
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
  return { epoch: after.epoch, seq: after.seq, entries: [...records.values()].map(toEntry) };
}

/** Damaged records written back from the journal, where it holds the same version. Call within the journal's lock. */
export async function heal(
  connection: Connection,
  journal: Journal,
  damaged: readonly MemoryRecord[],
): Promise<MemoryRecord[]> {
  const { entries } = await journal.contents();
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

export const toEntry = ({ id, seq, crc, body }: MemoryRecord): JournalEntry => ({ kind: 'put', id, seq, crc, body });

async function createHead(connection: Connection, epoch: string): Promise<void> {
  await connection.transact(STORES, 'readwrite', async (tx) => {
    if (!(await tx.objectStore('meta').get(HEAD_KEY))) await putHead(tx, { epoch, ...EMPTY_HEAD });
  });
}

async function epochOf(connection: Connection): Promise<string> {
  return (await readHead(connection))?.epoch ?? newEpoch();
}

/** Appends what the change log has beyond `after`; false where it no longer reaches back or it would be too much. */
async function appendMissing(connection: Connection, journal: Journal, after: number): Promise<boolean> {
  const entries = await connection.transact(STORES, 'readonly', async (tx) => {
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
