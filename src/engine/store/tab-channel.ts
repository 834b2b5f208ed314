/**
 * Messages between the tabs of one store: hints that something was written (S2), and housekeeping of journal files that
 * only their owner can touch. Hints only: a lost message costs time, never data.
 */
export type TabMessage =
  | { kind: 'changed' }
  /** The base now covers everything up to `seq`: drop what your tail holds of it, then answer `dropped`. */
  | { kind: 'compacted'; seq: number; epoch: string }
  | { kind: 'dropped' }
  /** The store is being deleted: drop what your tail holds, answer `dropped`, and let go of it. */
  | { kind: 'destroyed' };

export class TabChannel {
  readonly #channel: BroadcastChannel | undefined;
  readonly #listeners = new Set<(message: TabMessage) => void>();

  constructor(store: string, available: boolean) {
    if (!available) return;
    this.#channel = new BroadcastChannel(`hybrid-search/${store}`);
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      for (const listener of [...this.#listeners]) listener(data);
    };
  }

  post(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  listen(listener: (message: TabMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves when `count` messages of a kind have come, or after `milliseconds`: a frozen tab never answers. */
  gather(kind: TabMessage['kind'], count: number, milliseconds: number): Promise<void> {
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
        if (message.kind === kind && --missing === 0) finish();
      });
    });
  }

  close(): void {
    this.#channel?.close();
    this.#listeners.clear();
  }
}
