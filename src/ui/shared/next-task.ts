/** Lets waiting keys and frames run. Only for pages: a worker must not wait like this (`protocol/yield.ts`). */
interface Scheduler {
  yield?(): Promise<void>;
}

export const nextTask = (): Promise<void> =>
  (globalThis as { scheduler?: Scheduler }).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
