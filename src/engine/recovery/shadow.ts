/**
 * What stands behind the database: the journal where OPFS exists, else the sentinel alone. Decides the durability mode,
 * runs recovery, and keeps the journal small. The write itself is in `idb-store.ts`; a failing journal never fails it.
 */

import type { Connection } from '../store/connection.ts';
import type { StorageContext } from '../store/context.ts';
import { readHead } from '../store/head.ts';
import type { Write } from '../store/memories.ts';
import type { DurabilityMode } from '../store/memory-store.ts';
import type { Head, MemoryRecord } from '../store/schema.ts';
import type { TabChannel } from '../store/tab-channel.ts';
import type { Receipt } from './journal.ts';
import { Journal } from './journal.ts';
import type { Recovery } from './recover.ts';
import { heal, imageOf, recover, recoverAlone, toEntry } from './recover.ts';
import { Sentinel } from './sentinel.ts';

/** A journal that failed (full disk) is tried again after this time, at the next write. */
const RETRY_AFTER_MS = 30_000;
/** How long a purge or deletion waits for other tabs to drop their tails; a frozen one does so when it wakes. */
const GATHER_MS = 2_000;
const NOTHING = new Uint8Array();

export class Shadow {
  readonly #name: string;
  readonly #connection: Connection;
  readonly #channel: TabChannel;
  readonly #context: StorageContext;
  readonly #sentinel: Sentinel | undefined;
  readonly #onMode: (mode: DurabilityMode) => void;
  #journal: Journal | undefined;
  #failedAt = 0;
  #maintaining: Promise<void> = Promise.resolve();
  #busy = false;
  #closed = false;

  constructor(
    name: string,
    connection: Connection,
    channel: TabChannel,
    context: StorageContext,
    onMode: (mode: DurabilityMode) => void,
  ) {
    this.#name = name;
    this.#connection = connection;
    this.#channel = channel;
    this.#context = context;
    this.#onMode = onMode;
    this.#sentinel = Sentinel.available ? new Sentinel(name) : undefined;
    channel.listen((message) => {
      if (message.kind === 'compacted') this.#attempt(() => this.#journal?.dropCovered(message.seq, message.epoch));
      else if (message.kind === 'destroyed') this.#attempt(() => this.#journal?.dropTail());
      else return;
      channel.post({ kind: 'dropped' });
    });
  }

  get mode(): DurabilityMode {
    return this.#journal ? 'durable' : 'best-effort';
  }

  /** Brings database and journal to agree. `force` compares every record. */
  async recover(force = false): Promise<Recovery> {
    const before = this.mode;
    try {
      if (this.#context.syncFiles && this.#context.locks) {
        const journal = this.#journal ?? (await Journal.open(this.#name));
        const recovery = await journal.exclusively(() => recover(this.#connection, journal, force));
        this.#journal = journal;
        if (before !== this.mode) this.#onMode(this.mode);
        return recovery;
      }
    } catch (error) {
      this.#fail();
      // The database itself may be at fault, and then so is the way on without a journal: it throws what there is.
      if (!isFileError(error)) throw error;
    }
    return await this.#recoverAlone();
  }

  /** Shadows the writes of a transaction that is about to commit. Undefined where there is, or was, no journal. */
  append(writes: readonly Write[]): Receipt | undefined {
    return this.#attempt(() =>
      this.#journal?.append(
        writes.map(({ change, record }) =>
          record ? toEntry(record) : { kind: change.kind, id: change.id, seq: change.seq, crc: 0, body: NOTHING },
        ),
      ),
    );
  }

  /** Takes back what `append` wrote, after its transaction failed. */
  void(receipt: Receipt | undefined): void {
    if (receipt) this.#attempt(() => this.#journal?.void(receipt));
  }

