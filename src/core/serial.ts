export type Serial = <Result>(job: () => Promise<Result>) => Promise<Result>;

export function createSerial(): Serial {
  let tail: Promise<unknown> = Promise.resolve();
  return (job) => {
    const run = tail.then(job);
    tail = run.catch(() => {});
    return run;
  };
}
