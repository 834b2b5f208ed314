/** Guards the database with a log and a sentinel, where OPFS and Cache Storage exist. A failing log fails no write. */

import { IncompleteDatabase, readHead, readState } from '../store/change-log.ts';
import type { Connection } from '../store/connection.ts';
import type { DurabilityMode, OpenReport } from '../store/memory-store.ts';
import type { Write } from '../store/planned-writes.ts';
import type { TabChannel } from '../store/presence.ts';
import type { Head, MemoryRecord } from '../store/schema.ts';
import type { StoreStates } from '../store/states.ts';
import { isUnreadable } from '../store/storage-errors.ts';
import type { StoreEvents } from '../store/store-events.ts';
import { isFileError, isLogTimeout } from '../wal/log-errors.ts';
import type { HeldLog, PendingBatch, WriteAheadLog } from '../wal/write-ahead-log.ts';
import { LogSession } from './log-session.ts';
import { isComplete } from './records-digest.ts';
import type { Depth, Recovery, RecoveryResult } from './recover.ts';
import { IncompleteImage, OutdatedImage } from './recovery-plan.ts';
import { flushLevelDbLog } from './rotate-leveldb.ts';
import { indicatesLoss, missingSince, type Sentinel } from './sentinel.ts';

/** A frozen tab drops its segment of the log only when it wakes up, so the deletion goes on without it. */
const GATHER_MS = 2_000;
/** Each tab first reads the checkpoint, which takes seconds on a busy machine. */
const GATHER_COVERED_MS = 10_000;
/** If the log freed less than this, a deletion may still lack space, so LevelDB's own log is freed too. */
const ENOUGH_BYTES = 256 * 1024;
const ATTEMPTS = 3;

export interface DurabilityParts {
  connection: Connection;
  states: StoreStates;
  events: StoreEvents;
  channel: TabChannel;
  recovery: Recovery;
  openLog: (() => Promise<WriteAheadLog>) | undefined;
  sentinel: Sentinel | undefined;
  retryMs?: readonly number[];
}

export class Durability {
  readonly #parts: DurabilityParts;
  readonly #session: LogSession;
  #isReadingHead = false;
  /** Whether another tab may have written since the head was last read. */
  #mayBeStale = false;

