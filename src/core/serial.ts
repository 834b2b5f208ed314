/** Each job starts when the previous one has settled, so that two writers don't interleave. */
export type Serial = <Result>(job: () => Promise<Result>) => Promise<Result>;

export function createSerial(): Serial {
  let tail: Promise<unknown> = Promise.resolve();
  return (job) => {
    const run = tail.then(job);
    tail = run.catch(() => {});
    return run;
  };
}
