/**
 * The comparison of the head with the records themselves, which no first answer waits for: to count 10,000 takes 20 ms,
 * 300,000 more than half a second, in which the database answers nothing else. Until then a memory that is missing is noticed
 * where it is read; a write waits for the count.
 */
import type { Connection } from '../store/connection.ts';
import { readState } from '../store/head.ts';
import { isWhole } from './measure.ts';

const COUNT_AFTER_MS = 500;

/** Counts in a moment, or when the returned function is called before; `repair` where the number is another. */
export function countSoon(connection: Connection, repair: () => Promise<unknown>): () => Promise<void> {
  const count = async (): Promise<void> => {
    const { head, records } = await readState(connection);
    // One that is gone is being deleted, or was lost: whoever reads or writes finds out which.
    if (head && !head.destroyed && !isWhole(head, records)) await repair();
  };
  let counting: Promise<void> | undefined;
  const once = async (): Promise<void> => {
    counting ??= count();
    try {
      await counting;
    } catch (error) {
      // Whoever asks next tries again.
      counting = undefined;
      throw error;
    }
  };
  setTimeout(() => once().catch(() => {}), COUNT_AFTER_MS);
  return once;
}
