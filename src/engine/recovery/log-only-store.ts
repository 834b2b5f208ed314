/**
 * A store that has only the write-ahead log, for when the database can't be opened. Several tabs may be in this state,
 * so each write holds the log's lock and first reads what the others appended. If another tab has the store open,
 * writes are refused.
 */
import type { Memory } from '../../core/record/memory.ts';
import { newStoreId, OwnPositions } from '../store/change-log.ts';
import { EphemeralDerived } from '../store/ephemeral-derived.ts';
import { EphemeralRecords } from '../store/ephemeral-records.ts';
import type { Change, Committed, MemoryStore, OpenReport, Plan, StoreState } from '../store/memory-store.ts';
import { type PlannedWrites, planClearing } from '../store/planned-writes.ts';
import { Presence } from '../store/presence.ts';
import { OpenElsewhere } from '../store/storage-errors.ts';
import { StoreEvents } from '../store/store-events.ts';
import { openLog } from '../wal/opfs-log.ts';
import type { HeldLog, WriteAheadLog } from '../wal/write-ahead-log.ts';
import { toRecord } from './log-entries.ts';
import { logPlaceOf } from './log-place.ts';
import { toEntries } from './log-session.ts';
import { digestOf } from './records-digest.ts';
import { missingSince, Sentinel } from './sentinel.ts';

export class LogOnlyStore implements MemoryStore {
  readonly durability = 'log-only';
  readonly events = new StoreEvents();
  readonly derived = new EphemeralDerived();
  readonly #records = new EphemeralRecords();
  readonly #own = new OwnPositions();
  readonly #wal: WriteAheadLog;
  readonly #presence: Presence;
  readonly #sentinel: Sentinel;
  #gaps = 0;

  /** Errors: those of the file system, if the log can't be opened either. */
  static async create(name: string): Promise<LogOnlyStore> {
    return new LogOnlyStore(await openLog(logPlaceOf(name)), new Presence(name, true), new Sentinel(name));
  }

  private constructor(wal: WriteAheadLog, presence: Presence, sentinel: Sentinel) {
    this.#wal = wal;
    this.#presence = presence;
    this.#sentinel = sentinel;
  }

  async open(): Promise<OpenReport> {
    await this.#wal.exclusively((wal) => this.#readOn(wal, true));
    const { epoch, seq, count } = this.#records.head;
    const noted = await this.#sentinel.read();
    const lost = Math.max(this.#gaps, noted ? missingSince(noted, { epoch, seq, count }) : 0);
    return { durability: 'log-only', event: 'database-unavailable', restored: count, lost };
  }

  async commit<Outcome>(plan: Plan<Outcome>): Promise<Committed<Outcome>> {
    const planned = await this.#write(() => this.#records.plan(plan));
    return { changes: planned.changes, after: planned.after, outcome: planned.outcome };
  }

  async clear(at?: Pick<StoreState, 'seq' | 'generation'>): Promise<readonly Change[]> {
    const { changes } = await this.#write(() => planClearing(this.#records.head, at));
    if (changes.length > 0) await this.derived.clearDerived();
    return changes;
  }

  async touch(id: string, change: (memory: Memory) => Memory | undefined): Promise<void> {
    this.#records.touch(id, change);
  }

  wrote(seq: number): boolean {
    return this.#own.has(seq);
  }

  async get(ids: readonly string[]): Promise<(Memory | undefined)[]> {
    return this.#records.get(ids);
  }

  scan(onPage: Parameters<MemoryStore['scan']>[0]): Promise<void> {
    return this.#records.scan(onPage);
  }

  async changesSince(after: number): Promise<Change[] | null> {
    return this.#records.changesSince(after);
  }

  async state(): Promise<StoreState> {
    return this.#records.state;
  }

  async purge(): Promise<void> {
    await this.state();
  }

  async usage(): Promise<{ bytes: number; quota: number }> {
    return { bytes: this.#records.bytes, quota: 0 };
  }

  async close(): Promise<void> {
    this.#records.close();
    this.#wal.close();
  }

  async destroy(): Promise<void> {
    this.#records.close();
    await this.#wal.destroy();
  }

  async #write<Planned extends PlannedWrites>(plan: () => Planned): Promise<Planned & { changes: Change[] }> {
    return await this.#wal.exclusively(async (wal) => {
      if ((await this.#presence.others()) > 0) throw new OpenElsewhere();
      await this.#readOn(wal, false);
      const planned = plan();
      if (planned.writes.length > 0) this.#wal.append(toEntries(planned.writes));
      const changes = this.#records.put(planned);
      this.#own.settle(this.#own.add(changes), true);
      return { ...planned, changes };
    });
  }

  async #readOn(wal: HeldLog, always: boolean): Promise<void> {
    const { seq } = this.#records.state;
    const { storeId, lastSeq } = await wal.survey();
    if (always || lastSeq > seq) {
      const { entries, gapsAfter } = await wal.replay();
      this.#gaps = gapsAfter(0);
      const records = [...entries.values()].map(toRecord);
      const found = digestOf(new Map(records.map((record) => [record.id, record.seq])));
      this.#records.load({ epoch: storeId ?? newStoreId(), seq: lastSeq, floor: lastSeq, ...found }, records);
    }
    await wal.openSegment(this.#records.head.epoch);
  }
}
