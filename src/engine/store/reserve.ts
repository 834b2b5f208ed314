/**
 * Space kept for deletions. At its limit, IndexedDB refuses every `put`, even with a `delete` that frees more, and
 * deleted records free their space only when LevelDB or SQLite compacts. LevelDB may then exceed the quota by
 * everything written since the quota was last checked, so giving up the write-ahead log isn't enough (6.24 of 6 MB
 * without the log). A value above 64 KB has its own file, whose space is free as soon as the value is deleted
 * (measured in Chromium 156 on both back ends). Each removal then takes about 400 bytes of it.
 */
import { unwrap } from 'idb';
import type { Connection } from './connection.ts';

/** Kept from the first write on, one after the other, so that a quota of some hundred KB has a reserve and space for notes. */
const SMALL_KEYS = ['reserve-a', 'reserve-b', 'reserve-c', 'reserve-d'];
/** Its pieces are records of their own: if there's no space for all, some are better than none. */
const LARGE_KEYS = ['reserve', 'reserve1', 'reserve2', 'reserve3'];
/** A little more than the least that has a file of its own. */
const SMALL_BYTES = 72 * 1024;
/** A store that has this much more keeps one small piece more. */
const SMALL_AFTER_BYTES = 128 * 1024;
/** LevelDB's files outgrow what the quota was asked for by its log and a compaction: 0.4 to 3 MB measured, of four pieces. */
const LARGE_BYTES = 1024 * 1024;
/** A store with this much may have outgrown the quota by more than a small log would give back. */
const WRITTEN_BYTES = 1024 * 1024;
/** If a piece found no space, it's tried again soon: the last megabyte before the limit is the one that counts. */
const AGAIN_BYTES = WRITTEN_BYTES / 4;
/** The most that `getRandomValues` returns at once. Random, because some back ends compress. */
const RANDOM_BYTES = 65_536;

export class Reserve {
  readonly #connection: Connection;
  /** Bytes to write until the large pieces are put. */
  #left = WRITTEN_BYTES;
  #written = 0;
  /** Small pieces that this session has tried to keep. */
  #small = 0;
  #keeping = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * The reserve grows with the bytes that are in the store: a quota of 300 KB that was filled with all pieces at once had
   * space for three short notes. Never rejects.
   */
  async wrote(bytes: number): Promise<void> {
    this.#left -= bytes;
    this.#written += bytes;
    const before = this.#small;
    this.#small = Math.min(SMALL_KEYS.length, 1 + Math.floor(this.#written / SMALL_AFTER_BYTES));
    if (this.#left <= 0) await this.keep();
    else if (this.#small > before) await this.#keep(SMALL_KEYS.slice(0, this.#small));
  }

  /** Writes the missing pieces of the reserve, as many as fit. Never rejects. */
  async keep(): Promise<void> {
    if (this.#keeping) return;
    this.#left = WRITTEN_BYTES;
    if (!(await this.#keep([...SMALL_KEYS, ...LARGE_KEYS]))) this.#left = AGAIN_BYTES;
  }

  /** Gives back what a store needs only after much was written. Errors: those of a transaction. */
  async dropLarge(): Promise<void> {
    await this.#drop(LARGE_KEYS);
  }

  /** Deletes the reserve. False if there's none. Errors: those of a transaction. */
  async drop(): Promise<boolean> {
    return await this.#drop([...SMALL_KEYS, ...LARGE_KEYS]);
  }

  /** Whether all of these are there now. */
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
      // The schema types this object store for the head only.
      unwrap(meta).put(bytes, key);
      return true;
    });
  }
}
