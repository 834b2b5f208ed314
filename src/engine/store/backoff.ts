/** Trying again behind: after each failure a longer wait, the last one repeated. */
export class Backoff {
  readonly #waitsMs: readonly number[];
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(waitsMs: readonly number[]) {
    this.#waitsMs = waitsMs;
  }

  /** Runs `work` after the wait that is next; what was waiting is dropped. */
  again(work: () => void): void {
    clearTimeout(this.#timer);
    const wait = this.#waitsMs[Math.min(this.#failures++, this.#waitsMs.length - 1)];
    this.#timer = setTimeout(work, wait);
  }

  /** Nothing waits any more, and the next failure is the first. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
  }
}
