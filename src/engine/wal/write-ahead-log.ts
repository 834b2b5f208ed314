/**
 * The write-ahead log as the engine knows it: everything needed to build the store again when its database is lost (S1).
 * Knows nothing of the database: what to restore, and when, is decided in `recovery`. The one implementation is
 * `opfs-log.ts`.
 */
import type { WalEntry } from './frames.ts';
import type { Replayed } from './replay.ts';

export type { WalEntry } from './frames.ts';

/** Where a log is kept. */
export interface LogPlace {
  /** Names from the root of the origin private file system. */
  folder: readonly string[];
  /** Of the Web Lock under which tabs rearrange files. */
  lock: string;
}

/** One appended batch. */
export interface Receipt {
  /** Takes the batch back, whose transaction did not commit. Errors: those of the file system. */
  abort(): void;
}

/** What the files say without reading the sealed ones: cheap enough for every start. */
export interface Survey {
  /** Of the newest file; undefined for an empty log. */
  storeId: string | undefined;
  lastSeq: number;
  /** A file could not be read to its end: the next checkpoint replaces it. */
  damaged: boolean;
}

/** Everything that the files hold of the newest store: its live memories, the tombstones of removed ones, its gaps. */
export interface ReplayedLog extends Replayed {
  storeId: string | undefined;
}

/** What an image holds everything of. */
export interface ImagePosition {
  storeId: string;
  seq: number;
}

/**
 * A store page by page, which may hold records newer than its position. It ends with that position, or by an error, upon
 * which no page of it counts.
 */
export type StoreImage = AsyncGenerator<readonly WalEntry[], ImagePosition>;

export async function* imageOfEntries(position: ImagePosition, entries: readonly WalEntry[]): StoreImage {
  yield entries;
  return position;
}

export interface WriteAheadLog {
  /** The store whose log this tab appends to; undefined before `HeldLog.openSegment`. */
  readonly storeId: string | undefined;
  /** Stored bytes of the checkpoint that the newest survey found. */
  readonly checkpointBytes: number;
  readonly wantsSealing: boolean;
  readonly wantsCheckpoint: boolean;
  /** Appends one committed or committing batch and flushes it. Errors: those of the file system. */
  append(entries: readonly WalEntry[]): Receipt;
  /** Runs `work` while no other tab rearranges the log. Not reentrant. Errors: TimeoutError behind a frozen holder. */
  exclusively<T>(work: (held: HeldLog) => Promise<T>): Promise<T>;
  /** Seals this tab's active segment and begins a new one. Holds the lock. */
  seal(): Promise<void>;
  /** After another tab's checkpoint: leaves in this tab's active segment only what the checkpoint doesn't cover. */
  dropCheckpointed(): Promise<void>;
  /** Empties this tab's active segment, for a store that another tab deletes. */
  dropActive(): void;
  /** Ends appending; what was appended stays. */
  close(): void;
  /** Removes every file; what a frozen tab still holds is covered by an empty checkpoint, so that it brings nothing back. */
  destroy(): Promise<void>;
}

/** The log while this tab holds its lock. */
export interface HeldLog extends Pick<WriteAheadLog, 'checkpointBytes' | 'append' | 'close'> {
  survey(): Promise<Survey>;
  replay(): Promise<ReplayedLog>;
  /** Takes over an active segment that a closed tab left, or makes a new one, and seals others. */
  openSegment(storeId: string): Promise<void>;
  /** Replaces all files by a checkpoint of the store as it is, but for other tabs' active segments. Position it covers. */
  checkpoint(image: () => StoreImage, storeId: string): Promise<number>;
  /**
   * Empties every file that no other tab holds. Empty, not gone: a start takes an empty file for a damaged one and writes
   * the log anew, however far this got.
   */
  truncate(): Promise<void>;
  /** Whether another tab has an active segment open, to which it may be writing. */
  hasOtherWriters(): Promise<boolean>;
}
