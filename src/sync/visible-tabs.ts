/**
 * Tells the tab that replicates, which may be hidden itself, whether any tab of the store is visible. Each visible tab
 * holds a shared lock. An exclusive lock is granted once no tab is visible, even if the last visible one was killed.
 */
export class VisibleTabs {
  readonly #key: string;
  readonly #onVisible: (on: boolean) => void;
  readonly #channel: BroadcastChannel;
  readonly #leaving = new AbortController();
  #hide: () => void = () => {};
  #isAsking = false;

  constructor(name: string, onVisible: (on: boolean) => void) {
    this.#key = `hybrid-search:sync-visible:${name}`;
    this.#onVisible = onVisible;
    this.#channel = new BroadcastChannel(this.#key);
    this.#channel.onmessage = () => this.#look();
  }

  show(on: boolean): void {
    this.#hide();
    if (on) {
      const isHidden = new Promise<void>((resolve) => {
        this.#hide = resolve;
      });
      void this.#withLock('shared', () => {
        this.#channel.postMessage(null);
        return isHidden;
      });
    }
    this.#look();
  }

  leave(): void {
    this.#hide();
    this.#leaving.abort();
    this.#channel.close();
  }

  #look(): void {
    this.#onVisible(true);
    if (this.#isAsking) return;
    this.#isAsking = true;
    void this.#withLock('exclusive', () => {
      this.#isAsking = false;
      this.#onVisible(false);
    });
  }

  async #withLock(mode: LockMode, job: () => Promise<void> | void): Promise<void> {
    const { signal } = this.#leaving;
    await navigator.locks.request(this.#key, { mode, signal }, job).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
