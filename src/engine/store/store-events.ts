/** The events of a store: what it reports without a call. */
import type { HybridSearchError } from '../../core/errors.ts';
import type { DurabilityMode, StorageNotice } from '../../protocol/engine-values.ts';

export interface OpenReport {
  durability: DurabilityMode;
  /**
   * `restored`: the write-ahead log restored what the database had lost. `storage-lost`: something couldn't be
   * restored. `database-unavailable`: there may be memories that can't be read now. `quota`: the disk is full.
   */
  event: 'ok' | 'created' | 'restored' | 'storage-lost' | 'database-unavailable' | 'quota';
  restored: number;
  lost: number;
}

export interface StoreEventValues {
  changed: null;
  durability: DurabilityMode;
  /** Something changed after opening: a loss was noticed, the disk is full, or the database became available. */
  recovery: OpenReport;
  deleted: null;
  /** An event happened that the table of states doesn't allow. */
  illegal: HybridSearchError;
}
const NAMES = ['changed', 'durability', 'recovery', 'deleted', 'illegal'] as const;
type Name = (typeof NAMES)[number];
type Listener = (value: never) => void;

export class StoreEvents {
  readonly #listeners = new Map<Name, Set<Listener>>();
  /** Reports from before there was a listener, such as from the first scan. The first listener gets them. */
  #untold: OpenReport[] = [];

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

  forward(other: Pick<StoreEvents, 'on'>): void {
    for (const name of NAMES) other.on(name, (value) => this.emit(name, value));
  }
}

export const storageNotice = ({ event, durability, restored, lost }: OpenReport): StorageNotice => ({
  kind: event === 'ok' || event === 'created' ? 'opened' : event,
  durability,
  restored,
  lost,
});
