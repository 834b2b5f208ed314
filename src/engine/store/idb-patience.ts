/** Waits longer for IndexedDB while it answers other requests, because some steps on large files take long. */
import { deleteDB } from 'idb';
import { HybridSearchError } from '../../core/errors.ts';
import { Patience } from '../../protocol/deadline.ts';

/** Other tabs close their connections as soon as they hear of it, unless they're frozen. */
const BLOCKED_MS = 5_000;

export const idbPatience = new Patience('IndexedDB', () => indexedDB.databases());

/** Errors: `timeout` if another tab keeps its connection, or IndexedDB doesn't answer. */
export async function deleteDatabase(name: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp = (): void => {};
  const stuck = new Promise<never>((_, reject) => {
    giveUp = () => reject(new HybridSearchError('timeout', 'another tab keeps the database open: close it'));
  });
  const deletion = deleteDB(name, {
    blocked: () => {
      timer = setTimeout(giveUp, BLOCKED_MS);
    },
  });
  try {
    await idbPatience.wait(Promise.race([deletion, stuck]));
  } finally {
    clearTimeout(timer);
  }
}
