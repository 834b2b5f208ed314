/** Resolves when the page is idle. Safari has no `requestIdleCallback`, so waits a second there. */
export const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve);
    else setTimeout(resolve, 1_000);
  });
