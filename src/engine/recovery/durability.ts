/**
 * What protects the database against its loss: the write-ahead log where OPFS exists, and a sentinel. Runs recovery and keeps
 * the log small. Writing is in `transactions.ts`; a failing log never fails a write. The states are in `states.ts`.
 */
import type { Connection } from '../store/connection.ts';
import { NotWhole, readHead, readState } from '../store/head.ts';
import type { DurabilityMode, OpenReport } from '../store/memory-store.ts';
import type { Write } from '../store/planned-writes.ts';
import type { Head, MemoryRecord } from '../store/schema.ts';
import { isUnreadable } from '../store/storage-errors.ts';
import type { StoreEvents } from '../store/store-events.ts';
import type { TabChannel } from '../store/tab-channel.ts';
import { isLogError, isLogTimeout } from '../wal/log-errors.ts';
import type { HeldLog, Receipt, WriteAheadLog } from '../wal/write-ahead-log.ts';
import { toEntries } from './log-entries.ts';
import { LogSession } from './log-session.ts';
import { isWhole } from './measure.ts';
import type { Depth, Recovery, RecoveryResult } from './recover.ts';
import { IncompleteImage } from './recovery-plan.ts';
import { rotateLevelDb } from './rotate-leveldb.ts';
import { missingSince, type Sentinel, tellsLoss } from './sentinel.ts';
import type { StoreStates } from './states.ts';

/** How long a deletion waits for other tabs to drop their active segments; a frozen one does so when it wakes. */
const GATHER_MS = 2_000;
/** The same for a purge, for which a tab reads the checkpoint first: on a busy machine that takes seconds. */
const GATHER_COVERED_MS = 10_000;
/** A call that finds the database lost recovers it and goes on; lost again, and again, it fails. */
const ATTEMPTS = 3;

export interface DurabilityParts {
  connection: Connection;
  states: StoreStates;
  events: StoreEvents;
  channel: TabChannel;
  recovery: Recovery;
  /** Opens the store's log; undefined where the context has none. */
  openLog: (() => Promise<WriteAheadLog>) | undefined;
  sentinel: Sentinel | undefined;
  retryMs?: readonly number[];
}

export class Durability {
  readonly #parts: DurabilityParts;
  readonly #session: LogSession;
  #looking = false;

