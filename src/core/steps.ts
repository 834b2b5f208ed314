/** Long computations as generators: between two steps, the caller can let other tasks run. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** @param between such as `createYield()` */
export async function runInSteps<Result>(steps: Steps<Result>, between: () => Promise<void>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await between();
  }
}
