/**
 * The contract of the store of record. Two implementations: `idb-store.ts` (IndexedDB with a write-ahead log in OPFS)
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
export type Decide = (current: readonly (Memory | undefined)[], stored: StoredAt) => readonly Decision[];

/** Where in the change log the current memories were last written. */
export interface StoredAt {
  readonly generation: string;
  /** In the order of the ids; undefined where there is no memory. */
  readonly seqs: readonly (number | undefined)[];
}

/** What a write did. `before` and `after` belong to the ids of the call, in their order. */
export interface Mutation {
  changes: Change[];
  /** As found in the transaction that wrote. */
  before: readonly (Memory | undefined)[];
  /** As now stored. Where nothing was decided the same object as before. */
  after: readonly (Memory | undefined)[];
}

export interface MutateOptions {
  /**
   * False for counters that may be lost (`lastAccessedAt`, `accessCount`; P5): stored, but in neither log
   * nor told to other tabs; the promise then resolves with no changes. Decisions may only touch memories that are
   * there. Default true.
   */
  logged?: boolean;
  /** Read within the transaction, at its start. */
  seen?: SeenStore;
  /** Called within the transaction, with the changes that it is about to commit: nobody can have read them yet. */
  planned?(changes: readonly Change[]): void;
}

export interface ClearOptions extends Pick<MutateOptions, 'planned'> {
  /** Compared in the transaction that clears: nothing is removed where the store has moved on since. Default: not compared. */
  at?: Pick<StoreState, 'seq' | 'generation'> | undefined;
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

export interface MemoryStore extends DerivedStore {
  open(): Promise<OpenReport>;
  readonly durability: DurabilityMode;
  /** Another tab may have the store open, so that what is held in memory may be behind it. */
  readonly shared?: boolean;
  /** Finds out whether another tab has it open by now, without waiting to be told. */
  noticeOthers?(): Promise<void>;
  /** Another tab deleted the store. */
  readonly deleted?: boolean;
  /**
   * One atomic read-decide-write over `ids` with its change-log entries; resolves after the transaction's `complete`
   * and the write-ahead log's flush (M3). `decide` is pure and synchronous and may run again after a lost connection.
   */
  mutate(ids: readonly string[], decide: Decide, options?: MutateOptions): Promise<Mutation>;
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
  clear(options?: ClearOptions): Promise<Change[]>;
  /** Removes what deleted and replaced memories left behind in the files of write-ahead log and database now (M2). */
  purge(): Promise<void>;
  readonly events: Pick<StoreEvents, 'on'>;
  usage(): Promise<{ bytes: number; quota: number }>;
  close(): Promise<void>;
  destroy(): Promise<void>;
}
