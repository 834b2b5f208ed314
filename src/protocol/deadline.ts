/**
 * Bounds on how long a storage step may take: after a full-disk error, a blocked upgrade or a lost process storage may never
 * answer, and an unanswered promise would hang the engine. Busy storage is told from dead storage by a probe, another
 * question that costs nothing: busy storage answers it.
 */
import { HybridSearchError } from '../core/errors.ts';

/** How long a person waits before we look whether anything still happens. */
export const INTERACTIVE_TIMEOUT_MS = 2_000;
/** A probe takes 1 ms, and up to 0.5 s on a device with a third of a core. With `INTERACTIVE_TIMEOUT_MS` before it, silence is told after 6 s. */
const PROBE_MS = 4_000;
/** For one step while the probes are answered: one promise may be lost in storage that works. */
const BUSY_MS = 20_000;

/** A deadline is counted in this many ticks, so time in which the thread slept or starved counts as one tick. */
const TICKS = 10;

/** Settles as `work` does, or rejects with `timeout` after `milliseconds`, having called `onExpire`. */
export async function withDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  what: string,
  onExpire: () => void = () => {},
): Promise<T> {
  let cancel = (): void => {};
  const late = new Promise<never>((_, reject) => {
    cancel = after(milliseconds, () => {
      reject(new HybridSearchError('timeout', `${what} took over ${milliseconds} ms`));
      onExpire();
    });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
    work.catch(() => {});
  }
}

/** Storage that is waited for as long as it answers other questions. */
export class Patience {
  readonly #what: string;
  readonly #probe: () => Promise<unknown>;
  /** The last step was given up: whoever comes next isn't kept waiting for probes. */
  #silent = false;

  /**
   * @param what named in the error
   * @param probe a cheap question to the same storage; a rejection is an answer too
   */
  constructor(what: string, probe: () => Promise<unknown>) {
    this.#what = what;
    this.#probe = probe;
  }

  /**
   * Settles as `work` does. Rejects with code `timeout` when neither `work` nor a probe settles, after calling `onExpire`.
   */
  async wait<T>(work: Promise<T>, onExpire: () => void = () => {}): Promise<T> {
    const settled = work.then(
      () => true,
      () => true,
    );
    for (
      let waited = INTERACTIVE_TIMEOUT_MS;
      !(await within(settled, INTERACTIVE_TIMEOUT_MS));
      waited += INTERACTIVE_TIMEOUT_MS
    ) {
      if (!this.#silent && waited < BUSY_MS && (await this.#answers(settled))) continue;
      this.#silent = true;
      onExpire();
      throw new HybridSearchError('timeout', `${this.#what} doesn't answer`);
    }
    this.#silent = false;
    return await work;
  }

  async #answers(settled: Promise<boolean>): Promise<boolean> {
    const answered = this.#probe().then(
      () => true,
      () => true,
    );
    return await within(Promise.race([settled, answered]), PROBE_MS);
  }
}

/** Whether `settled` resolves within so many milliseconds. */
async function within(settled: Promise<boolean>, milliseconds: number): Promise<boolean> {
  let cancel = (): void => {};
  const late = new Promise<boolean>((resolve) => {
    cancel = after(milliseconds, () => resolve(false));
  });
  try {
    return await Promise.race([settled, late]);
  } finally {
    cancel();
  }
}

/** Calls `work` after so many milliseconds, counted in ticks, unless the returned function is called before. */
function after(milliseconds: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = (left: number): void => {
    if (left === 0) work();
    else timer = setTimeout(tick, milliseconds / TICKS, left - 1);
  };
  tick(TICKS);
  return () => clearTimeout(timer);
}
