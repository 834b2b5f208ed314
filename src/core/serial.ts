/** Jobs one after the other, each after the one before it has settled: what keeps two writers from interleaving. */
export type Serial = <Result>(job: () => Promise<Result>) => Promise<Result>;

export function createSerial(): Serial {
  let tail: Promise<unknown> = Promise.resolve();
  return (job) => {
    const run = tail.then(job);
    tail = run.catch(() => {});
    return run;
  };
}
