/**
 * What stands behind the database: the journal where OPFS exists, and a sentinel. States the durability mode, runs
 * recovery, and keeps the journal small. The write itself is in `writer.ts`; a failing journal never fails it.
 * The states and what leads from one to the other are in `docs/DURABILITY.md`.
 */
import type { Connection } from '../store/connection.ts';
import type { StorageContext } from '../store/context.ts';
import { NotWhole, readHead, readState } from '../store/head.ts';
import type { Write } from '../store/memories.ts';
import { toEntries } from '../store/memories.ts';
import type { DurabilityMode, OpenReport } from '../store/memory-store.ts';
import type { Head, MemoryRecord } from '../store/schema.ts';
import type { TabChannel } from '../store/tab-channel.ts';
import type { Receipt } from './journal.ts';
import { Journal } from './journal.ts';
import type { Recovery } from './recover.ts';
import { heal, IncompleteImage, isWhole, makeReady, recover, recoverAlone, rewrite } from './recover.ts';
import { Sentinel } from './sentinel.ts';

/** Waits before a journal that failed (full disk) is tried again; the last one repeats. */
const RETRY_MS = [1_000, 5_000, 30_000];
/** How long a purge or deletion waits for other tabs to drop their tails; a frozen one does so when it wakes. */
const GATHER_MS = 2_000;
/** A call that finds the database lost recovers it and goes on; lost again, and again, it fails. */
const ATTEMPTS = 3;

export interface DurabilityParts {
  name: string;
  connection: Connection;
  channel: TabChannel;
  context: StorageContext;
  retryMs?: readonly number[];
}

export class Durability {
  readonly #parts: DurabilityParts;
  readonly #sentinel: Sentinel | undefined;
  readonly #modeListeners = new Set<(mode: DurabilityMode) => void>();
  readonly #recoveryListeners = new Set<(report: OpenReport) => void>();
  /** Found while nobody listened, as during the scan of a start. */
  #untold: OpenReport[] = [];
  /** Open for appending. */
  #journal: Journal | undefined;
  /** The journal lacks what some tab wrote without one. */
  #behind = false;
  #told: DurabilityMode = 'best-effort';
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #maintaining: Promise<void> = Promise.resolve();
  #busy = false;
  #looking = false;
  #closed = false;

  constructor(parts: DurabilityParts) {
    this.#parts = parts;
    this.#sentinel = Sentinel.available ? new Sentinel(parts.name) : undefined;
    parts.channel.listen((message) => {
      if (message === 'changed') void this.#look();
      if (message === 'compacted') void this.#dropCovered();
    });
  }

  get mode(): DurabilityMode {
    return this.#journal && !this.#behind ? 'durable' : 'best-effort';
  }

  onMode(listener: (mode: DurabilityMode) => void): () => void {
    this.#modeListeners.add(listener);
    return () => this.#modeListeners.delete(listener);
  }

  onRecovery(listener: (report: OpenReport) => void): () => void {
    this.#recoveryListeners.add(listener);
    const untold = this.#untold;
    this.#untold = [];
    for (const report of untold) listener(report);
    return () => this.#recoveryListeners.delete(listener);
  }

