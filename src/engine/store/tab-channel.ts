/**
 * Messages between the tabs of one store: hints that something was written, and housekeeping of log files that only
 * their owner can touch. They're only hints: a lost message costs time, never data. Any page of the origin can post
 * one, so the receiver checks for itself.
 */
const KINDS = ['opened', 'noticed', 'writing', 'changed', 'compacted', 'dropped', 'destroyed'] as const;
/**
 * `opened`: another tab opened; `noticed` is the answer (`presence.ts`).
 * `writing`: a transaction is about to commit, and `changed` follows. A tab killed in between (once in 65 kills)
 * leaves the others behind until the next write, so they check some time later.
 * `compacted`: a checkpoint covers your active segment of the log: drop it, then answer `dropped`.
 * `destroyed`: the store is being deleted: drop your segment, answer `dropped`, and release the store.
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

  /** Does nothing after `close`. */
  post(message: TabMessage): void {
    this.#channel?.postMessage({ kind: message });
  }

  listen(listener: (message: TabMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Resolves when `count` messages of a kind have arrived, or after `milliseconds`, because a frozen tab never
   * answers.
   * @param asked settles when the others have been asked, which starts the time
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
