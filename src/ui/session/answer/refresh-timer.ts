/** Merges a burst of requests into one search. During a long burst, such as an import, still searches now and then. */
export class RefreshTimer {
  readonly #isBusy: () => boolean;
  readonly #refresh: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = 0;

  /** While `isBusy`, waits, so that it never cancels an answer that's still being computed. */
  constructor(isBusy: () => boolean, refresh: () => void) {
    this.#isBusy = isBusy;
    this.#refresh = refresh;
  }

  /** @param pause milliseconds in which further requests are collected; a later call doesn't postpone an earlier one */
  request(pause: number): void {
    const dueAt = performance.now() + pause;
    if (this.#timer !== undefined && this.#dueAt <= dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isBusy()) this.request(pause);
      else this.#refresh();
    }, pause);
  }

  get isDue(): boolean {
    return this.#timer !== undefined;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
