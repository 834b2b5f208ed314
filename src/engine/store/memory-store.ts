/**
 * The contract of the store of record. Implementations: `recovery/durable-store.ts` (IndexedDB with a write-ahead log in OPFS)
 * and `ephemeral-store.ts` (for contexts without storage, and for evaluations in Node).
 */
import type { Memory } from '../../core/record/memory.ts';
import type { DurabilityMode } from '../../protocol/engine-values.ts';
import type { StoredChunks } from '../../protocol/transfer-api.ts';
import type { OpenReport, StoreEvents } from './store-events.ts';

export type { DurabilityMode, OpenReport, StoredChunks };

/** One entry of the `changes` log; `seq` is monotonic over all tabs. */
export interface Change {
  seq: number;
  id: string;
  kind: 'put' | 'remove' | 'clear';
}

/** `undefined` leaves the memory as it is, `null` removes it. */
export type Decision = Memory | null | undefined;

/** Where in the change log the current memories were last written. */
export interface StoredAt {
  readonly generation: string;
  /** In the order of the ids; undefined where there is no memory. */
  readonly seqs: readonly (number | undefined)[];
  /** Position of the last import; 0 for none. */
  readonly imported: number;
}

/** One atomic write: what it does is decided upon what is stored. */
export interface Plan<Outcome> {
  readonly ids: readonly string[];
  /** Pure and synchronous, run within the transaction; run again where the transaction has to be repeated. */
  decide(current: readonly (Memory | undefined)[], stored: StoredAt): Decided<Outcome>;
  /** Spares looking for ids that are not there. */
  readonly seen?: SeenStore;
}

export interface Decided<Outcome> {
  /** One for each id, in their order. */
  readonly decisions: readonly Decision[];
  /** What the writer wants to know of them. */
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

/** What a reader of the change log holds: which memories the store had at position `seq`. */
export interface SeenStore {
  readonly generation: string;
  readonly seq: number;
  readonly count: number;
  has(id: string): boolean;
}

/** The store as of one moment. */
export interface StoreState {
  /** Position of the last change; 0 for none. */
  seq: number;
  count: number;
  /** Positions and whatever was derived from the memories hold within one generation; a restoration begins a new one. */
  generation: string;
}

/** Derived data: rebuildable, checksummed, dropped first when space is short (S4, S7). */
export interface DerivedStore {
  /** Verified bytes, or undefined where missing or damaged. `meta` is whatever was stored beside them. */
  readSnapshot(name: string): Promise<{ bytes: Uint8Array; meta: { [key: string]: unknown } } | undefined>;
  writeSnapshot(name: string, bytes: Uint8Array, meta: { [key: string]: unknown }): Promise<void>;
  deleteSnapshot(name: string): Promise<void>;
  /** Content-addressed vectors of one fingerprint (V4): missing hashes are absent from the map. */
  readVectors(fingerprint: string, hashes: readonly string[]): Promise<Map<string, Int8Array>>;
  /** All vectors of a fingerprint at once, for start-up. */
  readAllVectors(fingerprint: string, dims: number): Promise<VectorRows>;
  writeVectors(fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void>;
  /** Drops vectors that `keep` does not name, and all of other fingerprints when `onlyThis`. */
  sweepVectors(fingerprint: string, keep: ReadonlySet<string>, onlyThis: boolean): Promise<void>;
  /**
   * Hands over chunk lists by memory id, valid for one content hash and chunker fingerprint.
   * @param ids those wanted; default all
   */
  readChunks(
    fingerprint: string,
    onList: (id: string, list: StoredChunks) => void,
    ids?: readonly string[],
  ): Promise<void>;
  writeChunks(fingerprint: string, chunks: ReadonlyMap<string, StoredChunks>): Promise<void>;
  deleteChunks(ids: readonly string[]): Promise<void>;
  /** Drops every derived datum. */
  clearDerived(): Promise<void>;
}

/** Rows by hash. A `Map` is one. */
export interface VectorRows {
  readonly size: number;
  get(hash: string): Int8Array | undefined;
  /** Gives their memory back at once; no row may be looked at afterwards. */
  release?(): void;
}

export interface MemoryStore {
  open(): Promise<OpenReport>;
  readonly durability: DurabilityMode;
  /** Another tab may have the store open, so that what is held in memory may be behind it. */
  readonly shared?: boolean | undefined;
  /** Finds out whether another tab has it open by now, without waiting to be told. */
  noticeOthers?(): Promise<void>;
  /** Another tab deleted the store. */
  readonly deleted?: boolean | undefined;
  readonly derived: DerivedStore;
  /** Resolves after the transaction's `complete` and the write-ahead log's flush (M3). */
  commit<Outcome>(plan: Plan<Outcome>): Promise<Committed<Outcome>>;
  /**
   * Stores counters that may be lost (`lastAccessedAt`, `accessCount`; P5): neither log nor other tabs hear of it. `change`
   * is asked of a memory that is there.
   */
  touch(id: string, change: (memory: Memory) => Memory | undefined): Promise<void>;
  /** Whether this tab wrote the change at this position, or is about to: its transaction may be committing. */
  wrote(seq: number): boolean;
  get(ids: readonly string[]): Promise<(Memory | undefined)[]>;
  /** All memories in pages (≤ 16 MB each), with the seq of their last change. */
  scan(onPage: (page: readonly { memory: Memory; seq: number }[]) => void | Promise<void>): Promise<void>;
  /**
   * Changes with seq > `after`, oldest first; null when the change log no longer reaches back so far, or the store is no longer
   * of that generation: whoever reads on begins anew.
   */
  changesSince(after: number, generation?: string): Promise<Change[] | null>;
  state(): Promise<StoreState>;
  /** Resolves with the changes it made: none where `at` is given and the store is no longer at that position. */
  clear(at?: Pick<StoreState, 'seq' | 'generation'>): Promise<readonly Change[]>;
  /** Removes what deleted and replaced memories left behind in the files of write-ahead log and database now (M2). */
  purge(): Promise<void>;
  readonly events: Pick<StoreEvents, 'on'>;
  usage(): Promise<{ bytes: number; quota: number }>;
  close(): Promise<void>;
  destroy(): Promise<void>;
}