  /** Brings database and journal to agree. `force` compares every record. */
  async recover(force = false): Promise<Pick<Recovery, 'event' | 'restored'>> {
    const { connection } = this.#parts;
    const noted = await this.#sentinel?.read();
    const found = await this.#recover(force);
    const head = await readHead(connection);
    this.#observe(head);
    if (!head) return found;
    const lost =
      noted && noted.count > 0 && (noted.epoch === head.epoch ? head.seq < noted.seq : found.event === 'created');
    this.#note(head);
    return lost ? { ...found, event: 'storage-lost' } : found;
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

  /** A recovery that the listeners hear of. Ids of what was given back. */
  async repair(force: boolean): Promise<string[]> {
    const { event, restored } = await this.recover(force);
    if (event === 'restored' || event === 'storage-lost') this.#tell(event, restored.length);
    return restored;
  }

  /** `discard`: what the journal does not have is removed and reported, since a write waits on it. */
  async heal(damaged: readonly MemoryRecord[], discard = false): Promise<MemoryRecord[]> {
    const journal = this.#journal;
    const healed = journal ? await journal.exclusively(() => heal(this.#parts.connection, journal, damaged)) : [];
    if (healed.length < damaged.length) {
      if (discard) await this.repair(true);
      else this.#tell('storage-lost', 0);
    }
    return healed;
  }

  /** Whether the journal takes what is written to the store with this head. */
  logs(head: Head): boolean {
    if (this.#journal && this.#journal.epoch !== head.epoch) this.#fail();
    return this.#journal !== undefined;
  }

  /** Logs the writes of a transaction that is about to commit. Undefined where that failed. */
  append(writes: readonly Write[]): Receipt | undefined {
    return this.#attempt(() => this.#journal?.append(toEntries(writes)));
  }

  /** Takes back what `append` wrote, after its transaction failed. */
  void(receipt: Receipt | undefined): void {
    if (receipt) this.#attempt(() => this.#journal?.void(receipt));
  }

  /** Housekeeping after a write, in the background. */
  written(head: Head): void {
    this.#note(head);
    this.#observe(head);
    if (this.#journal?.wantsCompaction) this.#maintain(() => this.#compact());
    else if (this.#journal?.wantsSealing) this.#maintain(async () => this.#journal?.seal());
  }

  /** The disk is full. */
  tellQuota(): void {
    this.#tell('quota', 0);
  }

  /** Frees the room of the journal, which the database's content is worth more than. It is written anew when it can be. */
  async giveUpJournal(): Promise<void> {
    const { name, context } = this.#parts;
    if (!context.syncFiles || !context.locks) return;
    await this.#housekeep(async () => {
      const journal = this.#journal ?? (await Journal.open(name));
      await journal.exclusively(() => journal.giveUp());
    });
    this.#fail();
  }

  /** Drops deleted content from every journal file, those of other tabs included. */
  async purge(otherTabs: number): Promise<void> {
    if (!this.#journal) return;
    const dropped = this.#parts.channel.gather('dropped', otherTabs, GATHER_MS);
    await this.#housekeep(() => this.#compact());
    await dropped;
  }

  /** Runs `work` while no tab, this one included, rearranges the journal; undefined where there is none. */
  async withJournal<T>(work: (journal: Journal) => Promise<T>): Promise<T | undefined> {
    return await this.#housekeep(async () => {
      const journal = this.#journal;
      return journal && (await journal.exclusively(() => work(journal)));
    });
  }

  /** Empties what this tab holds of the journal of a store that another tab deletes. */
  letGo(): void {
    this.#attempt(() => this.#journal?.dropTail());
    this.#parts.channel.post('dropped');
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#maintaining;
    await this.#sentinel?.settled();
    this.#journal?.close();
    this.#journal = undefined;
  }

  /** Removes the journal, those parts included that other tabs hold; they are told to let go of the store. */
  async destroy(otherTabs: number): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#maintaining;
    const dropped = this.#parts.channel.gather('dropped', otherTabs, GATHER_MS);
    this.#parts.channel.post('destroyed');
    await dropped;
    await this.erase();
  }

  /** Removes journal and sentinel. */
  async erase(): Promise<void> {
    const { name, context } = this.#parts;
    if (this.#journal) await this.#journal.destroy();
    else if (context.syncFiles && context.locks) await (await Journal.open(name)).destroy().catch(ignore);
    this.#journal = undefined;
    await this.#sentinel?.remove();
  }

  async #recover(force: boolean): Promise<Pick<Recovery, 'event' | 'restored'>> {
    const { name, connection, context } = this.#parts;
    if (!context.syncFiles || !context.locks) return await recoverAlone(connection);
    try {
      const journal = this.#journal ?? (await Journal.open(name));
      return await journal.exclusively(async () => {
        const found = await recover(connection, journal, force);
        try {
          await makeReady(connection, journal, found);
        } catch (error) {
          if (error instanceof IncompleteImage && !force) {
            const again = await recover(connection, journal, true);
            await makeReady(connection, journal, again);
            this.#opened(journal);
            return again;
          }
          // What was recovered stays so; that the journal cannot be written costs durability alone.
          if (!isFileError(error)) throw error;
          journal.close();
          this.#fail();
          return found;
        }
        this.#opened(journal);
        return found;
      });
    } catch (error) {
      this.#fail();
      // Without the journal only a store that is whole may be used: what is missing in another might be in the journal.
      if (!isFileError(error)) throw error;
      const { head, records } = await readState(connection);
      if (head && isWhole(head, records)) return { event: 'ok', restored: [] };
      if (isTimeout(error)) throw new NotWhole();
      return await recoverAlone(connection);
    }
  }

  #opened(journal: Journal): void {
    this.#journal = journal;
    this.#failures = 0;
    clearTimeout(this.#retry);
  }

  async #compact(): Promise<void> {
    const { connection, channel } = this.#parts;
    const journal = this.#journal;
    if (!journal) return;
    await journal.exclusively(() => rewrite(connection, journal));
    channel.post('compacted');
    this.#observe(await readHead(connection));
  }

  async #dropCovered(): Promise<void> {
    await this.#journal?.dropCovered().catch(ignore);
    this.#parts.channel.post('dropped');
  }

