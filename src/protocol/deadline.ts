/**
 * A bound on how long a storage step may take: after a full-disk error, a blocked upgrade or a lost process IndexedDB may
 * never answer, and an unanswered promise would hang the engine.
 */
import { HybridSearchError } from '../core/errors.ts';

/** What a person waits for: a typed error after this, whatever is tried again behind. */
export const PERSON_MS = 2_000;

/** A deadline is counted in so many ticks: time in which this thread slept or starved, as a laptop's, counts as one. */
const TICKS = 10;

/** Settles as `work` does, or rejects with code `timeout` after `milliseconds`, having called `onExpire`. */
export async function withDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  what: string,
  onExpire: () => void = () => {},
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expiry = new Promise<never>((_, reject) => {
    const tick = (left: number): void => {
      if (left > 0) {
        timer = setTimeout(tick, milliseconds / TICKS, left - 1);
        return;
      }
      reject(new HybridSearchError('timeout', `${what} took over ${milliseconds} ms`));
      onExpire();
    };
    tick(TICKS);
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
