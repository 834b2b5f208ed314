/**
 * The log has everything needed to build the store again if its database is lost. `recovery/` decides what is restored.
 */
import type { WalEntry } from './frames.ts';
import type { Replayed } from './replay.ts';

export type { WalEntry } from './frames.ts';

export interface LogPlace {
  /** Path from the root of the origin private file system. */
  folder: readonly string[];
  /** Name of the Web Lock held while files are rearranged. */
  lock: string;
}

export interface Receipt {
  /** Takes back the batch, whose transaction didn't commit. Errors: those of the file system. */
  abort(): void;
}

/** What can be known without reading sealed files, so that every start can afford it. */
export interface Survey {
  /** Id of the store in the newest file, or undefined for an empty log. */
  storeId: string | undefined;
  lastSeq: number;
  /** A file couldn't be read to its end. The next checkpoint replaces it. */
  damaged: boolean;
}

/** The content of all files of the newest store: live memories, tombstones of removed ones, gaps. */
export interface ReplayedLog extends Replayed {
  storeId: string | undefined;
}

/** The position up to which an image is complete. */
export interface ImagePosition {
  storeId: string;
  seq: number;
}

/**
 * Yields entries and returns a position. The entries may be newer than the position. If it ends with an error, none of
 * them count.
 */
export type StoreImage = AsyncGenerator<readonly WalEntry[], ImagePosition>;

export async function* imageOfEntries(position: ImagePosition, entries: readonly WalEntry[]): StoreImage {
  yield entries;
  return position;
}

export interface WriteAheadLog {
  /** Id of the store whose log this tab appends to. Undefined before `HeldLog.openSegment`. */
  readonly storeId: string | undefined;
  /** Stored bytes of the checkpoint that the latest survey found. */
  readonly checkpointBytes: number;
  readonly wantsSealing: boolean;
  readonly wantsCheckpoint: boolean;
  /** Appends one committed or committing batch and flushes it. Errors: those of the file system. */
  append(entries: readonly WalEntry[]): Receipt;
  /**
   * Runs `work` while this tab holds the log's lock. Don't nest calls. Errors: TimeoutError if a frozen tab holds the
   * lock.
   */
  exclusively<T>(work: (held: HeldLog) => Promise<T>): Promise<T>;
  /** Seals this tab's active segment and starts a new one. Takes the lock. */
  seal(): Promise<void>;
  /** After another tab's checkpoint, drops the entries that it covers from this tab's active segment. */
  dropCheckpointed(): Promise<void>;
  /** Empties this tab's active segment because another tab deletes the store. */
  dropActive(): void;
  /** Stops appending. Keeps what was written. */
  close(): void;
  /**
   * Deletes the log. If a frozen tab still has a file open, an empty checkpoint covers it, so none of it can be
   * restored later.
   */
  destroy(): Promise<void>;
}

/** The log while this tab holds its lock. */
export interface HeldLog extends Pick<WriteAheadLog, 'checkpointBytes' | 'append' | 'close'> {
  survey(): Promise<Survey>;
  replay(): Promise<ReplayedLog>;
  /** Takes over the active segment of a closed tab, or creates one, and seals the others. */
  openSegment(storeId: string): Promise<void>;
  /** Replaces all files except other tabs' active segments. Returns the position that the checkpoint covers. */
  checkpoint(image: () => StoreImage, storeId: string): Promise<number>;
  /**
   * Empties every file that no other tab has open. A start treats an empty file as damaged and writes the log again,
   * even if this was interrupted. Returns the number of bytes freed.
   */
  truncate(): Promise<number>;
  /** Whether another tab has an active segment open and may be writing to it. */
  hasOtherWriters(): Promise<boolean>;
}
