/** Resolves when the page has nothing else to do. Safari has no idle callbacks. */
export const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve);
    else setTimeout(resolve, 1_000);
  });