  /** Housekeeping after a write, in the background. */
  written(head: Head): void {
    if (!this.#journal) this.#sentinel?.note({ epoch: head.epoch, seq: head.seq, count: head.count });
    if (this.#journal?.wantsCompaction) this.#maintain(() => this.#compact());
    else if (this.#journal?.wantsSealing) this.#maintain(async () => this.#journal?.seal());
    else if (this.#failedAt > 0 && Date.now() - this.#failedAt > RETRY_AFTER_MS) {
      this.#failedAt = Date.now();
      this.#maintain(async () => void (await this.recover()));
    }
  }

  /** Drops deleted content from every journal file, those of other tabs included. */
  async purge(otherTabs: number): Promise<void> {
    if (!this.#journal) return;
    const dropped = this.#channel.gather('dropped', otherTabs, GATHER_MS);
    await this.#housekeep(() => this.#compact());
    await dropped;
  }

  async heal(damaged: readonly MemoryRecord[]): Promise<MemoryRecord[]> {
    const journal = this.#journal;
    return journal ? await journal.exclusively(() => heal(this.#connection, journal, damaged)) : [];
  }

  /** Runs `work` while no tab, this one included, rearranges the journal; undefined where there is none. */
  async withJournal<T>(work: (journal: Journal) => Promise<T>): Promise<T | undefined> {
    return await this.#housekeep(async () => {
      const journal = this.#journal;
      return journal && (await journal.exclusively(() => work(journal)));
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#maintaining;
    await this.#sentinel?.settled();
    this.#journal?.close();
    this.#journal = undefined;
  }

  /** Removes the journal, those parts included that other tabs hold; they are told to let go of the store. */
  async destroy(otherTabs: number): Promise<void> {
    this.#closed = true;
    await this.#maintaining;
    const dropped = this.#channel.gather('dropped', this.#journal ? otherTabs : 0, GATHER_MS);
    this.#channel.post({ kind: 'destroyed' });
    await dropped;
    await this.#journal?.destroy();
    this.#journal = undefined;
    await this.#sentinel?.remove();
  }

  async #recoverAlone(): Promise<Recovery> {
    const noted = await this.#sentinel?.read();
    const before = await readHead(this.#connection);
    const short = await recoverAlone(this.#connection);
    const after = await readHead(this.#connection);
    // Nothing noted, or of an earlier store whose loss was told when it was noticed.
    const lost =
      noted !== undefined && noted.count > 0 && (!before || (before.epoch === noted.epoch && before.seq < noted.seq));
    if (after) this.#sentinel?.note({ epoch: after.epoch, seq: after.seq, count: after.count });
    if (lost || short) return { event: 'storage-lost', restored: [] };
    return { event: before ? 'ok' : 'created', restored: [] };
  }

  async #compact(): Promise<void> {
    const journal = this.#journal;
    const head = await readHead(this.#connection);
    if (!journal || !head) return;
    const seq = await journal.exclusively(() =>
      journal.compact((epoch) => imageOf(this.#connection, journal, epoch), head.epoch),
    );
    this.#channel.post({ kind: 'compacted', seq, epoch: head.epoch });
  }

  /** Housekeeping that can wait: its failure costs durability, not the session. */
  #maintain(work: () => Promise<void>): void {
    if (this.#busy || this.#closed) return;
    void this.#housekeep(work).catch(() => this.#fail());
  }

  /** One piece of housekeeping at a time. */
  async #housekeep<T>(work: () => Promise<T>): Promise<T> {
    while (this.#busy) await this.#maintaining;
    this.#busy = true;
    const running = work().finally(() => {
      this.#busy = false;
    });
    this.#maintaining = running.then(
      () => {},
      () => {},
    );
    return await running;
  }

  #attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch {
      this.#fail();
      return undefined;
    }
  }

  #fail(): void {
    const journal = this.#journal;
    this.#journal = undefined;
    this.#failedAt = Date.now();
    if (!journal) return;
    try {
      journal.close();
    } catch {
      // The handle is as broken as the file.
    }
    this.#onMode(this.mode);
  }
}

function isFileError(error: unknown): boolean {
  return error instanceof DOMException || error instanceof TypeError;
}
