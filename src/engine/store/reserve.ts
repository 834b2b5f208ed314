/**
 * Space kept for deletions. At its limit IndexedDB refuses every `put`, also beside a `delete` that frees more, and deleted
 * records give their space back only when LevelDB or SQLite compacts; what LevelDB holds may then be beyond the quota by as
 * much as was written since it was asked last, so that giving up the write-ahead log is not enough (6.24 of 6 MB with the
 * log gone). A value above 64 KB has a file of its own, whose space is there again as soon as the value is deleted (measured
 * in Chromium 156 on both back ends). Each removal then takes some 400 bytes of it.
 */
import { unwrap } from 'idb';
import type { Connection } from './connection.ts';

/** Its pieces are records of their own: where there is no space for all, those that fit are better than none. */
const KEYS = ['reserve', 'reserve1', 'reserve2', 'reserve3'];
/** LevelDB's files outgrow what the quota was asked for by its log and a compaction: 0.4 to 3 MB measured, of four pieces. */
const PIECE_BYTES = 1024 * 1024;
/** A session that has written this much may have outgrown the quota by more than a small log would give back. */
const WRITTEN_BYTES = 1024 * 1024;
/** Where a piece found no space, it is tried again soon: the last megabyte before the limit is the one that counts. */
const AGAIN_BYTES = WRITTEN_BYTES / 4;
/** What `getRandomValues` gives at once; random, since some back ends compress. */
const RANDOM_BYTES = 65_536;

export class Reserve {
  readonly #connection: Connection;
  /** Bytes to write until it is seen to. */
  #left = WRITTEN_BYTES;
  #keeping = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Bytes that this session wrote. */
  wrote(bytes: number): void {
    this.#left -= bytes;
    if (this.#left <= 0) void this.keep();
  }

  /** Puts what is missing of the reserve, as much as there is space for. Never rejects. */
  async keep(): Promise<void> {
    if (this.#keeping) return;
    this.#keeping = true;
    this.#left = WRITTEN_BYTES;
    for (const key of KEYS) {
      if (await this.#put(key).catch(() => false)) continue;
      this.#left = AGAIN_BYTES;
      break;
    }
    this.#keeping = false;
  }

  /** Deletes the reserve; false where there is none. Errors: those of a transaction. */
  async drop(): Promise<boolean> {
    const all = IDBKeyRange.bound(KEYS[0], KEYS.at(-1));
    const there = await this.#connection.transact(['meta'], 'readonly', (tx) => tx.objectStore('meta').count(all));
    if (there === 0) return false;
    await this.#connection.transact(['meta'], 'readwrite', (tx) => tx.objectStore('meta').delete(all));
    return true;
  }

  async #put(key: string): Promise<boolean> {
    return await this.#connection.transact(['meta'], 'readwrite', async (tx) => {
      const meta = tx.objectStore('meta');
      if ((await meta.count(key)) > 0) return true;
      const bytes = new Uint8Array(PIECE_BYTES);
      for (let at = 0; at < bytes.length; at += RANDOM_BYTES) {
        crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES));
      }
      // The schema knows this store for its head.
      unwrap(meta).put(bytes, key);
      return true;
    });
  }
}
