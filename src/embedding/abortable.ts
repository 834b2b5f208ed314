import { HybridSearchError } from '../core/errors.ts';

/** The work itself continues for other callers. */
export function abortable<Result>(promise: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return promise;
  if (signal.aborted) return Promise.reject(new HybridSearchError('aborted'));
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new HybridSearchError('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
