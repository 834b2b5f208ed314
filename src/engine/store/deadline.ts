/**
 * A bound on how long a storage step may take: after a full-disk error, a blocked upgrade or a lost process IndexedDB
 * may never answer, and an unanswered promise would hang the engine.
 */
import { HybridSearchError } from '../../core/errors.ts';

/** Settles as `work` does, or rejects with code `timeout` after `milliseconds`, having called `onExpire`. */
export async function withDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  what: string,
  onExpire: () => void = () => {},
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new HybridSearchError('timeout', `${what} took over ${milliseconds} ms`));
      onExpire();
    }, milliseconds);
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
