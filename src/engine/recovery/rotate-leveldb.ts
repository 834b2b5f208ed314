/**
 * The healing write: after an unclean stop Chromium may go on appending to a LevelDB log that ends in a torn record, and
 * the open after that deletes the whole store. Deleting any database makes LevelDB write its log out as a table, begin
 * a new one and drop files that are no longer used, so creating and deleting an empty database heals the origin (some
 * 30 ms; decision 0003).
 */
import { deleteDB, openDB } from 'idb';
import { withDeadline } from '../../protocol/deadline.ts';

/** Not of the form that stores have: no store may be called like it. */
const NAME = 'hybrid-search-rotate';
const DEADLINE_MS = 5_000;
/**
 * What a deleted database held is compacted away some moments after the deletion was reported, and a table that was
 * being read then goes with the rotation after that: so several, spread over the time that this takes.
 */
const PURGE_PAUSES_MS = [0, 300, 1_500];

/** It occupies the database for 30 to 50 ms, which nobody's first answer is to wait for. */
const HEAL_AFTER_MS = 1_000;

/** For a start that can wait for it: a moment later, or when the returned function is called before. */
export function healSoon(): () => void {
  let begun = false;
  const heal = (): void => {
    if (!begun) void rotateLevelDb();
    begun = true;
  };
  setTimeout(heal, HEAL_AFTER_MS);
  return heal;
}

/** Never rejects: a store without it is only as safe as before. */
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

/** Has LevelDB drop the files of what was deleted just now. Takes some two seconds; never rejects. */
export async function dropDeletedFiles(): Promise<void> {
  for (const pause of PURGE_PAUSES_MS) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    await rotateLevelDb();
  }
}
