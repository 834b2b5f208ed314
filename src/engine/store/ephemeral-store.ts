/** The store in memory, for contexts without storage and for evaluations in Node. */
import type { Memory } from '../../core/record/memory.ts';
import { EphemeralDerived } from './ephemeral-derived.ts';
import { EphemeralRecords } from './ephemeral-records.ts';
import type { Change, Committed, DurabilityMode, MemoryStore, OpenReport, Plan, StoreState } from './memory-store.ts';
import { planClearing } from './planned-writes.ts';
import { StoreEvents } from './store-events.ts';

export function createEphemeralStore(): EphemeralStore {
  return new EphemeralStore();
}

class EphemeralStore implements MemoryStore {
  readonly durability: DurabilityMode = 'ephemeral';
  readonly events = new StoreEvents();
  readonly derived = new EphemeralDerived();
  readonly #records = new EphemeralRecords();

  async open(): Promise<OpenReport> {
    return { durability: 'ephemeral', event: 'created', restored: 0, lost: 0 };
  }

  async commit<Outcome>(plan: Plan<Outcome>): Promise<Committed<Outcome>> {
    const planned = this.#records.plan(plan);
    return { changes: this.#records.put(planned), after: planned.after, outcome: planned.outcome };
  }

  async clear(at?: Pick<StoreState, 'seq' | 'generation'>): Promise<readonly Change[]> {
    const changes = this.#records.put(planClearing(this.#records.head, at));
    if (changes.length > 0) await this.derived.clearDerived();
    return changes;
  }

  async touch(id: string, change: (memory: Memory) => Memory | undefined): Promise<void> {
    this.#records.touch(id, change);
  }

  wrote(): boolean {
    return true;
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
    // Only checks that the store is open: there are no files from which removed memories would have to be purged.
    await this.state();
  }

  async usage(): Promise<{ bytes: number; quota: number }> {
    return { bytes: this.#records.bytes + this.derived.bytes, quota: 0 };
  }

  async close(): Promise<void> {
    this.#records.close();
  }

  async destroy(): Promise<void> {
    this.#records.load({ ...this.#records.head, seq: 0, count: 0, hash: 0 }, []);
    this.#records.close();
    await this.derived.clearDerived();
  }
}
