/**
 * The store where the database cannot be opened (S6): memories are read from the journal into memory, and every write is
 * durable in the journal before it is acknowledged. Several tabs may be in this state, so each write holds the journal's
 * lock and first reads on what the others appended. A tab that has the database open goes before: then writes are refused.
 */
import { HybridSearchError } from '../../core/errors.ts';
import { Journal } from '../recovery/journal.ts';
import { toRecord } from '../recovery/restore.ts';
import { EphemeralStore } from './ephemeral-store.ts';
import { newEpoch } from './head.ts';
import type { Write } from './memories.ts';
import { toEntries } from './memories.ts';
import { setHashOf } from './memory-codec.ts';
import type { Change, Decide, MutateOptions, Mutation, OpenReport } from './memory-store.ts';
import { Presence } from './presence.ts';

export class LogOnlyStore extends EphemeralStore {
  override readonly durability = 'log-only';
  readonly #journal: Journal;
  readonly #presence: Presence;

  /** Errors: those of the file system, where there is no journal either. */
  static async create(name: string): Promise<LogOnlyStore> {
    return new LogOnlyStore(await Journal.open(name), new Presence(name, true));
  }

  private constructor(journal: Journal, presence: Presence) {
    super();
    this.#journal = journal;
    this.#presence = presence;
  }

  override async open(): Promise<OpenReport> {
    await this.#journal.exclusively(() => this.#readOn(true));
    const { count } = await this.state();
    return { durability: 'log-only', event: 'database-unavailable', restored: count };
  }

  override mutate(ids: readonly string[], decide: Decide, options?: MutateOptions): Promise<Mutation> {
    return this.#write(() => super.mutate(ids, decide, options));
  }

  override clear(): Promise<Change[]> {
    return this.#write(() => super.clear());
  }

  override async close(): Promise<void> {
    await super.close();
    this.#journal.close();
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#journal.destroy();
  }

  protected override log(writes: readonly Write[]): void {
    this.#journal.append(toEntries(writes));
  }

  async #write<T>(work: () => Promise<T>): Promise<T> {
    return await this.#journal.exclusively(async () => {
      if ((await this.#presence.others()) > 0)
        throw new HybridSearchError('storage', 'another tab has the database open, which cannot be opened here');
      await this.#readOn(false);
      return await work();
    });
  }

  /** Takes over what the journal holds beyond what was read, and opens this tab's part of it. */
  async #readOn(always: boolean): Promise<void> {
    const { seq } = await this.state();
    const { epoch, lastSeq } = await this.#journal.survey();
    if (always || lastSeq > seq) {
      const { entries } = await this.#journal.contents();
      const records = [...entries.values()].map(toRecord);
      let hash = 0;
      for (const record of records) hash = (hash + setHashOf(record.id, record.seq)) >>> 0;
      const head = { epoch: epoch ?? newEpoch(), seq: lastSeq, floor: lastSeq, count: records.length, hash };
      this.load(head, records);
    }
    await this.#journal.begin(this.head.epoch);
  }
}
