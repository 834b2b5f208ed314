/** Gathers a burst of reasons to ask again into one: a stream of them (an import) fires now and then, not only at its end. */
export class RefreshTimer {
  readonly #isBusy: () => boolean;
  readonly #refresh: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = 0;

  /** While `isBusy`, what is due waits: it never cuts off an answer that is on its way. */
  constructor(isBusy: () => boolean, refresh: () => void) {
    this.#isBusy = isBusy;
    this.#refresh = refresh;
  }

  /** @param pause Milliseconds in which further reasons are gathered; a sooner one is not put off by a later. */
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

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