  constructor(parts: DurabilityParts) {
    this.#parts = parts;
    this.#session = new LogSession({
      open: parts.openLog,
      onFailure: () => parts.states.fire('promise', 'log-failed'),
      onFull: () => parts.connection.expectFull(),
      again: () => this.repair(false),
      retryMs: parts.retryMs,
    });
    parts.channel.listen((message) => {
      if (message === 'changed') void this.#look();
      if (message === 'compacted') void this.#dropCheckpointed();
    });
  }

  get mode(): DurabilityMode {
    return this.#parts.states.mode;
  }

  /** Begins what a start asks of log and sentinel, while the database opens. */
  begin(): void {
    this.#session.begin();
    this.#parts.sentinel?.begin();
  }

  /** Brings database and log to agree. */
  async recover(depth: Depth = 'count'): Promise<RecoveryResult> {
    const { connection, sentinel, states } = this.#parts;
    // Asked before anything is noted, and waited for only now: a cache takes 25 ms of a start to answer.
    const reading = sentinel?.read();
    const found = await this.#recover(depth);
    const noted = await reading;
    const head = await readHead(connection);
    states.fire('database', 'agreed');
    this.#observe(head);
    if (!head) return found;
    this.#note(head);
    const noticed = noted !== undefined && tellsLoss(noted, head, found.event);
    // The next start, which may come at any moment, must not tell of the same loss.
    if (noticed || found.event === 'storage-lost') await sentinel?.settled();
    if (!noticed) return found;
    // What came after the loss may hide its size.
    return { ...found, event: 'storage-lost', lost: Math.max(1, found.lost, missingSince(noted, head)) };
  }

  /** `work`, after a recovery where the database turns out not to be whole. */
  async whole<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof NotWhole) || attempt === ATTEMPTS) throw error;
        await this.repair(false);
      }
    }
  }

  /** Brings database and log to agree, and tells. `force` compares every record. Ids of what was given back. */
  async repair(force: boolean): Promise<string[]> {
    this.#parts.states.fire('database', 'doubted');
    const { event, restored, lost } = await this.recover(force ? 'records' : 'count');
    if (event === 'restored' || event === 'storage-lost') this.#tell(event, restored.length, lost);
    return restored;
  }

  /**
   * Damaged records as the log has them, written back. `discard`: what the log does not have is removed and reported,
   * since a write waits on it.
   */
  async heal(damaged: readonly MemoryRecord[], discard = false): Promise<MemoryRecord[]> {
    const { recovery } = this.#parts;
    const healed = (await this.#session.log?.exclusively((wal) => recovery.heal(wal, damaged))) ?? [];
    if (healed.length < damaged.length) {
      if (discard) await this.repair(true);
      else this.#tell('storage-lost', 0, damaged.length - healed.length);
    }
    return healed;
  }

  /** Whether the log takes what is written to the store with this head. */
  logs(head: Head): boolean {
    const session = this.#session;
    if (session.log && session.log.storeId !== head.epoch) session.fail();
    return session.log !== undefined;
  }

  /** Logs the writes of a transaction that is about to commit; undefined where that failed. */
  append(writes: readonly Write[]): Receipt | undefined {
    return this.#session.append(toEntries(writes));
  }

  /** Housekeeping after a write, in the background. */
  written(head: Head): void {
    this.#note(head);
    this.#observe(head);
    const { log } = this.#session;
    if (log?.wantsCheckpoint) this.#maintain(() => this.#checkpoint());
    else if (log?.wantsSealing) this.#maintain((open) => open.seal());
  }

  /** Whether a logged transaction took place is unknown: log and database are compared again, soon. */
  doubt(): void {
    this.#session.fail();
  }

  /** The disk is full. */
  tellQuota(): void {
    this.#tell('quota', 0, 0);
  }

  /** Gives up the space of the log, which is a copy and is written anew when it can be. */
  async freeLog(): Promise<void> {
    const session = this.#session;
    if (!session.possible) {
      // The second drops what the first has written out.
      await rotateLevelDb();
      await rotateLevelDb();
    } else await session.truncate();
  }

  /** Drops deleted content from every log file, those of other tabs included. */
  async purge(otherTabs: number): Promise<void> {
    if (!this.#session.log) return;
    const asked = this.#session.housekeep(() => this.#checkpoint());
    const dropped = this.#parts.channel.gather('dropped', otherTabs, GATHER_COVERED_MS, asked);
    await asked;
    await dropped;
  }

  /** Runs `work` while no tab, this one included, rearranges the log; undefined where there is none. */
  async withLog<T>(work: (wal: HeldLog) => Promise<T>): Promise<T | undefined> {
    return await this.#session.housekeep(async () => await this.#session.log?.exclusively(work));
  }

  /** Empties what this tab holds of the log of a store that another tab deletes. */
  letGo(): void {
    this.#session.attempt(() => this.#session.log?.dropActive());
    this.#parts.channel.post('dropped');
  }

  async close(): Promise<void> {
    await this.#session.end();
    await this.#parts.sentinel?.settled();
    this.#session.drop();
  }

  /** Removes the log, those parts included that other tabs hold; they are told to let go of the store. */
  async destroy(otherTabs: number): Promise<void> {
    await this.#session.end();
    const dropped = this.#parts.channel.gather('dropped', otherTabs, GATHER_MS);
    this.#parts.channel.post('destroyed');
    await dropped;
    await this.erase();
  }

  /** Removes log and sentinel. */
  async erase(): Promise<void> {
    const session = this.#session;
    if (session.log) await session.log.destroy();
    else if (session.possible) await (await session.reach()).destroy().catch(ignore);
    session.drop();
    await this.#parts.sentinel?.remove();
  }

  async #recover(depth: Depth): Promise<RecoveryResult> {
    const { connection, recovery, states } = this.#parts;
    if (!this.#session.possible) {
      states.fire('promise', 'log-failed');
      return await recovery.recoverWithoutLog();
    }
    try {
      const log = await this.#session.reach();
      return await log.exclusively((wal) => this.#agree(log, wal, depth));
    } catch (error) {
      this.#session.fail();
      // Without the log only a store that is whole may be used: what is missing in another might be in the log.
      if (!isLogError(error)) throw error;
      const { head, records } = await readState(connection);
      if (head && isWhole(head, records)) return { event: 'ok', restored: [], lost: 0 };
      if (isLogTimeout(error)) throw new NotWhole();
      return await recovery.recoverWithoutLog();
    }
  }

  async #agree(log: WriteAheadLog, wal: HeldLog, depth: Depth): Promise<RecoveryResult> {
    const { recovery } = this.#parts;
    const { needs, ...found } = await recovery.recover(wal, depth);
    try {
      await recovery.openLog(wal, needs);
    } catch (error) {
      if (wantsRecovery(error) && depth !== 'records') return await this.#agree(log, wal, 'records');
      // What was recovered stays so; that the log cannot be written costs durability alone.
      if (!isLogError(error)) throw error;
      wal.close();
      this.#session.fail(error);
      return found;
    }
    this.#session.opened(log);
    this.#parts.states.fire('promise', 'log-opened');
    return found;
  }

  async #checkpoint(): Promise<void> {
    const { connection, channel, recovery } = this.#parts;
    const { log } = this.#session;
    if (!log) return;
    await log.exclusively((wal) => recovery.checkpoint(wal));
    channel.post('compacted');
    this.#observe(await readHead(connection));
  }

  async #dropCheckpointed(): Promise<void> {
    await this.#session.log?.dropCheckpointed().catch(ignore);
    this.#parts.channel.post('dropped');
  }

  #note({ epoch, seq, count }: Head): void {
    this.#parts.sentinel?.note({ epoch, seq, count });
  }

  /** Another tab wrote, perhaps without a log. Hints that come meanwhile are answered by the same look. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    await readHead(this.#parts.connection).then((head) => this.#observe(head), ignore);
    this.#looking = false;
  }

  /** What the head says of the log; a tab with a log mends what one without has left out. */
  #observe(head: Head | undefined): void {
    const { states } = this.#parts;
    if (!head) return;
    states.observe(head);
    if (states.now.promise === 'behind') this.#maintain(() => this.#checkpoint());
  }

  #maintain(work: (log: WriteAheadLog) => Promise<void>): void {
    this.#session.maintain(work, (error) => {
      if (wantsRecovery(error)) void this.repair(true).catch(ignore);
      else this.#session.fail(error);
    });
  }

  #tell(event: OpenReport['event'], restored: number, lost: number): void {
    this.#parts.events.emit('recovery', { durability: this.mode, event, restored, lost });
    // Their indexes are of the store before.
    if (event !== 'quota') this.#parts.channel.post('changed');
  }
}

/** An image of the store could not be had. */
const wantsRecovery = (error: unknown): boolean => error instanceof IncompleteImage || isUnreadable(error);

const ignore = (): void => {};
