/**
 * The store where the database cannot be opened (S6): memories are read from the write-ahead log into memory, and every write is
 * durable in the log before it is acknowledged. Several tabs may be in this state, so each write holds the log's
 * lock and first reads on what the others appended. A tab that has the database open goes before: then writes are refused.
 */
import { EphemeralStore } from '../store/ephemeral-store.ts';
import { newStoreId } from '../store/head.ts';
import type { Write } from '../store/memories.ts';
import type { Change, ClearOptions, Decide, MutateOptions, Mutation, OpenReport } from '../store/memory-store.ts';
import { Presence } from '../store/presence.ts';
import { OpenElsewhere } from '../store/reopening-store.ts';
import { openLog } from '../wal/opfs-log.ts';
import type { HeldLog, WriteAheadLog } from '../wal/write-ahead-log.ts';
import { toEntries, toRecord } from './log-entries.ts';
import { logPlaceOf } from './log-place.ts';
import { measure } from './measure.ts';
import { missingSince, Sentinel } from './sentinel.ts';

export class LogOnlyStore extends EphemeralStore {
  override readonly durability = 'log-only';
  readonly #wal: WriteAheadLog;
  readonly #presence: Presence;
  readonly #sentinel: Sentinel;
  /** Changes that the log lacks. */
  #gaps = 0;

  /** Errors: those of the file system, where there is no log either. */
  static async create(name: string): Promise<LogOnlyStore> {
    return new LogOnlyStore(await openLog(logPlaceOf(name)), new Presence(name, true), new Sentinel(name));
  }

  private constructor(wal: WriteAheadLog, presence: Presence, sentinel: Sentinel) {
    super();
    this.#wal = wal;
    this.#presence = presence;
    this.#sentinel = sentinel;
  }

  override async open(): Promise<OpenReport> {
    await this.#wal.exclusively((wal) => this.#readOn(wal, true));
    const { epoch, seq, count } = this.head;
    const noted = await this.#sentinel.read();
    const lost = Math.max(this.#gaps, noted ? missingSince(noted, { epoch, seq, count }) : 0);
    return { durability: 'log-only', event: 'database-unavailable', restored: count, lost };
  }

  override mutate(ids: readonly string[], decide: Decide, options?: MutateOptions): Promise<Mutation> {
    return this.#write(() => super.mutate(ids, decide, options));
  }

  override clear(options?: ClearOptions): Promise<Change[]> {
    return this.#write(() => super.clear(options));
  }

  override async close(): Promise<void> {
    await super.close();
    this.#wal.close();
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#wal.destroy();
  }

  protected override log(writes: readonly Write[]): void {
    this.#wal.append(toEntries(writes));
  }

  async #write<T>(work: () => Promise<T>): Promise<T> {
    return await this.#wal.exclusively(async (wal) => {
      if ((await this.#presence.others()) > 0) throw new OpenElsewhere();
      await this.#readOn(wal, false);
      return await work();
    });
  }

  /** Takes over what the log holds beyond what was read, and opens this tab's part of it. */
  async #readOn(wal: HeldLog, always: boolean): Promise<void> {
    const { seq } = await this.state();
    const { storeId, lastSeq } = await wal.survey();
    if (always || lastSeq > seq) {
      const { entries, gapsAfter } = await wal.replay();
      this.#gaps = gapsAfter(0);
      const records = [...entries.values()].map(toRecord);
      const found = measure(new Map(records.map((record) => [record.id, record.seq])));
      this.load({ epoch: storeId ?? newStoreId(), seq: lastSeq, floor: lastSeq, ...found }, records);
    }
    await wal.openSegment(this.head.epoch);
  }
}
