/** What guards the database against its loss, as the store knows it: the contract that the `recovery` room fulfils. */
import type { Write } from './memories.ts';
import type { DurabilityMode } from './memory-store.ts';
import type { Head, MemoryRecord } from './schema.ts';

/** Writes that were logged while their transaction commits. */
export interface LoggedWrites {
  /** Takes them back, after the transaction failed. */
  abort(): void;
}

export interface Guard {
  readonly mode: DurabilityMode;
  /** `work`, after a recovery where the database turns out not to be whole. */
  whole<T>(work: () => Promise<T>): Promise<T>;
  /** Brings database and log to agree, and tells. `force` compares every record. Ids of what was given back. */
  repair(force: boolean): Promise<string[]>;
  /**
   * Damaged records as the log has them, written back. `discard`: what the log does not have is removed and reported,
   * since a write waits on it.
   */
  heal(damaged: readonly MemoryRecord[], discard?: boolean): Promise<MemoryRecord[]>;
  /** Whether the log takes what is written to the store with this head. */
  logs(head: Head): boolean;
  /** Logs the writes of a transaction that is about to commit. Undefined where that failed. */
  append(writes: readonly Write[]): LoggedWrites | undefined;
  /** Whether a logged transaction took place is unknown: log and database are compared again, soon. */
  doubt(): void;
  /** The disk is full. */
  tellQuota(): void;
  /** For a write that takes no room: frees the reserve. False where there is none. */
  freeReserve(): Promise<boolean>;
  /** The same with the room of the log, which is a copy and is written anew when it can be. */
  freeLog(): Promise<boolean>;
  /** Keeps a reserve for the next such write, in the background. */
  keepReserve(): void;
}
