/** Lets pending input and frames run first. Only for pages: workers must use `protocol/yield.ts` instead. */
interface Scheduler {
  yield?(): Promise<void>;
}

export const nextTask = (): Promise<void> =>
  (globalThis as { scheduler?: Scheduler }).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
