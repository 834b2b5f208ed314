/**
 * A break in long work of the page's thread: what waits, keys and frames, has its turn. Of the page alone, where the rest of
 * the work goes on before other tasks; a worker must not wait so (`protocol/yield.ts`).
 */
interface Scheduler {
  yield?(): Promise<void>;
}

export const nextTask = (): Promise<void> =>
  (globalThis as { scheduler?: Scheduler }).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
