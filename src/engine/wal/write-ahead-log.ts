/**
 * The write-ahead log as the engine sees it: everything needed to build the store again if its database is lost. It
 * knows nothing of the database; `recovery` decides what to restore, and when. `opfs-log.ts` is the only
 * implementation.
 */
import type { WalEntry } from './frames.ts';
import type { Replayed } from './replay.ts';

export type { WalEntry } from './frames.ts';

/** Where a log is kept. */
export interface LogPlace {
  /** Names from the root of the origin private file system. */
  folder: readonly string[];
  /** Name of the Web Lock held while files are rearranged. */
  lock: string;
}

/** One appended batch. */
export interface Receipt {
  /** Takes back the batch, whose transaction didn't commit. Errors: those of the file system. */
  abort(): void;
}

/** What the files say without reading the sealed ones: cheap enough for every start. */
export interface Survey {
  /** Store of the newest file. Undefined for an empty log. */
  storeId: string | undefined;
  lastSeq: number;
  /** A file couldn't be read to its end. The next checkpoint replaces it. */
  damaged: boolean;
}

/** Everything that the files have of the newest store: live memories, tombstones of removed ones, gaps. */
export interface ReplayedLog extends Replayed {
  storeId: string | undefined;
}

/** The position up to which an image is complete. */
export interface ImagePosition {
  storeId: string;
  seq: number;
}

/**
 * A store page by page. It may have records newer than its position. It ends with that position, or with an error;
 * then none of its pages count.
 */
export type StoreImage = AsyncGenerator<readonly WalEntry[], ImagePosition>;

export async function* imageOfEntries(position: ImagePosition, entries: readonly WalEntry[]): StoreImage {
  yield entries;
  return position;
}

export interface WriteAheadLog {
  /** The store whose log this tab appends to. Undefined before `HeldLog.openSegment`. */
  readonly storeId: string | undefined;
  /** Stored bytes of the checkpoint that the latest survey found. */
  readonly checkpointBytes: number;
  readonly wantsSealing: boolean;
  readonly wantsCheckpoint: boolean;
  /** Appends one committed or committing batch and flushes it. Errors: those of the file system. */
  append(entries: readonly WalEntry[]): Receipt;
  /**
   * Runs `work` while no other tab rearranges the log. Not reentrant. Errors: TimeoutError if a frozen tab holds the
   * lock.
   */
  exclusively<T>(work: (held: HeldLog) => Promise<T>): Promise<T>;
  /** Seals this tab's active segment and starts a new one. Takes the lock. */
  seal(): Promise<void>;
  /** After another tab's checkpoint: leaves in this tab's active segment only what the checkpoint doesn't cover. */
  dropCheckpointed(): Promise<void>;
  /** Empties this tab's active segment, for a store that another tab deletes. */
  dropActive(): void;
  /** Stops appending. Keeps what was written. */
  close(): void;
  /**
   * Removes every file. An empty checkpoint covers what a frozen tab still has open, so it can't bring anything back.
   */
  destroy(): Promise<void>;
}

/** The log while this tab holds its lock. */
export interface HeldLog extends Pick<WriteAheadLog, 'checkpointBytes' | 'append' | 'close'> {
  survey(): Promise<Survey>;
  replay(): Promise<ReplayedLog>;
  /** Takes over an active segment of a closed tab, or makes a new one, and seals the others. */
  openSegment(storeId: string): Promise<void>;
  /**
   * Replaces all files except other tabs' active segments by a checkpoint of the current store. Returns the position
   * it covers.
   */
  checkpoint(image: () => StoreImage, storeId: string): Promise<number>;
  /**
   * Empties every file that no other tab has. They're emptied, not removed, because a start treats an empty file as
   * damaged and writes the log again, however far this got. Returns the bytes that this freed.
   */
  truncate(): Promise<number>;
  /** Whether another tab has an active segment open, and may be writing to it. */
  hasOtherWriters(): Promise<boolean>;
}
