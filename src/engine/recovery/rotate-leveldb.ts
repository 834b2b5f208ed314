/**
 * After an unclean stop, Chromium may keep appending to a LevelDB log that ends in a torn record. The next time it
 * opens this log, it deletes the whole store. Deleting any database makes LevelDB write its log as a table and start a
 * new one. So creating and deleting an empty database repairs the origin (about 30 ms; decision 0003).
 */
import { deleteDB, openDB } from 'idb';
import { withDeadline } from '../../protocol/deadline.ts';

/** `databaseName` never returns this name, so it belongs to no store. */
const NAME = 'hybrid-search-rotate';
const DEADLINE_MS = 5_000;
/**
 * Pauses before the rotations of a purge. LevelDB compacts deleted data some moments later, and shouldn't be written to
 * meanwhile. A table that was being read is deleted only by the next rotation.
 */
const PURGE_PAUSES_MS = [100, 300, 1_500];
/** Pause before one more rotation, for a table that was still being read. Nothing waits for this rotation. */
const LAST_ROTATION_MS = 8_000;

/** Rotation blocks the database for 30 to 50 ms, which shouldn't delay the first query. */
const ROTATE_AFTER_MS = 1_000;

/** Delays the repair for stores that can wait for it. The returned function does it at once. */
export function rotateLevelDbSoon(): () => void {
  let begun = false;
  const rotate = (): void => {
    if (!begun) void rotateLevelDb();
    begun = true;
  };
  setTimeout(rotate, ROTATE_AFTER_MS);
  return rotate;
}

/** Never rejects, because a failure leaves the store as safe as before. */
export async function rotateLevelDb(): Promise<void> {
  const rotate = async (): Promise<void> => {
    const database = await openDB(NAME, 1, {
      upgrade: (created) => void created.createObjectStore('empty'),
      blocking: () => database.close(),
    });
    database.close();
    await deleteDB(NAME);
  };
  await withDeadline(rotate(), DEADLINE_MS, 'Rotating the log').catch(() => {});
}

/**
 * The second rotation drops what the first one wrote to a table.
 *
 * Call it also before deleting a database whose content has to leave the files. The deletion merges only tables with
 * keys of that database, and each later database has greater keys. So a table that the deletion itself writes is never
 * merged, unless there's another to merge it with. The deletion merges older tables even if a write at the same moment
 * keeps it from writing one (google/leveldb#227; 3 of 171 purges left deleted text for that reason).
 */
export async function flushLevelDbLog(): Promise<void> {
  await rotateLevelDb();
  await rotateLevelDb();
}

/** Takes about two seconds and never rejects. */
export async function dropDeletedFiles(): Promise<void> {
  for (const pause of PURGE_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    await rotateLevelDb();
  }
  setTimeout(() => void rotateLevelDb(), LAST_ROTATION_MS);
}
