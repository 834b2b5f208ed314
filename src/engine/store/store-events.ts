/** What a store tells whoever holds it: one emitter for everything that happens to it other than by a call. */
import type { HybridSearchError } from '../../core/errors.ts';
import type { DurabilityMode } from '../../protocol/engine-values.ts';

export interface OpenReport {
  durability: DurabilityMode;
  /**
   * `restored`: the write-ahead log gave back what the database had lost; `storage-lost`: something could not be given back;
   * `database-unavailable`: there may be memories that nobody can read now; `quota`: the disk is full.
   */
  event: 'ok' | 'created' | 'restored' | 'storage-lost' | 'database-unavailable' | 'quota';
  restored: number;
  /** Memories, or changes of them, that are known to be missing. */
  lost: number;
}

export interface StoreEventValues {
  /** Another tab wrote: a hint to read on. */
  changed: null;
  durability: DurabilityMode;
  /** A loss was noticed after opening: `restored` or `storage-lost` (S5); or the disk is full. */
  recovery: OpenReport;
  /** Another tab deleted the store. */
  deleted: null;
  /** Something happened that the table of states doesn't provide for. */
  illegal: HybridSearchError;
}
const NAMES = ['changed', 'durability', 'recovery', 'deleted', 'illegal'] as const;
type Name = (typeof NAMES)[number];
type Listener = (value: never) => void;

export class StoreEvents {
  readonly #listeners = new Map<Name, Set<Listener>>();
  /** Recoveries that nobody has heard of yet, as during the scan of a start: the first listener does. */
  #untold: OpenReport[] = [];

  /** Returns a function that ends it. */
  on<Of extends Name>(name: Of, listener: (value: StoreEventValues[Of]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    if (name === 'recovery') for (const report of this.#untold.splice(0)) listener(report as StoreEventValues[Of]);
    return () => listeners.delete(listener);
  }

  emit<Of extends Name>(name: Of, value: StoreEventValues[Of]): void {
    const listeners = this.#listeners.get(name);
    if (name === 'recovery' && !listeners?.size) this.#untold.push(value as OpenReport);
    for (const listener of listeners ?? []) (listener as (value: StoreEventValues[Of]) => void)(value);
  }

  /** From now on this one tells what `other` does. */
  take(other: Pick<StoreEvents, 'on'>): void {
    for (const name of NAMES) other.on(name, (value) => this.emit(name, value));
  }
}
