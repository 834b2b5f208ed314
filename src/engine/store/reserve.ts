/**
 * Room kept for deletions. At its limit IndexedDB refuses every `put`, also beside a `delete` that frees more, and deleted
 * records give their room back only when LevelDB or SQLite compacts; what LevelDB holds may then be beyond the quota by as
 * much as was written since it was asked last, so that giving up the write-ahead log is not enough (6.24 of 6 MB with the
 * log gone). A value above 64 KB has a file of its own, whose room is there again as soon as the value is deleted (measured
 * in Chromium 156 on both back ends). Each removal then takes some 400 bytes of it.
 */
import { unwrap } from 'idb';
import type { Connection } from './connection.ts';

const KEY = 'reserve';
/** LevelDB's files outgrow what the quota was asked for by its log and a compaction: 0.4 to 3 MB measured. */
const BYTES = 4 * 1024 * 1024;
/** Where there is no room for all of it, a half or a quarter is better than none. */
const SIZES = [BYTES, BYTES / 2, BYTES / 4];
/** A session that has written this much may have outgrown the quota by more than a small log would give back. */
const WRITTEN_BYTES = 1024 * 1024;
/** What `getRandomValues` gives at once; random, since some back ends compress. */
const PIECE = 65_536;

export class Reserve {
  readonly #connection: Connection;
  #written = 0;
  #keeping = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Bytes that this session wrote. */
  wrote(bytes: number): void {
    this.#written += bytes;
    if (this.#written < WRITTEN_BYTES) return;
    this.#written = 0;
    void this.keep();
  }

  /** Puts the reserve there if it is not, as large as there is room for. Never rejects. */
  async keep(): Promise<void> {
    if (this.#keeping) return;
    this.#keeping = true;
    for (const size of SIZES) if (await this.#put(size).catch(() => false)) break;
    this.#keeping = false;
  }

  /** Deletes the reserve; false where there is none. Errors: those of a transaction. */
  async drop(): Promise<boolean> {
    const there = await this.#connection.transact(['meta'], 'readonly', (tx) => tx.objectStore('meta').count(KEY));
    if (there === 0) return false;
    await this.#connection.transact(['meta'], 'readwrite', (tx) => tx.objectStore('meta').delete(KEY));
    return true;
  }

  async #put(size: number): Promise<boolean> {
    return await this.#connection.transact(['meta'], 'readwrite', async (tx) => {
      const meta = tx.objectStore('meta');
      if ((await meta.count(KEY)) > 0) return true;
      const bytes = new Uint8Array(size);
      for (let at = 0; at < size; at += PIECE) crypto.getRandomValues(bytes.subarray(at, at + PIECE));
      // The schema knows this store for its head.
      unwrap(meta).put(bytes, KEY);
      return true;
    });
  }
}
