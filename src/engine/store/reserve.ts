/**
 * Keeps space for deletions on a full disk. There, IndexedDB refuses every `put`, even in a transaction whose `delete`
 * frees more. A deleted record frees its space only at a compaction. LevelDB may exceed the quota by everything written
 * since the quota was last checked. So dropping the write-ahead log isn't enough: without it, 6.24 MB of a quota of 6
 * MB were still used. A value above 64 KB has its own file, whose space is free as soon as it's deleted (Chromium 156,
 * both back ends).
 */
import { unwrap } from 'idb';
import type { Connection } from './connection.ts';

/**
 * Small pieces of the reserve, added one by one from the first write on. That way, a quota of a few hundred KB has
 * space for them and for notes.
 */
const SMALL_KEYS = ['reserve-a', 'reserve-b', 'reserve-c', 'reserve-d'];
/** Large pieces. Each is a separate record, so that some are stored even if there isn't space for all. */
const LARGE_KEYS = ['reserve', 'reserve1', 'reserve2', 'reserve3'];
/** Slightly more than the smallest value that has its own file. */
const SMALL_BYTES = 72 * 1024;
const SMALL_AFTER_BYTES = 128 * 1024;
/**
 * Bytes of a large piece. Together, the four exceed the 0.4 to 3 MB by which LevelDB's log and a compaction went over
 * the size that was checked against the quota.
 */
const LARGE_BYTES = 1024 * 1024;
/**
 * Bytes written until the large pieces are stored. From then on, the store may exceed the quota by more than deleting a
 * small log would free.
 */
const WRITTEN_BYTES = 1024 * 1024;
/** If a piece doesn't fit, it's tried again after this many written bytes. */
const AGAIN_BYTES = WRITTEN_BYTES / 4;
/** The most that one call of `getRandomValues` fills. The bytes are random because some back ends compress. */
const RANDOM_BYTES = 65_536;

export class Reserve {
  readonly #connection: Connection;
  #left = WRITTEN_BYTES;
  #written = 0;
  #small = 0;
  #keeping = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Grows with the content. Otherwise, a quota of 300 KB would have space for only three notes. Never rejects. */
  async wrote(bytes: number): Promise<void> {
    this.#left -= bytes;
    this.#written += bytes;
    const before = this.#small;
    this.#small = Math.min(SMALL_KEYS.length, 1 + Math.floor(this.#written / SMALL_AFTER_BYTES));
    if (this.#left <= 0) await this.keep();
    else if (this.#small > before) await this.#keep(SMALL_KEYS.slice(0, this.#small));
  }

  /** Never rejects. */
  async keep(): Promise<void> {
    if (this.#keeping) return;
    this.#left = WRITTEN_BYTES;
    if (!(await this.#keep([...SMALL_KEYS, ...LARGE_KEYS]))) this.#left = AGAIN_BYTES;
  }

  /** Drops the large pieces, which only a store with much content needs. Errors: those of a transaction. */
  async dropLarge(): Promise<void> {
    await this.#drop(LARGE_KEYS);
  }

  /** Deletes the reserve. Returns false if there's none. Errors: those of a transaction. */
  async drop(): Promise<boolean> {
    return await this.#drop([...SMALL_KEYS, ...LARGE_KEYS]);
  }

  async #keep(keys: readonly string[]): Promise<boolean> {
    if (this.#keeping) return true;
    this.#keeping = true;
    let all = true;
    for (const key of keys) {
      all = await this.#put(key).catch(() => false);
      if (!all) break;
    }
    this.#keeping = false;
    return all;
  }

  async #drop(keys: readonly string[]): Promise<boolean> {
    const there = await this.#connection.transact(['meta'], 'readonly', (tx) => tx.objectStore('meta').getAllKeys());
    const gone = keys.filter((key) => there.includes(key));
    if (gone.length === 0) return false;
    await this.#connection.transact(['meta'], 'readwrite', (tx) =>
      Promise.all(gone.map((key) => tx.objectStore('meta').delete(key))),
    );
    return true;
  }

  async #put(key: string): Promise<boolean> {
    return await this.#connection.transact(['meta'], 'readwrite', async (tx) => {
      const meta = tx.objectStore('meta');
      if ((await meta.count(key)) > 0) return true;
      const bytes = new Uint8Array(SMALL_KEYS.includes(key) ? SMALL_BYTES : LARGE_BYTES);
      for (let at = 0; at < bytes.length; at += RANDOM_BYTES) {
        crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES));
      }
      // The schema declares this object store with the head as its only value.
      unwrap(meta).put(bytes, key);
      return true;
    });
  }
}
