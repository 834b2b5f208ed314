/**
 * Writes to the database. Records, change log and head are written in one transaction. While it commits, its frame is
 * flushed to the write-ahead log. The write is acknowledged when both are done.
 */
import { isHybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { headOf, OwnPositions, putHead } from '../store/change-log.ts';
import type { Connection } from '../store/connection.ts';
import { navigatorOf } from '../store/context.ts';
import type { Committed, Plan, StoreState } from '../store/memory-store.ts';
import {
  bytesOf,
  changesOf,
  currentRecords,
  DamagedRecords,
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
import type { PendingBatch } from '../wal/write-ahead-log.ts';
import type { Durability } from './durability.ts';
import { FullDiskRetry, isForLackOfSpace } from './full-disk-retry.ts';
import type { Purger } from './purge.ts';
import { rotateLevelDb, rotateLevelDbSoon } from './rotate-leveldb.ts';

/** If a write finds the database unreadable, the database is repaired from its log, but at most once in this time. */
const MEND_AGAIN_AFTER_MS = 30_000;

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
  /** Set while its writes are logged and the transaction commits. */
  batch: PendingBatch | undefined;

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
        return await this.#retryOnFullDisk(attempt, error);
      else throw error;
      return await durability.withRecovery(() => this.#writeOnce(attempt));
    } finally {
      this.#ownPositions.settle(attempt.positions, false);
    }
  }

  async #retryOnFullDisk<Planned extends PlannedWrites>(attempt: Attempt<Planned>, refusal: unknown): Promise<Planned> {
    const { connection, durability, dropDerived } = this.#parts;
    const retry = new FullDiskRetry(
      {
        connection,
        durability,
        reserve: this.#reserve,
        dropDerived,
        planned: () => attempt.planned,
        write: (lean) => durability.withRecovery(() => this.#writeOnce(attempt, lean)),
      },
      refusal,
    );
    return await retry.run();
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
      if (attempt.logged) attempt.batch = durability.logWrites(planned.writes);
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
    const { batch } = attempt;
    attempt.batch = undefined;
    batch?.abort();
    return batch !== undefined;
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
    attempt.batch?.commit();
    if (attempt.logged && !attempt.batch) planned.head = await this.#markUnlogged(planned.head);
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
}

/** Returns the bytes that the origin uses, or infinity if the browser doesn't say. */
async function usedBytes(): Promise<number> {
  const estimate = await navigatorOf()
    .storage?.estimate?.()
    .catch(() => undefined);
  return estimate?.usage ?? Number.POSITIVE_INFINITY;
}
