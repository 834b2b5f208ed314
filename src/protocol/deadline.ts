/**
 * After a full-disk error, a blocked upgrade or a crashed process, storage may never answer. A probe is a cheap request
 * that busy storage still answers.
 */
import { HybridSearchError } from '../core/errors.ts';

/** Milliseconds before we check whether storage still answers. */
export const INTERACTIVE_TIMEOUT_MS = 2_000;
/** A probe takes 1 ms, and up to 0.5 s on a device with a third of a core. Dead storage is reported after 6 s. */
const PROBE_MS = 4_000;
/** Storage that works may still never settle one promise, even while probes are answered. */
const BUSY_MS = 20_000;

/** If the thread sleeps or gets no CPU time, only one of a deadline's timers expires meanwhile. */
const TICKS = 10;

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

/** Rejects with the signal's reason when it's aborted, without waiting for `work`. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await work;
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
    work.catch(() => {});
  }
}

export class Patience {
  readonly #what: string;
  readonly #probe: () => Promise<unknown>;
  /** After a step that timed out, the next one doesn't wait for probes. */
  #hasTimedOut = false;

  /** @param probe a cheap request to the same storage; a rejection is an answer too */
  constructor(what: string, probe: () => Promise<unknown>) {
    this.#what = what;
    this.#probe = probe;
  }

  /** Waits at most `BUSY_MS`, while probes are answered. */
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
      if (!this.#hasTimedOut && waited < BUSY_MS && (await this.#answers(settled))) continue;
      this.#hasTimedOut = true;
      onExpire();
      throw new HybridSearchError('timeout', `${this.#what} doesn't answer`);
    }
    this.#hasTimedOut = false;
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

function after(milliseconds: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = (left: number): void => {
    if (left === 0) work();
    else timer = setTimeout(tick, milliseconds / TICKS, left - 1);
  };
  tick(TICKS);
  return () => clearTimeout(timer);
}
