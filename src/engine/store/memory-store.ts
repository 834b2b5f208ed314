/** Interface of `ephemeral-store.ts` and, in `recovery`, `durable-store.ts`, `log-only-store.ts`, `store-handle.ts`. */
import type { Memory } from '../../core/record/memory.ts';
import type { DurabilityMode } from '../../protocol/engine-values.ts';
import type { StoredChunks } from '../../protocol/transfer-api.ts';
import type { OpenReport, StoreEvents } from './store-events.ts';

export type { DurabilityMode, OpenReport, StoredChunks };

/** One entry of the change log. `seq` is its position, and increases across all tabs. */
export interface Change {
  seq: number;
  id: string;
  kind: 'put' | 'remove' | 'clear';
}

/** `undefined` leaves the memory as it is, `null` removes it. */
export type Decision = Memory | null | undefined;

export interface StoredAt {
  readonly generation: string;
  /** In the order of the ids, undefined where there's no memory. */
  readonly seqs: readonly (number | undefined)[];
  /** Position of the last write with `Decided.imports`, 0 if there was none. */
  readonly imported: number;
}

export interface Plan<Outcome> {
  readonly ids: readonly string[];
  /** Must be pure and synchronous: it runs in the transaction, and again if the transaction is repeated. */
  decide(current: readonly (Memory | undefined)[], stored: StoredAt): Decided<Outcome>;
  /** If this is current, ids that it lacks aren't looked up in the database. */
  readonly seen?: SeenStore;
}

export interface Decided<Outcome> {
  /** One per id, in order. */
  readonly decisions: readonly Decision[];
  readonly outcome: Outcome;
  /** Set by imports, sync and restores from the trash. It cancels an earlier request to delete everything. */
  readonly imports?: boolean;
}

export interface Committed<Outcome> {
  readonly changes: readonly Change[];
  /** The memories as stored now, in the order of the ids. */
  readonly after: readonly (Memory | undefined)[];
  readonly outcome: Outcome;
}

/** The memories that a reader of the change log knows, as of position `seq`. */
export interface SeenStore {
  readonly generation: string;
  readonly seq: number;
  readonly count: number;
  has(id: string): boolean;
}

export interface StoreState {
  /** Position of the last change, or 0. */
  seq: number;
  count: number;
  /** Positions and derived data are valid only within one generation. A restoration starts a new one. */
  generation: string;
}

export interface Snapshot {
  bytes: Uint8Array;
  meta: { [key: string]: unknown };
}

/** Data that can be rebuilt. When space is short, it's dropped first. */
export interface DerivedStore {
  /** Returns verified bytes with the `meta` stored with them. Undefined if missing or damaged. */
  readSnapshot(name: string): Promise<Snapshot | undefined>;
  writeSnapshot(name: string, bytes: Uint8Array, meta: Snapshot['meta']): Promise<void>;
  deleteSnapshot(name: string): Promise<void>;
  /** Leaves out hashes without a stored vector. */
  readVectors(fingerprint: string, hashes: readonly string[]): Promise<Map<string, Int8Array>>;
  readAllVectors(fingerprint: string, dims: number): Promise<VectorRows>;
  writeVectors(fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void>;
  /** Drops vectors that aren't in `keep`. With `onlyThis`, also drops all vectors with other fingerprints. */
  sweepVectors(fingerprint: string, keep: ReadonlySet<string>, onlyThis: boolean): Promise<void>;
  /** Each list is valid only for its content hash and the fingerprint. `ids` defaults to all. */
  readChunks(
    fingerprint: string,
    onList: (id: string, list: StoredChunks) => void,
    ids?: readonly string[],
  ): Promise<void>;
  writeChunks(fingerprint: string, chunks: ReadonlyMap<string, StoredChunks>): Promise<void>;
  deleteChunks(ids: readonly string[]): Promise<void>;
  clearDerived(): Promise<void>;
}

export interface VectorRows {
  readonly size: number;
  get(hash: string): Int8Array | undefined;
  /** Frees the memory, immediately if the browser can. The rows must not be read afterwards. */
  release?(): void;
}

export interface MemoryStore {
  open(): Promise<OpenReport>;
  readonly durability: DurabilityMode;
  /** Whether another tab may have the store open, so that data in memory may be stale. */
  readonly shared?: boolean | undefined;
  /** Checks whether another tab has the store open, without waiting for its message. */
  noticeOtherTabs?(): Promise<void>;
  readonly deleted?: boolean | undefined;
  readonly derived: DerivedStore;
  /** Resolves after the transaction's `complete` and the flush of the write-ahead log. */
  commit<Outcome>(plan: Plan<Outcome>): Promise<Committed<Outcome>>;
  /** Stores access counters, which may be lost: not logged, not announced. `change` gets only existing memories. */
  touch(id: string, change: (memory: Memory) => Memory | undefined): Promise<void>;
  /** Whether this tab wrote the change at this position. Also true while its transaction may be committing. */
  wrote(seq: number): boolean;
  get(ids: readonly string[]): Promise<(Memory | undefined)[]>;
  /** Passes all memories to `onPage`, page by page, with the seq of their last change. */
  scan(onPage: (page: readonly { memory: Memory; seq: number }[]) => void | Promise<void>): Promise<void>;
  /**
   * Returns the changes after a position, oldest first. Null if the change log lacks some of them, or if the generation
   * differs. The caller then has to scan the store again.
   */
  changesSince(after: number, generation?: string): Promise<Change[] | null>;
  state(): Promise<StoreState>;
  /** Does nothing if the store is no longer at the position `at`. */
  clear(at?: Pick<StoreState, 'seq' | 'generation'>): Promise<readonly Change[]>;
  /** Immediately removes what deleted and replaced memories left in the files of the log and the database. */
  purge(): Promise<void>;
  readonly events: Pick<StoreEvents, 'on'>;
  usage(): Promise<{ bytes: number; quota: number }>;
  close(): Promise<void>;
  destroy(): Promise<void>;
}
