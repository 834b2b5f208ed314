/** Schedules retries. Each failure moves on to the next of the given waits; the last wait repeats. */
export class Backoff {
  readonly #waitsMs: readonly number[];
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(waitsMs: readonly number[]) {
    this.#waitsMs = waitsMs;
  }

  /** Runs `work` after the next wait. Replaces work that's still waiting. */
  again(work: () => void): void {
    clearTimeout(this.#timer);
    const wait = this.#waitsMs[Math.min(this.#failures++, this.#waitsMs.length - 1)];
    this.#timer = setTimeout(work, wait);
  }

  reset(): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
  }
}
