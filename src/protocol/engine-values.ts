/**
 * What page and engine tell one another, besides memories and answers: also public types, each stated once, here.
 * Plain data that structured clone takes.
 */
import type { Filters, Viewer } from '../core/filter/filters.ts';
import type { Arm } from '../core/options/options.ts';
import type { Memory, MemoryInput, Role } from '../core/record/memory.ts';
import type { EmbedderState } from './embedder-api.ts';

/**
 * `durable`: acknowledged writes outlive a crash; `best-effort`: the browser may lose some; `ephemeral`: memory only;
 * `log-only`: the database cannot be opened, so memories were read from the write-ahead log, to which writes go: they
 * outlive a crash, and the database is tried again.
 */
export type DurabilityMode = 'durable' | 'best-effort' | 'ephemeral' | 'log-only';

export interface ListOptions {
  /** 1–1000, default 50. */
  limit?: number;
  /** Memories to skip, ≥ 0, default 0. */
  offset?: number;
  /** Default `newest` (by `createdAt`). */
  sort?: 'newest' | 'oldest' | 'updated' | 'title';
  /** Pinned memories before all others, each part in the order of `sort`. Default false. */
  pinnedFirst?: boolean;
  filters?: Filters;
  viewer?: Viewer;
  /** Fixed clock for expiry, milliseconds since the epoch; default the present. */
  now?: number;
}

export interface TrashListOptions extends ViewerOptions, Pick<ListOptions, 'limit' | 'offset'> {}

export interface MemoryList {
  memories: Memory[];
  total: number;
  hasMore: boolean;
}

/** Who asks; default: everything is visible. */
export interface ViewerOptions {
  viewer?: Viewer;
}

export interface UpdateOptions extends ViewerOptions {
  /**
   * The memory as it was read: where the stored one is no longer that one, because another tab wrote it meanwhile, nothing
   * is written and the call rejects with `conflict`, which holds what is stored in `error.current`. It is decided in the
   * transaction that writes. Default: the patch goes upon whatever is stored.
   */
  ifUnchanged?: Pick<Memory, 'contentHash' | 'updatedAt'>;
}

export interface ClearOptions {
  /**
   * A position from `position()`. Memories that were written after it stay, whoever wrote them. If the store was restored
   * or made again since, everything stays. The transaction that removes decides it. Default: nothing stays. Any other text
   * throws `invalid-option`.
   */
  unchangedSince?: string;
}

export interface RemoveOptions extends ViewerOptions, ClearOptions {}

/** Which memories are meant: those that match the filters and that the viewer may see. */
export interface SelectOptions extends ViewerOptions {
  filters?: Filters;
}

/** Memories that share a session or a thread. */
export interface RowGroup {
  name: string;
  memories: number;
  /** `createdAt` of the oldest and of the newest, milliseconds since the epoch. */
  first: number;
  last: number;
}

export interface TagCount {
  tag: string;
  memories: number;
}

export interface SimilarOptions extends SelectOptions {
  /** 1–100, default 10. */
  limit?: number;
}

export interface SimilarMemory {
  memory: Memory;
  /** Cosine, −1–1. */
  similarity: number;
}

/** One message of a conversation, as it is appended: a memory whose type and session are given. */
export interface MessageInput extends Omit<MemoryInput, 'type' | 'session' | 'role'> {
  role: Role;
}

export interface ChangeEvent {
  /** Empty for `clear`. */
  ids: string[];
  kind: 'put' | 'remove' | 'clear';
  /** `remote`: another tab wrote. */
  origin: 'local' | 'remote';
}

export interface ModelProgress {
  state: EmbedderState;
  id: string;
  loadedBytes: number;
  totalBytes: number;
  /** Of the loaded ones, those of the model that came over the network; 0 where the browser had kept it. */
  fetchedBytes?: number;
  error?: string;
}

export interface EmbeddingProgress {
  /** Chunks with a vector. */
  embedded: number;
  /** Chunks known; a memory not yet chunked counts as one. */
  total: number;
  /** Memories still waiting. */
  queued: number;
  paused: boolean;
  /** Chunks a second over the last ten; 0 when idle. */
  rate: number;
  /** Seconds left, null when unknown. */
  remainingSeconds: number | null;
}

export interface Progress {
  model: ModelProgress;
  embedding: EmbeddingProgress;
}

/**
 * `opened`; `restored`: the write-ahead log gave back what the database had lost; `storage-lost`: something could not be
 * given back; `durability`: the mode changed; `quota`: the disk is full, a write was refused or derived data dropped for
 * it; `database-unavailable`: the database cannot be opened, and the mode says what is kept (`log-only`, `ephemeral`);
 * `waiting`: another page of the origin has held a lock for ten seconds that opening waits for. The store is not open yet,
 * and `opened` follows as soon as the lock is free.
 */
export interface StorageNotice {
  kind: 'opened' | 'restored' | 'storage-lost' | 'durability' | 'quota' | 'database-unavailable' | 'waiting';
  durability: DurabilityMode;
  /** Memories that the write-ahead log gave back. */
  restored: number;
  /**
   * Memories that are known to be missing, 0 where none is: with `storage-lost` at least 1, with `database-unavailable` those
   * that cannot be read until it opens, and where only a log with gaps is left the changes that it lacks.
   */
  lost: number;
  /** With `waiting`: name of the Web Lock, `hybrid-search/open/` and the store's name. `navigator.locks.query()` says who has it. */
  waitingFor?: string;
}

/** A diagnostic event; never with content. */
export interface LogEntry {
  event: string;
  /** Milliseconds since the epoch. */
  at: number;
  detail: { [key: string]: string | number | boolean | null };
}

export interface Stats {
  memories: number;
  chunks: number;
  byType: { [type: string]: number };
  tags: { [tag: string]: number };
  /** Memories whose chunks are all embedded. */
  embedded: number;
  queued: number;
  paused: boolean;
  model: ModelProgress & { fingerprint: string; dims: number; device: string; threads: number };
  /** Runs of the model in the embedding worker since it started, and query vectors that were kept from before. */
  runs: { documents: number; queries: number; cached: number };
  armsAvailable: Arm[];
  indexed: { [arm in Arm]?: number };
  /** Where the keyword index came from at start. */
  keywordIndex: 'snapshot' | 'snapshot+replay' | 'rebuilt';
  cache: { queryHits: number; queryMisses: number; pageHits: number; pageMisses: number };
  /** Of the last thousand searches, milliseconds. */
  latency: { searches: number; p50: number; p95: number };
  /** Bytes; `event` and `restored` say what was found at opening, or last since. */
  storage: { bytes: number; quota: number; durability: DurabilityMode; event: string; restored: number };
  lastSeq: number;
  /** Milliseconds since the epoch; null: none since the engine started. */
  lastBackup: number | null;
}
