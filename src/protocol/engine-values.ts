import type { Filters, Viewer } from '../core/filter/filters.ts';
import type { Arm } from '../core/options/options.ts';
import type { Memory, MemoryInput, Role } from '../core/record/memory.ts';
import type { EmbedderState } from './embedder-api.ts';

/**
 * `durable`: acknowledged writes survive a crash. `best-effort`: the browser may lose some. `ephemeral`: in memory
 * only. `log-only`: the database can't be opened, so the write-ahead log is used; writes survive a crash, and opening
 * the database is retried.
 */
export type DurabilityMode = 'durable' | 'best-effort' | 'ephemeral' | 'log-only';

export interface ListOptions {
  /** Memories per page, 1–1000, default 50. */
  limit?: number;
  /** Memories to skip, ≥ 0, default 0. */
  offset?: number;
  /** `newest` and `oldest` sort by `createdAt`. Default `newest`. */
  sort?: 'newest' | 'oldest' | 'updated' | 'title';
  /** Whether pinned memories come before all others, each group in the order of `sort`. Default false. */
  pinnedFirst?: boolean;
  filters?: Filters;
  viewer?: Viewer;
  /** Memories that expire by this time are left out. Milliseconds since the epoch. Default: the current time. */
  now?: number;
}

export interface TrashListOptions extends ViewerOptions, Pick<ListOptions, 'limit' | 'offset'> {}

export interface MemoryList {
  memories: Memory[];
  total: number;
  hasMore: boolean;
}

/** The viewer for whom the call is made. Default: everything is visible. */
export interface ViewerOptions {
  viewer?: Viewer;
}

export interface UpdateOptions extends ViewerOptions {
  /**
   * The memory as you read it. If anyone has written it since, nothing is written and the call rejects with `conflict`;
   * `error.current` has what's stored now. Default: the patch applies to whatever is stored.
   */
  ifUnchanged?: Pick<Memory, 'contentHash' | 'updatedAt'>;
}

export interface ClearOptions {
  /**
   * A position from `position()`. Memories written after it stay, and all memories stay if the store was restored or
   * created again since. Default: nothing stays. Invalid text throws `invalid-option`.
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
  /** How near the two memories are in meaning, −1–1, from the cosines of their passages. */
  similarity: number;
}

/** One message of a conversation: a memory whose type and session are set for you. */
export interface MessageInput extends Omit<MemoryInput, 'type' | 'session' | 'role'> {
  role: Role;
}

export interface ChangeEvent {
  /** Ids of the memories that changed. Empty after `clear`. */
  ids: string[];
  kind: 'put' | 'remove' | 'clear';
  /** `remote` if another tab made the change, or all memories were read again. */
  origin: 'local' | 'remote';
}

export interface ModelProgress {
  state: EmbedderState;
  id: string;
  loadedBytes: number;
  totalBytes: number;
  /** Bytes that came over the network. 0 if the browser had the model cached. */
  fetchedBytes?: number;
  error?: string;
  /**
   * True if the model hasn't responded for eight to ten seconds. On a slow device it may still be starting, so it isn't
   * stopped yet. Until it responds, searches use keywords only.
   */
  unresponsive?: boolean;
}

export interface EmbeddingProgress {
  /** Chunks of memories that are completely embedded. */
  embedded: number;
  /** Known chunks. A memory that isn't chunked yet counts as one. */
  total: number;
  /** Memories that are still waiting. */
  queued: number;
  paused: boolean;
  /** Chunks per second over the last ten seconds; 0 when idle. */
  rate: number;
  /** Estimated seconds left. Null if unknown. */
  remainingSeconds: number | null;
}

/** Progress of reading words in pictures. */
export interface PictureProgress {
  /** Memories with pictures that aren't read yet. */
  unread: number;
  /**
   * Memories whose pictures couldn't be read. They're tried again after a change, at the next start, or with
   * `readPictures(true)`.
   */
  failed: number;
  /** True after `pause()`, and while the device runs on battery. */
  paused: boolean;
  /** Why reading has stopped. `readPictures(true)` tries again. */
  error?: string;
}

export interface Progress {
  model: ModelProgress;
  embedding: EmbeddingProgress;
  /** Absent while the reading of pictures is off. */
  pictures?: PictureProgress;
}

/**
 * - `opened`: the store is open.
 * - `restored`: the write-ahead log restored what the database had lost.
 * - `storage-lost`: something couldn't be restored.
 * - `durability`: the mode changed.
 * - `quota`: the disk is full. A write was refused, or derived data was dropped to make room.
 * - `database-unavailable`: the database can't be opened. The mode says whether writes last (`log-only`)
 *   or not (`ephemeral`).
 * - `waiting`: for ten seconds, another page of the origin has held a lock that this store needs. `opened` follows once
 *   the lock is free.
 */
export interface StorageNotice {
  kind: 'opened' | 'restored' | 'storage-lost' | 'durability' | 'quota' | 'database-unavailable' | 'waiting';
  durability: DurabilityMode;
  /** Memories that the write-ahead log restored. */
  restored: number;
  /**
   * Memories known to be missing, at least 1 with `storage-lost`. With `database-unavailable`, those that can't be read
   * until the database opens. If only a log with gaps is left, the number of missing changes.
   */
  lost: number;
  /**
   * With `waiting`: the Web Lock, `hybrid-search/open/` and the store's name. `navigator.locks.query()` shows who holds
   * it.
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
  /** Memories per language that the model doesn't read (ISO 639-1). `other` means all languages we can't detect. */
  unread: { [language: string]: number };
  /** Memories whose chunks are all embedded. */
  embedded: number;
  queued: number;
  paused: boolean;
  model: ModelProgress & { fingerprint: string; dims: number; device: string; threads: number };
  /** Absent while the reading of pictures is off. */
  pictures?: PictureProgress;
  /** Model runs since the embedding worker started. `cached`: query vectors that came from a cache. */
  runs: { documents: number; queries: number; cached: number };
  armsAvailable: Arm[];
  indexed: { [arm in Arm]?: number };
  /** How the keyword index was created at the start. */
  keywordIndex: 'snapshot' | 'snapshot+replay' | 'rebuilt';
  cache: { queryHits: number; queryMisses: number; pageHits: number; pageMisses: number };
  /** Latency of the last thousand searches in milliseconds. */
  latency: { searches: number; p50: number; p95: number };
  /**
   * Sizes are in bytes. `files` is the size of kept files (`keepFiles`), included in `bytes`. `event` and `restored`
   * describe how the store was opened, or its last recovery since then.
   */
  storage: {
    bytes: number;
    quota: number;
    files: number;
    durability: DurabilityMode;
    event: string;
    restored: number;
  };
  lastSeq: number;
  /** Time of the last export in any format, in milliseconds since the epoch. Null if none since the engine started. */
  lastBackup: number | null;
}
