/** Contains everything needed to rebuild the store if its database is lost. `recovery/` decides what is restored. */
import type { WalEntry } from './frames.ts';
import type { Replayed } from './replay.ts';

export type { WalEntry } from './frames.ts';

export interface LogPlace {
  folder: readonly string[];
  lock: string;
}

/** For a batch whose transaction is committing. Call one of the methods once the transaction has ended. */
export interface PendingBatch {
  commit(): void;
  /** Undoes the batch. Errors: those of the file system. */
  abort(): void;
}

/** A summary that doesn't need the content of sealed files, so it's cheap enough for every start. */
export interface Survey {
  /** Id of the store in the newest file, or undefined for an empty log. */
  storeId: string | undefined;
  lastSeq: number;
  /** True if a file's header or an active segment is damaged. The content of sealed files isn't checked. */
  hasKnownDamage: boolean;
}

/** What the newest store's files contain together: live memories, tombstones of removed memories, and gaps. */
export interface ReplayedLog extends Replayed {
  storeId: string | undefined;
}

export interface ImagePosition {
  storeId: string;
  seq: number;
}

/**
 * Yields the store's entries, then returns the position up to which they're complete. Some entries may be newer. If the
 * generator throws, discard all its entries.
 */
export type StoreImage = AsyncGenerator<readonly WalEntry[], ImagePosition>;

export async function* imageOfEntries(position: ImagePosition, entries: readonly WalEntry[]): StoreImage {
  yield entries;
  return position;
}

export interface WriteAheadLog {
  /** Id of the store whose log this tab appends to. Undefined before `HeldLog.openSegment` and after `close`. */
  readonly storeId: string | undefined;
  /** Stored size, in bytes, of the checkpoint that the latest survey found. */
  readonly checkpointBytes: number;
  readonly wantsSealing: boolean;
  readonly wantsCheckpoint: boolean;
  /** Appends and flushes entries that need no transaction, or whose transaction has committed. Errors: as `begin`. */
  append(entries: readonly WalEntry[]): void;
  /** Appends and flushes a batch whose transaction is committing. Errors: those of the file system. */
  begin(entries: readonly WalEntry[]): PendingBatch;
  /** Runs `work` while this tab holds the log's lock. Don't nest. Errors: TimeoutError if a frozen tab holds it. */
  exclusively<T>(work: (held: HeldLog) => Promise<T>): Promise<T>;
  /**
   * Seals this tab's active segment and starts a new one. Acquires the lock, so don't call it within `exclusively`.
   * Errors: those of the file system; the signal's reason. After an error, close the log; it still has all its entries.
   */
  seal(signal?: AbortSignal): Promise<void>;
  dropCheckpointed(): Promise<void>;
  /** Empties this tab's active segment because another tab deletes the store. */
  dropActive(): void;
  /** This tab's segment stays locked until its pending batches have ended, so that they can still be aborted. */
  close(): void;
  /**
   * Deletes the log. A file that another tab, perhaps a frozen one, has open can't be deleted. An empty checkpoint then
   * covers it, so that its entries are never restored.
   */
  destroy(): Promise<void>;
}

export interface HeldLog extends Pick<WriteAheadLog, 'checkpointBytes' | 'append' | 'close'> {
  survey(): Promise<Survey>;
  replay(): Promise<ReplayedLog>;
  /**
   * Reuses the active segment of a closed tab, or creates one. Seals any other segments that no tab has open. Errors:
   * those of the file system; the signal's reason.
   */
  openSegment(storeId: string, signal?: AbortSignal): Promise<void>;
  /**
   * Writes a checkpoint that replaces all files except other tabs' active segments. Returns the position that it
   * covers. Errors: those of the file system; the signal's reason. After an error, the log still has all its entries.
   */
  checkpoint(image: () => StoreImage, storeId: string, signal?: AbortSignal): Promise<number>;
  /**
   * Empties every file that no other tab has open, and returns the number of bytes freed. The next start treats an
   * empty file as damaged and rewrites the log, even if this call was interrupted.
   */
  truncate(): Promise<number>;
  hasOtherWriters(): Promise<boolean>;
}
