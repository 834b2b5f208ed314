/**
 * What a call does when it finds the database new and empty, or records in it damaged: recover or heal from the journal,
 * tell the listeners, go on. The recovery itself is in `shadow.ts` and `recover.ts`.
 */
import { MissingHead } from '../store/head.ts';
import type { OpenReport } from '../store/memory-store.ts';
import type { MemoryRecord } from '../store/schema.ts';
import type { Shadow } from './shadow.ts';

export class Repair {
  readonly #shadow: Shadow;
  readonly #listeners = new Set<(report: OpenReport) => void>();

  constructor(shadow: Shadow) {
    this.#shadow = shadow;
  }

  listen(listener: (report: OpenReport) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `work`, after a recovery where the database turns out to be a new, empty one. */
  async withHead<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MissingHead)) throw error;
      await this.recover(false);
      return await work();
    }
  }

  /** Ids of what was given back. `force` compares every record. */
  async recover(force: boolean): Promise<string[]> {
    const { event, restored } = await this.#shadow.recover(force);
    if (event === 'restored' || event === 'storage-lost') this.#tell(event, restored.length);
    return restored;
  }

  /** `discard`: what the journal does not have is removed and reported, since a write waits on it. */
  async heal(damaged: readonly MemoryRecord[], discard = false): Promise<MemoryRecord[]> {
    const healed = await this.#shadow.heal(damaged);
    if (healed.length < damaged.length) {
      if (discard) await this.recover(true);
      else this.#tell('storage-lost', 0);
    }
    return healed;
  }

  #tell(event: OpenReport['event'], restored: number): void {
    for (const listener of this.#listeners) listener({ durability: this.#shadow.mode, event, restored });
  }
}