  #note({ epoch, seq, count }: Head): void {
    this.#sentinel?.note({ epoch, seq, count });
  }

  /** Another tab wrote, perhaps without a journal. Hints that come meanwhile are answered by the same look. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    await readHead(this.#parts.connection).then((head) => this.#observe(head), ignore);
    this.#looking = false;
  }

  /** What the head says of the journal; a tab with a journal mends what one without has left out. */
  #observe(head: Head | undefined): void {
    if (!head) return;
    this.#behind = head.unlogged !== undefined;
    if (this.#behind && this.#journal) this.#maintain(() => this.#compact());
    this.#tellMode();
  }

  /** Housekeeping that can wait: its failure costs durability, not the session. */
  #maintain(work: () => Promise<void>): void {
    if (this.#busy || this.#closed) return;
    void this.#housekeep(work).catch((error: unknown) => {
      if (error instanceof IncompleteImage) void this.repair(true).catch(ignore);
      else this.#fail();
    });
  }

  /** One piece of housekeeping at a time. */
  async #housekeep<T>(work: () => Promise<T>): Promise<T> {
    while (this.#busy) await this.#maintaining;
    this.#busy = true;
    const running = work().finally(() => {
      this.#busy = false;
    });
    this.#maintaining = running.then(ignore, ignore);
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

  /** No journal for now; it is tried again behind, however quiet the store is. */
  #fail(): void {
    const journal = this.#journal;
    this.#journal = undefined;
    try {
      journal?.close();
    } catch {
      // The handle is as broken as the file.
    }
    this.#tellMode();
    const { syncFiles, locks } = this.#parts.context;
    if (this.#closed || !syncFiles || !locks) return;
    clearTimeout(this.#retry);
    const waits = this.#parts.retryMs ?? RETRY_MS;
    const pause = waits[Math.min(this.#failures++, waits.length - 1)];
    this.#retry = setTimeout(() => void this.#housekeep(() => this.repair(false)).catch(ignore), pause);
  }

  #tellMode(): void {
    const { mode } = this;
    if (mode === this.#told) return;
    this.#told = mode;
    for (const listener of this.#modeListeners) listener(mode);
  }

  #tell(event: OpenReport['event'], restored: number): void {
    const report = { durability: this.mode, event, restored };
    if (this.#recoveryListeners.size === 0) this.#untold.push(report);
    for (const listener of this.#recoveryListeners) listener(report);
    // Their indexes are of the store before.
    if (event !== 'quota') this.#parts.channel.post('changed');
  }
}

const ignore = (): void => {};
const isFileError = (error: unknown): boolean => error instanceof DOMException || error instanceof TypeError;
const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';
