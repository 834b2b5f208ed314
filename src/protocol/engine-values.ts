/**
 * Values that page and engine exchange, apart from memories and answers. Also public types. Plain data that structured
 * clone accepts.
 */
import type { Filters, Viewer } from '../core/filter/filters.ts';
import type { Arm } from '../core/options/options.ts';
import type { Memory, MemoryInput, Role } from '../core/record/memory.ts';
import type { EmbedderState } from './embedder-api.ts';

/**
 * `durable`: acknowledged writes survive a crash. `best-effort`: the browser may lose some. `ephemeral`: memory only.
 * `log-only`: the database can't be opened, so reads and writes use the write-ahead log. Writes survive a crash, and
 * the engine keeps trying the database.
 */
export type DurabilityMode = 'durable' | 'best-effort' | 'ephemeral' | 'log-only';

export interface ListOptions {
  /** 1–1000, default 50. */
  limit?: number;
  /** Memories to skip, ≥ 0, default 0. */
  offset?: number;
  /** Default `newest` (by `createdAt`). */
  sort?: 'newest' | 'oldest' | 'updated' | 'title';
  /** Pinned memories before all others, each group in the order of `sort`. Default false. */
  pinnedFirst?: boolean;
  filters?: Filters;
  viewer?: Viewer;
  /** Fixed clock for expiry, milliseconds since the epoch. Default: now. */
  now?: number;
}

export interface TrashListOptions extends ViewerOptions, Pick<ListOptions, 'limit' | 'offset'> {}

export interface MemoryList {
  memories: Memory[];
  total: number;
  hasMore: boolean;
}

/** The viewer who asks. Default: everything is visible. */
export interface ViewerOptions {
  viewer?: Viewer;
}

export interface UpdateOptions extends ViewerOptions {
  /**
   * The memory as you read it. If another tab has written it since, nothing is written and the call rejects with
   * `conflict`; `error.current` holds what's stored. The transaction that writes decides it. Default: the patch
   * applies to whatever is stored.
   */
  ifUnchanged?: Pick<Memory, 'contentHash' | 'updatedAt'>;
}

export interface ClearOptions {
  /**
   * A position from `position()`. Memories that anyone wrote after it stay. If the store was restored
   * or made again since, everything stays. The transaction that removes decides it. Default: nothing stays. Any other text
   * throws `invalid-option`.
   */
  unchangedSince?: string;
}

export interface RemoveOptions extends ViewerOptions, ClearOptions {}

/** Selects memories that match the filters and that the viewer may see. */
export interface SelectOptions extends ViewerOptions {
  filters?: Filters;
}

/** Memories that share a session or a thread. */
export interface RowGroup {
  name: string;
  memories: number;
  /** `createdAt` of the oldest and the newest, milliseconds since the epoch. */
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

/** One message of a conversation: a memory whose type and session are set for you. */
export interface MessageInput extends Omit<MemoryInput, 'type' | 'session' | 'role'> {
  role: Role;
}

export interface ChangeEvent {
  /** Empty after `clear`. */
  ids: string[];
  kind: 'put' | 'remove' | 'clear';
  /** `remote` if another tab wrote. */
  origin: 'local' | 'remote';
}

export interface ModelProgress {
  state: EmbedderState;
  id: string;
  loadedBytes: number;
  totalBytes: number;
  /** Loaded bytes of the model that came over the network. 0 if the browser had them cached. */
  fetchedBytes?: number;
  error?: string;
}

export interface EmbeddingProgress {
  /** Chunks with a vector. */
  embedded: number;
  /** Known chunks. A memory that isn't chunked yet counts as one. */
  total: number;
  /** Memories still waiting. */
  queued: number;
  paused: boolean;
  /** Chunks a second over the last ten; 0 when idle. */
  rate: number;
  /** Seconds left. Null if unknown. */
  remainingSeconds: number | null;
}

export interface Progress {
  model: ModelProgress;
  embedding: EmbeddingProgress;
}

/**
 * - `opened`: the store is open.
 * - `restored`: the write-ahead log restored what the database had lost.
 * - `storage-lost`: something couldn't be restored.
 * - `durability`: the mode changed.
 * - `quota`: the disk is full. A write was refused, or derived data was dropped for it.
 * - `database-unavailable`: the database can't be opened; the mode says what's kept (`log-only`, `ephemeral`).
 * - `waiting`: for ten seconds, another page of the origin has held a lock that opening needs. `opened` follows once
 *   the lock is free.
 */
export interface StorageNotice {
  kind: 'opened' | 'restored' | 'storage-lost' | 'durability' | 'quota' | 'database-unavailable' | 'waiting';
  durability: DurabilityMode;
  /** Memories that the write-ahead log restored. */
  restored: number;
  /**
   * Memories known to be missing, or 0. With `storage-lost` at least 1; with `database-unavailable` those that can't
   * be read until it opens. If only a log with gaps is left, the missing changes.
   */
  lost: number;
  /**
   * With `waiting`: the name of the Web Lock, `hybrid-search/open/` and the store's name. `navigator.locks.query()`
   * shows who holds it.
   */
  waitingFor?: string;
}

/** A diagnostic event. It never contains content. */
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
  /** Memories in languages that the model doesn't read, by ISO 639-1 code, or `other` for languages that aren't detected. */
  unread: { [language: string]: number };
  /** Memories whose chunks are all embedded. */
  embedded: number;
  queued: number;
  paused: boolean;
  model: ModelProgress & { fingerprint: string; dims: number; device: string; threads: number };
  /** Runs of the model since the embedding worker started, and query vectors that came from a cache. */
  runs: { documents: number; queries: number; cached: number };
  armsAvailable: Arm[];
  indexed: { [arm in Arm]?: number };
  /** Where the keyword index came from at the start. */
  keywordIndex: 'snapshot' | 'snapshot+replay' | 'rebuilt';
  cache: { queryHits: number; queryMisses: number; pageHits: number; pageMisses: number };
  /** Latency of the last thousand searches, in milliseconds. */
  latency: { searches: number; p50: number; p95: number };
  /** In bytes. `event` and `restored` say what opening found, or what happened last. */
  storage: { bytes: number; quota: number; durability: DurabilityMode; event: string; restored: number };
  lastSeq: number;
  /** Milliseconds since the epoch. Null if there was none since the engine started. */
  lastBackup: number | null;
}
