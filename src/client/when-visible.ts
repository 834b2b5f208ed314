/** Popups are often open for only a second. Starting a model takes about as long, and needs half a core and 100 MB. */
const VISIBLE_FOR_MS = 3_000;

/**
 * Waits until the page has been visible for `VISIBLE_FOR_MS` without a break. Then runs the job when the page is idle.
 * Returns a function that ends the wait.
 */
export function whenVisibleAndIdle(job: () => void): () => void {
  const page = globalThis.document as Document | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (): void => {
    clearTimeout(timer);
    if (page?.visibilityState !== 'hidden') timer = setTimeout(run, VISIBLE_FOR_MS);
  };
  const stop = (): void => {
    clearTimeout(timer);
    page?.removeEventListener('visibilitychange', start);
  };
  const run = (): void => {
    stop();
    // Safari has no `requestIdleCallback`.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(job, { timeout: 5_000 });
    else job();
  };
  page?.addEventListener('visibilitychange', start);
  start();
  return stop;
}
