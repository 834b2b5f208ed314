/** Sends calls to a substitute until the database opens and takes over, which the engine sees as a recovery. */
import type { Memory } from '../../core/record/memory.ts';
import { Backoff } from '../store/backoff.ts';
import type {
  Change,
  Committed,
  DerivedStore,
  DurabilityMode,
  MemoryStore,
  OpenReport,
  Plan,
  StoreState,
} from '../store/memory-store.ts';
import { StoreStates } from '../store/states.ts';
import { OpenElsewhere } from '../store/storage-errors.ts';
import { StoreEvents } from '../store/store-events.ts';

/** Milliseconds before each new attempt to open the database. The last value repeats. */
const RETRY_MS = [2_000, 5_000, 15_000, 30_000];

export interface Reopening {
  open(): Promise<{ store: MemoryStore; report: OpenReport }>;
  /** Copies what only the substitute has, and closes the substitute. */
  handOver(next: MemoryStore): Promise<void>;
  retryMs?: readonly number[];
}

export class StoreHandle implements MemoryStore {
  readonly events = new StoreEvents();
  readonly #reopening: Reopening;
  readonly #backoff: Backoff;
  readonly #states = new StoreStates(this.events);
  readonly #running = new Set<Promise<unknown>>();
  #backing: MemoryStore;
  #isSubstitute = true;
  #closed = false;
  /** Set while the database takes over. Calls wait, because a write to the substitute might no longer be copied. */
  #switching: Promise<void> | undefined;

  constructor(substitute: MemoryStore, reopening: Reopening) {
    this.#backing = substitute;
    this.#reopening = reopening;
    this.#backoff = new Backoff(reopening.retryMs ?? RETRY_MS);
    this.#states.fire('promise', substitute.durability === 'log-only' ? 'log-read' : 'nothing-opened');
    this.#retry();
  }

  get durability(): DurabilityMode {
    return this.#backing.durability;
  }

  /** A getter, because each store has its own derived data. */
  get derived(): DerivedStore {
    return this.#backing.derived;
  }

  get shared(): boolean | undefined {
    return this.#backing.shared;
  }

  get deleted(): boolean | undefined {
    return this.#backing.deleted;
  }

  open(): Promise<OpenReport> {
    return this.#ask((store) => store.open());
  }

  async noticeOtherTabs(): Promise<void> {
    await this.#ask(async (store) => store.noticeOtherTabs?.());
  }

  commit<Outcome>(plan: Plan<Outcome>): Promise<Committed<Outcome>> {
    return this.#ask((store) => store.commit(plan));
  }

  touch(id: string, change: (memory: Memory) => Memory | undefined): Promise<void> {
    return this.#ask((store) => store.touch(id, change));
  }

  wrote(seq: number): boolean {
    return this.#backing.wrote(seq);
  }

  get(ids: readonly string[]): Promise<(Memory | undefined)[]> {
    return this.#ask((store) => store.get(ids));
  }

  scan(onPage: Parameters<MemoryStore['scan']>[0]): Promise<void> {
    return this.#ask((store) => store.scan(onPage));
  }

  changesSince(after: number, generation?: string): Promise<Change[] | null> {
    return this.#ask((store) => store.changesSince(after, generation));
  }

  state(): Promise<StoreState> {
    return this.#ask((store) => store.state());
  }

  clear(at?: Pick<StoreState, 'seq' | 'generation'>): Promise<readonly Change[]> {
    return this.#ask((store) => store.clear(at));
  }

  purge(): Promise<void> {
    return this.#ask((store) => store.purge());
  }

  usage(): Promise<{ bytes: number; quota: number }> {
    return this.#ask((store) => store.usage());
  }

  async close(): Promise<void> {
    await this.#end();
    await this.#backing.close();
  }

  async destroy(): Promise<void> {
    await this.#end();
    await this.#backing.destroy();
  }

  async #end(): Promise<void> {
    this.#closed = true;
    this.#backoff.reset();
    await this.#switching;
    this.#states.fire('promise', 'closed');
  }

  async #ask<Result>(call: (store: MemoryStore) => Promise<Result>): Promise<Result> {
    try {
      return await this.#run(call);
    } catch (error) {
      if (!(error instanceof OpenElsewhere) || this.#closed) throw error;
      await this.#tryDatabase();
      return await this.#run(call);
    }
  }

  async #run<Result>(call: (store: MemoryStore) => Promise<Result>): Promise<Result> {
    while (this.#switching) await this.#switching;
    const running = call(this.#backing);
    this.#running.add(running);
    return await running.finally(() => this.#running.delete(running));
  }

  async #tryDatabase(): Promise<void> {
    if (!this.#isSubstitute) return;
    this.#switching ??= Promise.allSettled([...this.#running])
      .then(() => this.#takeOver())
      .then(
        () => this.#backoff.reset(),
        () => this.#retry(),
      )
      .finally(() => {
        this.#switching = undefined;
      });
    await this.#switching;
  }

  async #takeOver(): Promise<void> {
    const { store, report } = await this.#reopening.open();
    await this.#reopening.handOver(store);
    this.#backing = store;
    this.#isSubstitute = false;
    this.#states.fire('promise', 'database-opened');
    this.events.forward(store.events);
    this.events.emit('durability', store.durability);
    // The database may contain more than the substitute did.
    this.events.emit('recovery', report);
  }

  #retry(): void {
    if (!this.#closed) this.#backoff.again(() => void this.#tryDatabase());
  }
}
