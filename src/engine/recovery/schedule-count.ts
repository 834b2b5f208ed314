/**
 * Counts the records of an open store. Counting 300,000 records takes over half a second, in which the database answers
 * nothing else. So the count doesn't start right after opening.
 */

import { readState } from '../store/change-log.ts';
import type { Connection } from '../store/connection.ts';
import { isComplete } from './records-digest.ts';

const COUNT_AFTER_MS = 500;

/** Calls `repair` if the count differs from the head's, or if a restoration was interrupted. */
export function scheduleCount(connection: Connection, repair: () => Promise<unknown>): () => Promise<void> {
  const count = async (): Promise<void> => {
    const { head, records } = await readState(connection);
    // A missing head means that the store is being deleted, or was lost. The next read or write finds out which.
    if (head && !head.destroyed && !isComplete(head, records)) await repair();
  };
  let counting: Promise<void> | undefined;
  const once = async (): Promise<void> => {
    counting ??= count();
    try {
      await counting;
    } catch (error) {
      counting = undefined;
      throw error;
    }
  };
  setTimeout(() => once().catch(() => {}), COUNT_AFTER_MS);
  return once;
}
