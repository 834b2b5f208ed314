/**
 * Messages between the tabs of one store: hints that something was written (S2), and housekeeping of journal files that
 * only their owner can touch. Hints only: a lost message costs time, never data; and since any page of the origin can
 * post one, whoever hears one looks for itself before it believes.
 */
const KINDS = ['changed', 'compacted', 'dropped', 'destroyed'] as const;
/**
 * `compacted`: a base covers what your tail holds: drop that, then answer `dropped`. `destroyed`: the store is being
 * deleted: drop what your tail holds, answer `dropped`, and let go of it.
 */
export type TabMessage = (typeof KINDS)[number];

export class TabChannel {
  #channel: BroadcastChannel | undefined;
  readonly #listeners = new Set<(message: TabMessage) => void>();

  constructor(store: string, available: boolean) {
    if (!available) return;
    this.#channel = new BroadcastChannel(`hybrid-search/${store}`);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const kind = (data as { kind?: unknown } | null)?.kind;
      const message = KINDS.find((known) => known === kind);
      if (message) for (const listener of [...this.#listeners]) listener(message);
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

  /** Resolves when `count` messages of a kind have come, or after `milliseconds`: a frozen tab never answers. */
  gather(kind: TabMessage, count: number, milliseconds: number): Promise<void> {
    if (count <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      let missing = count;
      const finish = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(finish, milliseconds);
      const stop = this.listen((message) => {
        if (message === kind && --missing === 0) finish();
      });
    });
  }

  close(): void {
    this.#channel?.close();
    this.#channel = undefined;
    this.#listeners.clear();
  }
}