  constructor(parts: DurabilityParts) {
    this.#parts = parts;
    this.#session = new LogSession({
      open: parts.openLog,
      onFailure: () => parts.states.fire('promise', 'log-failed'),
      onFull: () => parts.connection.expectFull(),
      again: () => this.repair(false),
      onIdle: () => this.#maintainLog(),
      retryMs: parts.retryMs,
    });
    parts.channel.listen((message) => {
      if (message === 'changed') void this.#readHead();
      if (message === 'compacted') void this.#dropCheckpointed();
      if (message === 'full') this.#session.abandonHousekeeping();
    });
  }

  get mode(): DurabilityMode {
    return this.#parts.states.mode;
  }

  begin(): void {
    this.#session.begin();
    this.#parts.sentinel?.begin();
  }

  async recover(depth: Depth = 'count'): Promise<RecoveryResult> {
    const { connection, sentinel, states } = this.#parts;
    // Starts reading the sentinel before anything new is written to it. Cache Storage takes 25 ms to answer, so this is
    // awaited later.
    const reading = sentinel?.read();
    const found = await this.#recover(depth);
    const noted = await reading;
    const head = await readHead(connection);
    states.fire('database', 'agreed');
    this.#observe(head);
    if (!head) return found;
    sentinel?.note(head);
    const noticed = noted !== undefined && indicatesLoss(noted, head, found.event);
    // Waits until the sentinel has the new state. Otherwise, the next start could report the same loss again.
    if (noticed || found.event === 'storage-lost') await sentinel?.settled();
    if (!noticed) return found;
    // Writes since the loss may have raised the count again, so at least one memory counts as lost.
    return { ...found, event: 'storage-lost', lost: Math.max(1, found.lost, missingSince(noted, head)) };
  }

  async withRecovery<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof IncompleteDatabase) || attempt === ATTEMPTS) throw error;
        await this.repair(false);
      }
    }
  }

  /** `force` compares every record. Returns the ids of restored memories. */
  async repair(force: boolean): Promise<string[]> {
    this.#parts.states.fire('database', 'doubted');
    const { event, restored, lost } = await this.recover(force ? 'records' : 'count');
    if (event === 'restored' || event === 'storage-lost') this.#report(event, restored.length, lost);
    return restored;
  }

  /**
   * Repairs damaged records from the log and returns the repaired ones. Reports the others as lost. With `discard`,
   * also removes them, so that a waiting write can continue.
   */
  async heal(damaged: readonly MemoryRecord[], discard = false): Promise<MemoryRecord[]> {
    const { recovery } = this.#parts;
    const healed = (await this.#session.log?.exclusively((wal) => recovery.heal(wal, damaged))) ?? [];
    if (healed.length < damaged.length) {
      if (discard) await this.repair(true);
      else this.#report('storage-lost', 0, damaged.length - healed.length);
    }
    return healed;
  }

  logAccepts(head: Head): boolean {
    return this.#session.acceptsStore(head.epoch);
  }

  /** Logs the writes of a transaction that's about to commit. Returns undefined if logging failed. */
  logWrites(writes: readonly Write[]): PendingBatch | undefined {
    return this.#session.logWrites(writes);
  }

  noteHead(head: Head): void {
    this.#parts.sentinel?.note(head);
    this.#observe(head);
  }

  /** Call it if it's unknown whether a logged transaction committed. Stops using the log until both are compared. */
  doubt(): void {
    this.#session.fail();
  }

  reportFullDisk(): void {
    this.#report('quota', 0, 0);
  }

  async isIncomplete(): Promise<boolean> {
    const head = await readHead(this.#parts.connection);
    return !head || head.restoring === true;
  }

  /** The log is only a copy, and is written again later. Don't call it while the database is incomplete. */
  async freeLog(): Promise<void> {
    this.#parts.channel.post('full');
    const freed = this.#session.possible ? await this.#session.truncate() : 0;
    if (freed < ENOUGH_BYTES) await flushLevelDbLog();
  }

  async purge(otherTabs: number): Promise<void> {
    if (!this.#session.log) return;
    const asked = this.#session.housekeep(() => this.#checkpoint());
    const dropped = this.#parts.channel.gather('dropped', otherTabs, GATHER_COVERED_MS, asked);
    await Promise.all([asked, dropped]);
  }

  async withLog<T>(work: (wal: HeldLog) => Promise<T>): Promise<T | undefined> {
    return await this.#session.housekeep(async () => await this.#session.log?.exclusively(work));
  }

  /** Empties this tab's part of the log, because another tab deletes the store. */
  emptyOwnSegment(): void {
    this.#session.attempt(() => this.#session.log?.dropActive());
    this.#parts.channel.post('dropped');
  }

  async close(): Promise<void> {
    await this.#session.end();
    await this.#parts.sentinel?.settled();
    this.#session.drop();
  }

  /** Asks other tabs to empty their segments and close, then deletes log and sentinel. Errors: the file system's. */
  async destroy(otherTabs: number): Promise<void> {
    await this.#session.end();
    const dropped = this.#parts.channel.gather('dropped', otherTabs, GATHER_MS);
    this.#parts.channel.post('destroyed');
    await dropped;
    await this.erase();
  }

  async erase(): Promise<void> {
    await this.#session.destroy();
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
      // Without its log, the store is used if it's complete. A log that only didn't answer in time may still have
      // what's missing.
      if (!isFileError(error)) throw error;
      const { head, records } = await readState(connection);
      if (head && isComplete(head, records)) return { event: 'ok', restored: [], lost: 0 };
      if (isLogTimeout(error)) throw new IncompleteDatabase();
      return await recovery.recoverWithoutLog();
    }
  }

  async #agree(log: WriteAheadLog, wal: HeldLog, depth: Depth): Promise<RecoveryResult> {
    const { recovery } = this.#parts;
    const { needs, ...found } = await recovery.recover(wal, depth);
    try {
      await recovery.openLog(wal, needs, this.#session.housekeepingSignal);
    } catch (error) {
      if (wantsRecovery(error) && depth !== 'records') return await this.#agree(log, wal, 'records');
      // What was recovered stays in the database. If the log can't be written, only durability suffers.
      if (!isFileError(error) && !(error instanceof OutdatedImage)) throw error;
      wal.close();
      this.#session.fail(error);
      return found;
    }
    this.#session.opened(log);
    this.#parts.states.fire('promise', 'log-opened');
    return found;
  }

  async #checkpoint(signal?: AbortSignal): Promise<void> {
    const { connection, channel, recovery } = this.#parts;
    const { log } = this.#session;
    if (!log) return;
    await log.exclusively((wal) => recovery.checkpoint(wal, signal));
    channel.post('compacted');
    this.#observe(await readHead(connection));
  }

  async #dropCheckpointed(): Promise<void> {
    await this.#session.log?.dropCheckpointed().catch(ignore);
    this.#parts.channel.post('dropped');
  }

  /** Checks whether another tab wrote without a log. */
  async #readHead(): Promise<void> {
    this.#mayBeStale = true;
    if (this.#isReadingHead) return;
    this.#isReadingHead = true;
    while (this.#mayBeStale) {
      this.#mayBeStale = false;
      await readHead(this.#parts.connection).then((head) => this.#observe(head), ignore);
    }
    this.#isReadingHead = false;
  }

  #observe(head: Head | undefined): void {
    if (!head) return;
    this.#parts.states.observe(head);
    this.#maintainLog();
  }

  /** Writes a checkpoint if a tab wrote without a log, or if the log is large. Otherwise seals a full segment. */
  #maintainLog(): void {
    const { log } = this.#session;
    if (this.#parts.states.now.promise === 'behind' || log?.wantsCheckpoint)
      this.#maintain(() => this.#checkpoint(this.#session.housekeepingSignal));
    else if (log?.wantsSealing) this.#maintain((open) => open.seal(this.#session.housekeepingSignal));
  }

  #maintain(work: (log: WriteAheadLog) => Promise<void>): void {
    this.#session.maintain(work, (error) => {
      if (wantsRecovery(error)) void this.repair(true).catch(ignore);
      else this.#session.fail(error);
    });
  }

  #report(event: OpenReport['event'], restored: number, lost: number): void {
    this.#parts.events.emit('recovery', { durability: this.mode, event, restored, lost });
    // A restored store has a new generation, so other tabs must rebuild their indexes.
    if (event !== 'quota') this.#parts.channel.post('changed');
  }
}

/** True if the store couldn't be read completely, so that it has to be recovered first. */
const wantsRecovery = (error: unknown): boolean => error instanceof IncompleteImage || isUnreadable(error);

const ignore = (): void => {};
