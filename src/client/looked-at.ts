/** When a page has been looked at for long enough that a model is worth its while. Main thread. */

/**
 * Milliseconds in which the page is visible. A popup is often open for a second; starting a model takes as long, half a
 * core and 100 MB, and none of it outlives the popup.
 */
const LOOKED_AT_MS = 3_000;

/** Runs the job once, when the page was visible for long enough in one go and has nothing else to do. Returns what ends the wait. */
export function whenLookedAt(job: () => void): () => void {
  const page = globalThis.document as Document | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (): void => {
    clearTimeout(timer);
    if (page?.visibilityState !== 'hidden') timer = setTimeout(run, LOOKED_AT_MS);
  };
  const stop = (): void => {
    clearTimeout(timer);
    page?.removeEventListener('visibilitychange', start);
  };
  const run = (): void => {
    stop();
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(job, { timeout: 5_000 });
    else job();
  };
  page?.addEventListener('visibilitychange', start);
  start();
  return stop;
}
