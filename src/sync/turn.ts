/** Only one tab replicates at a time. A Web Lock decides which one. The other tabs send it requests over a channel. */
import type { SyncState } from '../protocol/sync-api.ts';

type Said =
  | { kind: 'state'; state: SyncState }
  | { kind: 'hello' }
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'idle'; token: string }
  | { kind: 'idle-now'; token: string };

export interface TurnHost {
  readonly state: SyncState;
  idle(): Promise<void>;
  pause(): void;
  resume(): void;
}

export class Turn {
  readonly #key: string;
  readonly #host: () => TurnHost;
  readonly #onState: (state: SyncState) => void;
  readonly #channel: BroadcastChannel;
  readonly #leaving = new AbortController();
  /** Calls of `idle` that wait for an answer, by the token that the answer repeats. */
  readonly #waiting = new Map<string, () => void>();
  #isOurs = false;
  #onOurs: () => void = () => {};
  readonly #ours = new Promise<void>((resolve) => {
    this.#onOurs = resolve;
  });

  /** @param onState gets the states of the tab that has the turn */
  constructor(name: string, host: () => TurnHost, onState: (state: SyncState) => void) {
    this.#key = `hybrid-search:sync:${name}`;
    this.#host = host;
    this.#onState = onState;
    this.#channel = new BroadcastChannel(this.#key);
    this.#channel.onmessage = ({ data }: MessageEvent<Said>) => this.#hear(data);
  }

  get isOurs(): boolean {
    return this.#isOurs;
  }

  /**
   * Runs `job` as soon as no other tab replicates. Resolves when `job` has ended, or when `leave` was called before it
   * began.
   */
  async take(job: () => Promise<void>): Promise<void> {
    const { signal } = this.#leaving;
    this.#post({ kind: 'hello' });
    await navigator.locks
      .request(this.#key, { signal }, async () => {
        this.#isOurs = true;
        this.#onOurs();
        await job();
        this.#isOurs = false;
      })
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    this.#channel.close();
  }

  tell(state: SyncState): void {
    this.#post({ kind: 'state', state });
  }

  /** Sends the request to every other tab. */
  say(kind: 'pause' | 'resume'): void {
    this.#post({ kind });
  }

  /** Resolves when the tab with the turn is idle, or this tab if it gets the turn meanwhile. */
  async idle(): Promise<void> {
    const host = this.#host;
    if (this.#isOurs) return host().idle();
    const token = crypto.randomUUID();
    const answered = new Promise<void>((resolve) => this.#waiting.set(token, resolve));
    this.#post({ kind: 'idle', token });
    await Promise.race([answered, this.#ours.then(() => host().idle())]);
    this.#waiting.delete(token);
  }

  leave(): void {
    this.#leaving.abort();
  }

  #post(said: Said): void {
    this.#channel.postMessage(said);
  }

  #hear(said: Said): void {
    const host = this.#host;
    if (said.kind === 'pause') host().pause();
    else if (said.kind === 'resume') host().resume();
    else if (said.kind === 'idle-now') this.#waiting.get(said.token)?.();
    else if (said.kind === 'state' && !this.#isOurs) this.#onState(said.state);
    else if (said.kind === 'hello' && this.#isOurs) this.tell(host().state);
    else if (said.kind === 'idle' && this.#isOurs) {
      const { token } = said;
      void host()
        .idle()
        .then(() => this.#post({ kind: 'idle-now', token }));
    }
  }
}
