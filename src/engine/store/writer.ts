/**
 * The writing transaction: records, change log and head in one, the write-ahead log's frame flushed while it commits, and the
 * acknowledgement when both are done (M3). What is written is decided by the facade's callers.
 */
import { unwrap } from 'idb';
import { HybridSearchError, isHybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { logChanges, trimChanges } from './changes.ts';
import type { Connection } from './connection.ts';
import type { Guard, LoggedWrites } from './guard.ts';
import { generationOf, headOf, putHead } from './head.ts';
import type { Outcome, Stored } from './memories.ts';
import { applyTouches, readStored } from './memories.ts';
import { encodeMemory } from './memory-codec.ts';
import type { Decide, Mutation, SeenStore } from './memory-store.ts';
import type { Head, MemoryRecord, WriteTx } from './schema.ts';
import { isQuota, isUnreadable, isValueLost } from './storage-errors.ts';

const STORES: ['memories', 'changes', 'meta'] = ['memories', 'changes', 'meta'];
/** A database that refuses a write is compared with its log and mended; where that did not help, not at every write. */
const MEND_AGAIN_AFTER_MS = 30_000;
export type RecordTx = WriteTx<typeof STORES>;
export type Plan = (tx: RecordTx, head: Head) => Promise<Outcome>;

/**
 * A deletion is tried after each of these in room that was made for it. A compaction holds the old tables and the new ones
 * for a moment: one was refused with 0.6 MB of room, the next one 20 ms later was not.
 */
const DELETION_PAUSES_MS = [0, 30, 150];
/**
 * One in five transactions of a full disk never settles: waiting 2 s for it, a person was told after 3 s. The last try has
 * long all the same, because on a loaded machine short ones alone refused deletions; all of them end within ten seconds.
 */
const DELETION_MS = 500;
const LAST_DELETION_MS = 5_000;

export interface WriterParts {
  connection: Connection;
  guard: Guard;
  /** Frees space where the disk is full (S7). */
  dropDerived(): Promise<void>;
  /** Called before a transaction commits. */
  onWriting(): void;
  /** Called after each acknowledged write, with the bytes of its records. */
  onWritten(head: Head, bytes: number): void;
}

/** One write, however often it is tried. */
interface Attempt {
  readonly plan: Plan;
  /** What the transaction that was tried last would have done. */
  outcome: Outcome | undefined;
}

export class Writer {
  readonly #parts: WriterParts;
  #mendedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** One writing transaction; where the disk is full, room is made for it. */
  async write(plan: Plan): Promise<Outcome> {
    const { connection, guard } = this.#parts;
    const attempt: Attempt = { plan, outcome: undefined };
    try {
      return await guard.whole(() => this.#writeOnce(attempt));
    } catch (error) {
      if (error instanceof DamagedRecords) await guard.heal(error.records, true);
      else if (isValueLost(error)) await guard.repair(true);
      else if (isUnreadable(error) && performance.now() - this.#mendedAt > MEND_AGAIN_AFTER_MS) {
        this.#mendedAt = performance.now();
        await guard.repair(true);
      } else if (isQuota(error) || (connection.suspected && isHybridSearchError(error, 'timeout')))
        return await this.#makeRoom(attempt);
      else throw error;
      return await guard.whole(() => this.#writeOnce(attempt));
    }
  }

  /**
   * Derived data goes first (S7). A write that frees room, or takes none, may also have the reserve, and after that the
   * room of the log; it then leaves nothing behind but the head. Errors: `quota`.
   */
  async #makeRoom(attempt: Attempt): Promise<Outcome> {
    const { connection, guard, dropDerived } = this.#parts;
    guard.tellQuota();
    const freeReserve = () => guard.freeReserve();
    const freeLog = () => guard.freeLog();
    for (const free of [dropDerived, freeReserve, freeLog]) {
      const reserved = free !== dropDerived;
      if (reserved && attempt.outcome && !frees(attempt.outcome)) break;
      await connection.suspect();
      // A transaction that was never tried is tried again, on what room there is.
      const freed = !reserved || attempt.outcome ? await free().catch(() => true) : true;
      if (freed === false) continue;
      try {
        const outcome = reserved
          ? await this.#deleteAgain(attempt, free === freeLog ? LAST_DELETION_MS : DELETION_MS)
          : await guard.whole(() => this.#writeOnce(attempt));
        if (reserved) guard.keepReserve();
        return outcome;
      } catch (error) {
        if (!isQuota(error) && !isHybridSearchError(error, 'timeout')) throw error;
      } finally {
        // What is not a deletion does not get its time.
        connection.expectFull();
      }
    }
    throw new HybridSearchError('quota');
  }

  /**
   * Tries a deletion for which room was made, also while LevelDB still holds that room. Errors: `quota`, `timeout`.
   * @param lastMs milliseconds that the last try gets
   */
  async #deleteAgain(attempt: Attempt, lastMs: number): Promise<Outcome> {
    const { connection, guard } = this.#parts;
    for (let tries = 1; ; tries++) {
      const last = tries === DELETION_PAUSES_MS.length;
      await new Promise((resolve) => setTimeout(resolve, DELETION_PAUSES_MS[tries - 1]));
      await connection.suspect(last ? lastMs : DELETION_MS);
      try {
        return await guard.whole(() => this.#writeOnce(attempt, true));
      } catch (error) {
        if (last || !(isQuota(error) || isHybridSearchError(error, 'timeout'))) throw error;
      }
    }
  }

  /** Stores what changes no content; damaged records count as missing. */
  async touch(ids: readonly string[], decide: Decide): Promise<Mutation> {
    return await this.#parts.connection.transact(['memories'], 'readwrite', async (tx) => {
      const memories = tx.objectStore('memories');
      const found = await Promise.all(ids.map((id) => memories.get(id)));
      const current = found.map((record) => (record ? readStored(record) : undefined));
      const { records, mutation } = applyTouches(ids, current, decide);
      await Promise.all(records.map((record) => memories.put(record)));
      return mutation;
    });
  }

  /** `lean`: the change log goes, so that readers behind this write rebuild. */
  async #writeOnce(attempt: Attempt, lean = false): Promise<Outcome> {
    const { connection, guard } = this.#parts;
    let receipt: LoggedWrites | undefined;
    let logged = true;
    const work = async (tx: RecordTx): Promise<Outcome> => {
      receipt?.abort();
      receipt = undefined;
      const head = await headOf(tx.objectStore('meta'));
      const planned = withPurgeMark(await attempt.plan(tx, head));
      if (planned.writes.length === 0) return planned;
      attempt.outcome = planned;
      logged = guard.logs(head);
      if (!logged) planned.head = { ...planned.head, unlogged: planned.head.seq };
      const done = put(tx, planned, lean);
      // The browser commits while this thread flushes the log; the write is acknowledged when both are done.
      this.#parts.onWriting();
      tx.commit();
      if (logged) receipt = guard.append(planned.writes);
      await done;
      return planned;
    };
    const safety = guard.mode === 'durable' ? 'relaxed' : 'strict';
    try {
      const outcome = await connection.transact(STORES, 'readwrite', work, safety);
      if (outcome.writes.length === 0) return outcome;
      if (logged && !receipt) outcome.head = await this.#markUnlogged(outcome.head);
      this.#parts.onWritten(outcome.head, bytesOf(outcome));
      return outcome;
    } catch (error) {
      receipt?.abort();
      // It may be about to commit all the same.
      if (receipt && isHybridSearchError(error, 'timeout')) guard.doubt();
      throw error;
    }
  }

  /** The log failed while the transaction committed: noted before the write is acknowledged, so that no start trusts it. */
  async #markUnlogged(written: Head): Promise<Head> {
    return await this.#parts.connection
      .transact(STORES, 'readwrite', async (tx) => {
        const head = await headOf(tx.objectStore('meta'));
        const marked = { ...head, unlogged: Math.max(head.unlogged ?? 0, written.seq) };
        await putHead(tx, marked);
        return marked;
      })
      .catch(() => ({ ...written, unlogged: written.seq }));
  }
}

