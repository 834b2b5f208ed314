/**
 * The contract of the store of record. Implementations: `recovery/durable-store.ts` (IndexedDB with a write-ahead log
 * in OPFS) and `ephemeral-store.ts` (for contexts without storage, and for evaluations in Node).
 */
import type { Memory } from '../../core/record/memory.ts';
import type { DurabilityMode } from '../../protocol/engine-values.ts';
import type { StoredChunks } from '../../protocol/transfer-api.ts';
import type { OpenReport, StoreEvents } from './store-events.ts';

export type { DurabilityMode, OpenReport, StoredChunks };

/** One entry of the `changes` log. `seq` is monotonic across tabs. */
export interface Change {
  seq: number;
  id: string;
  kind: 'put' | 'remove' | 'clear';
}

/** `undefined` leaves the memory as it is, `null` removes it. */
export type Decision = Memory | null | undefined;

/** Positions in the change log of the current memories' last writes. */
export interface StoredAt {
  readonly generation: string;
  /** In the order of the ids. Undefined if there's no memory. */
  readonly seqs: readonly (number | undefined)[];
  /** Position of the last import; 0 for none. */
  readonly imported: number;
}

/** One atomic write, decided on the stored memories. */
export interface Plan<Outcome> {
  readonly ids: readonly string[];
  /** Pure and synchronous, because it runs in the transaction. Runs again if the transaction has to be repaired. */
  decide(current: readonly (Memory | undefined)[], stored: StoredAt): Decided<Outcome>;
  /** Saves looking for ids that don't exist. */
  readonly seen?: SeenStore;
}

export interface Decided<Outcome> {
  /** One for each id, in order. */
  readonly decisions: readonly Decision[];
  /** The writer's own result. */
  readonly outcome: Outcome;
  /** The writer is an import, so an intent to delete everything from before it has ended. */
  readonly imports?: boolean;
}

/** What a write did. */
export interface Committed<Outcome> {
  readonly changes: readonly Change[];
  /** The memories as now stored, in the order of the ids. */
  readonly after: readonly (Memory | undefined)[];
  readonly outcome: Outcome;
}

/** What a reader of the change log knows: the store's memories at position `seq`. */
export interface SeenStore {
  readonly generation: string;
  readonly seq: number;
  readonly count: number;
  has(id: string): boolean;
}

/** The store at one moment. */
export interface StoreState {
  /** Position of the last change, or 0. */
  seq: number;
  count: number;
  /** Positions and derived data are valid within one generation. A restoration starts a new one. */
  generation: string;
}

/** Derived data: rebuildable, with checksums, and dropped first when space is short. */
export interface DerivedStore {
  /** Verified bytes. Undefined if missing or damaged. `meta` is what was stored with them. */
  readSnapshot(name: string): Promise<{ bytes: Uint8Array; meta: { [key: string]: unknown } } | undefined>;
  writeSnapshot(name: string, bytes: Uint8Array, meta: { [key: string]: unknown }): Promise<void>;
  deleteSnapshot(name: string): Promise<void>;
  /** Vectors of one fingerprint by hash. Missing hashes are absent from the map. */
  readVectors(fingerprint: string, hashes: readonly string[]): Promise<Map<string, Int8Array>>;
  /** All vectors of a fingerprint at once, for a start. */
  readAllVectors(fingerprint: string, dims: number): Promise<VectorRows>;
  writeVectors(fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void>;
  /** Drops vectors that `keep` doesn't have, and with `onlyThis` all of other fingerprints. */
  sweepVectors(fingerprint: string, keep: ReadonlySet<string>, onlyThis: boolean): Promise<void>;
  /**
   * Passes on chunk lists by memory id, valid for one content hash and chunker fingerprint.
   * @param ids default: all
   */
  readChunks(
    fingerprint: string,
    onList: (id: string, list: StoredChunks) => void,
    ids?: readonly string[],
  ): Promise<void>;
  writeChunks(fingerprint: string, chunks: ReadonlyMap<string, StoredChunks>): Promise<void>;
  deleteChunks(ids: readonly string[]): Promise<void>;
  /** Drops all derived data. */
  clearDerived(): Promise<void>;
}

/** Rows by hash. A `Map` is one. */
export interface VectorRows {
  readonly size: number;
  get(hash: string): Int8Array | undefined;
  /** Frees the memory at once. Rows must not be read afterwards. */
  release?(): void;
}

export interface MemoryStore {
  open(): Promise<OpenReport>;
  readonly durability: DurabilityMode;
  /** Another tab may have the store open, so data in memory may be behind it. */
  readonly shared?: boolean | undefined;
  /** Finds out whether another tab has it open, without waiting for a message. */
  noticeOthers?(): Promise<void>;
  /** Another tab deleted the store. */
  readonly deleted?: boolean | undefined;
  readonly derived: DerivedStore;
  /** Resolves after the transaction's `complete` and the write-ahead log's flush. */
  commit<Outcome>(plan: Plan<Outcome>): Promise<Committed<Outcome>>;
  /**
   * Stores counters that may be lost (`lastAccessedAt`, `accessCount`). Neither the log nor other tabs learn of it.
   * `change` is called only for an existing memory.
   */
  touch(id: string, change: (memory: Memory) => Memory | undefined): Promise<void>;
  /** Whether this tab wrote the change at this position, or its transaction may be committing. */
  wrote(seq: number): boolean;
  get(ids: readonly string[]): Promise<(Memory | undefined)[]>;
  /** All memories in pages (≤ 16 MB each), with the seq of their last change. */
  scan(onPage: (page: readonly { memory: Memory; seq: number }[]) => void | Promise<void>): Promise<void>;
  /**
   * Changes with seq > `after`, oldest first. Null if the change log no longer reaches back that far, or the store has
   * another generation; the reader then starts again.
   */
  changesSince(after: number, generation?: string): Promise<Change[] | null>;
  state(): Promise<StoreState>;
  /** Resolves with the changes it made: none if `at` is given and the store is no longer at that position. */
  clear(at?: Pick<StoreState, 'seq' | 'generation'>): Promise<readonly Change[]>;
  /** Removes now what deleted and replaced memories left in the files of write-ahead log and database. */
  purge(): Promise<void>;
  readonly events: Pick<StoreEvents, 'on'>;
  usage(): Promise<{ bytes: number; quota: number }>;
  close(): Promise<void>;
  destroy(): Promise<void>;
}
