/**
 * Yields during long work of the page's thread, so that waiting keys and frames get their turn. Only for pages, where
 * the rest of the work runs before other tasks. A worker must not wait like this (`protocol/yield.ts`).
 */
interface Scheduler {
  yield?(): Promise<void>;
}

export const nextTask = (): Promise<void> =>
  (globalThis as { scheduler?: Scheduler }).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
