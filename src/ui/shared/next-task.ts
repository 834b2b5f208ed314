/** Lets pending input and frames run first. Only for pages: a worker must not wait like this (`protocol/yield.ts`). */
interface Scheduler {
  yield?(): Promise<void>;
}

export const nextTask = (): Promise<void> =>
  (globalThis as { scheduler?: Scheduler }).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
