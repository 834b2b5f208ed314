/**
 * Messages between the tabs of one store: hints that something was written (S2), and housekeeping of log files that
 * only their owner can touch. Hints only: a lost message costs time, never data; and since any page of the origin can
 * post one, whoever hears one looks for itself before it believes.
 */
const KINDS = ['opened', 'noticed', 'writing', 'changed', 'compacted', 'dropped', 'destroyed'] as const;
/**
 * `opened`: there is one tab more, `noticed` is the answer (`presence.ts`).
 * `writing`: a transaction is about to commit, and `changed` follows. A tab that is killed in between (once in 65 kills)
 * leaves the others behind until the next write, so they look by themselves some time later.
 * `compacted`: a checkpoint covers what your active segment of the log holds: drop that, then answer `dropped`.
 * `destroyed`: the store is being deleted: drop what your segment holds, answer `dropped`, and let go of the store.
 */
export type TabMessage = (typeof KINDS)[number];

/** Milliseconds after the last `writing` until it counts as `changed`. */
const DOUBT_MS = 300;

export class TabChannel {
  #channel: BroadcastChannel | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<(message: TabMessage) => void>();

  constructor(store: string, available: boolean) {
    if (!available) return;
    this.#channel = new BroadcastChannel(`hybrid-search/${store}`);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const kind = (data as { kind?: unknown } | null)?.kind;
      const message = KINDS.find((known) => known === kind);
      if (message) this.#tell(message);
      if (message !== 'writing') return;
      clearTimeout(this.#doubt);
      this.#doubt = setTimeout(() => this.#tell('changed'), DOUBT_MS);
    };
  }

  /** Nothing after `close`. */
  post(message: TabMessage): void {
    this.#channel?.postMessage({ kind: message });
  }

  listen(listener: (message: TabMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Resolves when `count` messages of a kind have come, or after `milliseconds`: a frozen tab never answers.
   * @param asked settles when the others have been asked, from when on the time counts
   */
  gather(kind: TabMessage, count: number, milliseconds: number, asked = Promise.resolve<unknown>(0)): Promise<void> {
    if (count <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      let missing = count;
      const finish = () => {
        done = true;
        clearTimeout(timer);
        stop();
        resolve();
      };
      let timer: ReturnType<typeof setTimeout> | undefined;
      let done = false;
      const start = (): void => {
        if (!done) timer = setTimeout(finish, milliseconds);
      };
      asked.then(start, start);
      const stop = this.listen((message) => {
        if (message === kind && --missing === 0) finish();
      });
    });
  }

  #tell(message: TabMessage): void {
    for (const listener of [...this.#listeners]) listener(message);
  }

  close(): void {
    clearTimeout(this.#doubt);
    this.#channel?.close();
    this.#channel = undefined;
    this.#listeners.clear();
  }
}