/**
 * The current memories of `ids`. Where `seen` is a copy of the store as `head` has it, ids that it lacks are not looked
 * for: that cost 0.6 to 1.2 s of 10,000 new memories. Errors: `DamagedRecords`, upon which `Writer.write` heals and
 * tries again.
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

/** Thrown out of a transaction that met records whose checksum does not match. */
class DamagedRecords extends Error {
  readonly records: readonly MemoryRecord[];

  constructor(records: readonly MemoryRecord[]) {
    super('damaged records');
    this.records = records;
  }
}

function bytesOf({ writes }: Outcome): number {
  return writes.reduce((sum, { record }) => sum + (record?.body.length ?? 0), 0);
}

/** Whether the writes leave no more bytes behind than were there. */
function frees({ writes, before, after }: Outcome): boolean {
  const size = (memory: Memory | undefined): number => (memory ? encodeMemory(memory).length : 0);
  if (writes.every(({ record }) => record === null)) return true;
  const sum = (list: readonly (Memory | undefined)[]): number =>
    list.reduce((total, memory) => total + size(memory), 0);
  return sum(after) <= sum(before);
}

/** Notes in the head that old content now waits for its purge, so that a later start knows. */
function withPurgeMark(outcome: Outcome): Outcome {
  const { head, writes } = outcome;
  if (!writes.some((write) => write.replaces)) return outcome;
  return { ...outcome, head: { ...head, purge: { since: head.purge?.since ?? Date.now(), seq: head.seq } } };
}

/** Bare requests: a promise and two listeners for each of 10,000 took 0.6 s; a failing one aborts the transaction. */
function put(tx: RecordTx, { head, writes }: Outcome, lean: boolean): Promise<unknown> {
  const memories = unwrap(tx.objectStore('memories'));
  for (const { change, record } of writes) {
    if (record) memories.put(record);
    else if (change.kind === 'remove') memories.delete(change.id);
  }
  if (lean) return Promise.all([tx.objectStore('changes').clear(), putHead(tx, { ...head, floor: head.seq })]);
  logChanges(
    tx,
    writes.map(({ change }) => change),
  );
  const trimmed = trimChanges(tx, head);
  return Promise.all([trimmed.work, putHead(tx, trimmed.head)]);
}
