/**
 * Writes to the database. Records, change log and head are written in one transaction. While it commits, its frame is
 * flushed to the write-ahead log. The write is acknowledged when both are done.
 */
import { HybridSearchError, isHybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { headOf, IncompleteDatabase, OwnPositions, putHead } from '../store/change-log.ts';
import type { Connection } from '../store/connection.ts';
import { navigatorOf } from '../store/context.ts';
import type { Committed, Plan, StoreState } from '../store/memory-store.ts';
import {
  bytesOf,
  changesOf,
  currentRecords,
  DamagedRecords,
  freesSpace,
  isCommitted,
  makeRecord,
  type PlannedWrites,
  planClearing,
  planWrites,
  putWrites,
  readRecord,
} from '../store/planned-writes.ts';
import type { TabChannel } from '../store/presence.ts';
import { Reserve } from '../store/reserve.ts';
import { type Head, RECORD_STORES, type RecordTx } from '../store/schema.ts';
import { isQuota, isUnreadable, isValueLost } from '../store/storage-errors.ts';
import type { Receipt } from '../wal/write-ahead-log.ts';
import type { Durability } from './durability.ts';
import type { Purger } from './purge.ts';
import { rotateLevelDb, rotateLevelDbSoon } from './rotate-leveldb.ts';

/** If a write finds the database unreadable, the database is repaired from its log, but at most once in this time. */
const MEND_AGAIN_AFTER_MS = 30_000;
/**
 * Pauses before each attempt at a deletion, after space was freed. During a compaction, LevelDB's old and new tables
 * coexist for a moment: one deletion was refused with 0.6 MB free, but accepted 20 ms later.
 */
const DELETION_PAUSES_MS = [0, 30, 150];
/**
 * Shortest deadlines of these attempts and, once the log's space is freed, of the last one. On a full disk, one in five
 * transactions never settles. With short attempts only, a busy machine refused deletions, and also writes after the
 * quota was raised.
 */
const DELETION_MS = 500;
const LAST_TRY_MS = 5_000;

export interface TransactionsParts {
  readonly connection: Connection;
  readonly durability: Durability;
  readonly channel: TabChannel;
  readonly purger: Purger;
  dropDerived(): Promise<unknown>;
}

type Decide<Planned> = (tx: RecordTx, head: Head) => Promise<Planned> | Planned;

class Attempt<Planned extends PlannedWrites> {
  readonly decide: Decide<Planned>;
  planned: Planned | undefined;
  positions: ReturnType<OwnPositions['add']>;
  logged = true;
  receipt: Receipt | undefined;

  constructor(decide: Decide<Planned>) {
    this.decide = decide;
  }
}

export class Transactions {
  readonly #parts: TransactionsParts;
  readonly #ownPositions = new OwnPositions();
  readonly #reserve: Reserve;
  #mendedAt = Number.NEGATIVE_INFINITY;
  #rotateNow: (() => void) | undefined;

  constructor(parts: TransactionsParts) {
    this.#parts = parts;
    this.#reserve = new Reserve(parts.connection);
  }

  /** Call it once database and log agree. */
  async prepare(): Promise<void> {
    // If LevelDB's log is torn, the next kill can lose the store. With a write-ahead log, the store could be restored,
    // so the repair can wait. Without one, repair it now.
    if (this.#parts.durability.mode === 'durable') {
      this.#rotateNow = rotateLevelDbSoon();
      // The reserve's large pieces aren't needed until much has been written. Until then, a deletion can use the log's
      // space.
      void this.#reserve.dropLarge().catch(() => {});
    } else {
      await rotateLevelDb();
      await this.#reserve.wrote(await usedBytes());
    }
  }

  async commit<Outcome>(plan: Plan<Outcome>): Promise<Committed<Outcome>> {
    const planned = await this.#write(async (tx, head) =>
      planWrites(head, plan, await currentRecords(tx, plan.ids, head, plan.seen)),
    );
    return { changes: changesOf(planned), after: planned.after, outcome: planned.outcome };
  }

  async clear(at?: Pick<StoreState, 'seq' | 'generation'>): Promise<Committed<void>['changes']> {
    return changesOf(await this.#write((_, head) => planClearing(head, at)));
  }

  wrote(seq: number): boolean {
    return this.#ownPositions.has(seq);
  }

  async touch(id: string, change: (memory: Memory) => Memory | undefined): Promise<void> {
    await this.#parts.connection.transact(['memories'], 'readwrite', async (tx) => {
      const memories = tx.objectStore('memories');
      const record = await memories.get(id);
      const memory = record && readRecord(record);
      const touched = memory && change(memory);
      if (touched) await memories.put(makeRecord(touched, record.seq));
    });
  }

  async #write<Planned extends PlannedWrites>(decide: Decide<Planned>): Promise<Planned> {
    const { connection, durability } = this.#parts;
    const attempt = new Attempt(decide);
    try {
      return await durability.withRecovery(() => this.#writeOnce(attempt));
    } catch (error) {
      if (error instanceof DamagedRecords) await durability.heal(error.records, true);
      else if (isValueLost(error)) await durability.repair(true);
      else if (isUnreadable(error) && performance.now() - this.#mendedAt > MEND_AGAIN_AFTER_MS) {
        this.#mendedAt = performance.now();
        await durability.repair(true);
      } else if (isQuota(error) || (connection.isDiskFull && isForLackOfSpace(error)))
        return await this.#makeSpace(attempt, error);
      else throw error;
      return await durability.withRecovery(() => this.#writeOnce(attempt));
    } finally {
      this.#ownPositions.settle(attempt.positions, false);
    }
  }

  async #writeOnce<Planned extends PlannedWrites>(attempt: Attempt<Planned>, lean = false): Promise<Planned> {
    const { channel, connection, durability } = this.#parts;
    const work = async (tx: RecordTx): Promise<Planned> => {
      const head = await this.#begin(attempt, tx);
      // If an earlier attempt timed out but committed after all, deciding again would find nothing to do.
      if (attempt.planned && (await isCommitted(tx, head, attempt.planned))) return attempt.planned;
      const planned = await this.#decide(attempt, tx, head);
      if (planned.writes.length === 0) return planned;
      const done = putWrites(tx, planned, lean);
      // If LevelDB's log has a torn record, a kill loses everything appended after it. So a new log is started now.
      this.#rotateNow?.();
      this.#rotateNow = undefined;
      channel.post('writing');
      // Lets the browser commit while this thread flushes the log.
      tx.commit();
      if (attempt.logged) attempt.receipt = durability.append(planned.writes);
      await done;
      return planned;
    };
    try {
      const safety = durability.mode === 'durable' ? 'relaxed' : 'strict';
      const planned = await connection.transact(RECORD_STORES, 'readwrite', work, safety);
      if (planned.writes.length > 0) await this.#acknowledge(attempt, planned);
      return planned;
    } catch (error) {
      const logged = this.#abortLogged(attempt);
      // After a timeout, the transaction may still commit.
      if (logged && isHybridSearchError(error, 'timeout')) durability.doubt();
      throw error;
    }
  }

  #begin(attempt: Attempt<PlannedWrites>, tx: RecordTx): Promise<Head> {
    // `transact` runs its work again if the connection was lost. The earlier run may have logged its writes.
    this.#abortLogged(attempt);
    return headOf(tx.objectStore('meta'));
  }

  /** Returns false if nothing was logged. */
  #abortLogged(attempt: Attempt<PlannedWrites>): boolean {
    const { receipt } = attempt;
    attempt.receipt = undefined;
    receipt?.abort();
    return receipt !== undefined;
  }

  async #decide<Planned extends PlannedWrites>(attempt: Attempt<Planned>, tx: RecordTx, head: Head): Promise<Planned> {
    const planned = await attempt.decide(tx, head);
    if (planned.writes.length === 0) return planned;
    attempt.planned = planned;
    attempt.logged = this.#parts.durability.logAccepts(head);
    if (planned.writes.some(({ replaces }) => replaces)) {
      const { seq, purge } = planned.head;
      planned.head = { ...planned.head, purge: { since: purge?.since ?? Date.now(), seq } };
    }
    if (!attempt.logged) planned.head = { ...planned.head, unlogged: planned.head.seq };
    this.#ownPositions.settle(attempt.positions, false);
    attempt.positions = this.#ownPositions.add(changesOf(planned));
    return planned;
  }

  async #acknowledge(attempt: Attempt<PlannedWrites>, planned: PlannedWrites): Promise<void> {
    const { channel, durability, purger } = this.#parts;
    if (attempt.logged && !attempt.receipt) planned.head = await this.#markUnlogged(planned.head);
    this.#ownPositions.settle(attempt.positions, true);
    channel.post('changed');
    void this.#reserve.wrote(bytesOf(planned));
    durability.noteHead(planned.head);
    if (planned.head.purge) purger.note(planned.head);
  }

  /** Marks the head if the log failed during a commit, before the acknowledgement, so that no start trusts the log. */
  async #markUnlogged(written: Head): Promise<Head> {
    return await this.#parts.connection
      .transact(RECORD_STORES, 'readwrite', async (tx) => {
        const head = await headOf(tx.objectStore('meta'));
        const marked = { ...head, unlogged: Math.max(head.unlogged ?? 0, written.seq) };
        await putHead(tx, marked);
        return marked;
      })
      .catch(() => ({ ...written, unlogged: written.seq }));
  }

  /**
   * Frees space and tries again. Derived data is freed first. A write that adds no bytes may also use the reserve, and
   * then the space of the log.
   * @param refusal if it's a timeout, a write that adds bytes gets longer now, because the machine may be busy; a
   * deletion does at its last try
   */
  async #makeSpace<Planned extends PlannedWrites>(attempt: Attempt<Planned>, refusal: unknown): Promise<Planned> {
    const { connection, durability, dropDerived } = this.#parts;
    durability.reportFullDisk();
    const freeReserve = () => this.#reserve.drop();
    const freeLog = () => durability.freeLog();
    let failure = refusal;
    for (const free of [dropDerived, freeReserve, freeLog]) {
      const reserved = free !== dropDerived;
      await connection.reconnectOnFullDisk();
      // A restoration needs space too, even before a write that adds bytes, and it needs the log itself.
      const doubtful = free === freeLog || !attempt.planned || failure instanceof IncompleteDatabase;
      const incomplete = reserved && doubtful && (await durability.isIncomplete().catch(() => true));
      if (incomplete && free === freeLog) break;
      // Until the write is planned, it's unknown whether it adds bytes, so it's tried with the space there is.
      const deletes = attempt.planned && freesSpace(attempt.planned);
      if (reserved && !incomplete && deletes === false) break;
      const freed = !reserved || incomplete || attempt.planned ? await free().catch(() => true) : true;
      if (freed === false) continue;
      if (!reserved && !deletes && !isQuota(refusal)) connection.expectFull(LAST_TRY_MS);
      try {
        const planned = reserved
          ? await this.#deleteAgain(attempt, free === freeLog ? LAST_TRY_MS : DELETION_MS)
          : await durability.withRecovery(() => this.#writeOnce(attempt));
        if (reserved) void this.#reserve.keep();
        return planned;
      } catch (error) {
        if (!isForLackOfSpace(error)) throw error;
        failure = error;
      } finally {
        // Only this write gets a longer deadline.
        connection.expectFull();
      }
    }
    throw new HybridSearchError('quota');
  }

  /**
   * Retries a deletion, because LevelDB may not have released the freed space yet. The deadline of the last attempt is
   * at least `lastMs`. Errors: `quota`, `timeout`, `IncompleteDatabase`.
   */
  async #deleteAgain<Planned extends PlannedWrites>(attempt: Attempt<Planned>, lastMs: number): Promise<Planned> {
    const { connection, durability } = this.#parts;
    for (let tries = 1; ; tries++) {
      const last = tries === DELETION_PAUSES_MS.length;
      await new Promise((resolve) => setTimeout(resolve, DELETION_PAUSES_MS[tries - 1]));
      await connection.reconnectOnFullDisk(last ? lastMs : DELETION_MS);
      try {
        return await durability.withRecovery(() => this.#writeOnce(attempt, true));
      } catch (error) {
        if (last || !isForLackOfSpace(error)) throw error;
      }
    }
  }
}

/** Whether a full disk can be the cause. It refuses a transaction, never settles it, or interrupts a restoration. */
const isForLackOfSpace = (error: unknown): boolean =>
  isQuota(error) || isHybridSearchError(error, 'timeout') || error instanceof IncompleteDatabase;

/** Returns the bytes that the origin uses, or infinity if the browser doesn't say. */
async function usedBytes(): Promise<number> {
  const estimate = await navigatorOf()
    .storage?.estimate?.()
    .catch(() => undefined);
  return estimate?.usage ?? Number.POSITIVE_INFINITY;
}
