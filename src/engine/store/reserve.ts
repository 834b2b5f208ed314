/**
 * Room kept for deletions where there is no write-ahead log to take it from. At its limit IndexedDB refuses every `put`,
 * also beside a `delete` that frees more, and deleted records give their room back only when LevelDB or SQLite compacts. A
 * value above 64 KB has a file of its own, whose room is there again as soon as the value is deleted (measured in
 * Chromium 156 on both back ends). Each removal then takes some 400 bytes of it.
 */
import { unwrap } from 'idb';
import type { Connection } from './connection.ts';

const KEY = 'reserve';
/** LevelDB's files outgrow what the quota was asked for by its log and a compaction: 0.4 to 3 MB measured. */
const BYTES = 4 * 1024 * 1024;
/** What `getRandomValues` gives at once; random, since some back ends compress. */
const PIECE = 65_536;

/** Puts the reserve there if it is not. Errors: `quota`. */
export async function keepReserve(connection: Connection): Promise<void> {
  await connection.transact(['meta'], 'readwrite', async (tx) => {
    const meta = tx.objectStore('meta');
    if ((await meta.count(KEY)) > 0) return;
    const bytes = new Uint8Array(BYTES);
    for (let at = 0; at < BYTES; at += PIECE) crypto.getRandomValues(bytes.subarray(at, at + PIECE));
    // The schema knows this store for its head.
    unwrap(meta).put(bytes, KEY);
  });
}

/** Deletes the reserve if there is one. */
export async function dropReserve(connection: Connection): Promise<void> {
  const there = await connection.transact(['meta'], 'readonly', (tx) => tx.objectStore('meta').count(KEY));
  if (there === 0) return;
  await connection.transact(['meta'], 'readwrite', (tx) => tx.objectStore('meta').delete(KEY));
}
