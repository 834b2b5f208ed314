/** A Web Lock lets only one tab replicate at a time. The other tabs send it their requests over a channel. */
import { decodeError, encodeError } from '../protocol/error-codec.ts';
import type { EncodedError } from '../protocol/messages.ts';
import type { Arguments, Remote, Result } from '../protocol/rpc.ts';
import { syncChannelName } from '../protocol/side-databases.ts';
import type { SyncState } from '../protocol/sync-api.ts';
import type { SyncRequests } from './requests.ts';

interface Ask {
  kind: 'ask';
  token: string;
  method: keyof SyncRequests;
  args: unknown[];
}

interface Waiting extends Pick<Ask, 'method' | 'args'> {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Answer {
  kind: 'answer';
  token: string;
  value?: unknown;
  error?: EncodedError;
}

type Said =
  | { kind: 'state'; state: SyncState }
  | { kind: 'hello' }
  /** The sender has got the turn. What the tab before it left unanswered has to be asked again. */
  | { kind: 'turn' }
  | { kind: 'pause' }
  | { kind: 'resume' }
  /** The sender has stored options. The pages of the other tabs listen to this. */
  | { kind: 'options'; changed: boolean }
  | Ask
  | Answer;

export interface TurnHost {
  readonly state: SyncState;
  readonly requests: Remote<SyncRequests>;
  pause(): void;
  resume(): void;
}

export class Turn {
  readonly #key: string;
  readonly #host: TurnHost;
  readonly #onState: (state: SyncState) => void;
  readonly #channel: BroadcastChannel;
  readonly #leaving = new AbortController();
  readonly #waiting = new Map<string, Waiting>();
  /** Tokens of requests during this tab's turn, because a tab that asks just when the turn begins asks twice. */
  readonly #heard = new Set<string>();
  #isOurs = false;

  /** @param onState gets the states of the tab that has the turn */
  constructor(name: string, host: TurnHost, onState: (state: SyncState) => void) {
    this.#key = syncChannelName(name);
    this.#host = host;
    this.#onState = onState;
    this.#channel = new BroadcastChannel(this.#key);
    this.#channel.onmessage = ({ data }: MessageEvent<Said>) => this.#hear(data);
  }

  get isOurs(): boolean {
    return this.#isOurs;
  }

  async take(job: () => Promise<void>): Promise<void> {
    const { signal } = this.#leaving;
    this.#post({ kind: 'hello' });
    await navigator.locks
      .request(this.#key, { signal }, async () => {
        this.#isOurs = true;
        this.#post({ kind: 'turn' });
        // The tab that had the turn may have run a request without answering. Repeating it may fail, but loses nothing.
        for (const waiting of this.#waiting.values()) this.#run(waiting);
        this.#waiting.clear();
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

  say(kind: 'pause' | 'resume'): void {
    this.#post({ kind });
  }

  announceOptions(changed: boolean): void {
    this.#post({ kind: 'options', changed });
  }

  ask<Method extends keyof SyncRequests>(
    method: Method,
    args: Arguments<SyncRequests[Method]>,
  ): Promise<Result<SyncRequests[Method]>> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { method, args, resolve: (value) => resolve(value as never), reject };
      if (this.#isOurs) return this.#run(waiting);
      const token = crypto.randomUUID();
      this.#waiting.set(token, waiting);
      this.#post({ kind: 'ask', token, method, args });
    });
  }

  leave(): void {
    this.#leaving.abort();
  }

  #post(said: Said): void {
    this.#channel.postMessage(said);
  }

  #hear(said: Said): void {
    const host = this.#host;
    if (said.kind === 'pause') host.pause();
    else if (said.kind === 'resume') host.resume();
    else if (said.kind === 'answer') this.#settle(said);
    else if (said.kind === 'state' && !this.#isOurs) this.#onState(said.state);
    else if (said.kind === 'hello' && this.#isOurs) this.tell(host.state);
    else if (said.kind === 'turn') this.#askAgain();
    else if (said.kind === 'ask' && this.#isOurs) void this.#answer(said);
  }

  #run({ method, args, resolve, reject }: Waiting): void {
    this.#host.requests.call(method, args as never).then(resolve, reject);
  }

  #askAgain(): void {
    for (const [token, { method, args }] of this.#waiting) this.#post({ kind: 'ask', token, method, args });
  }

  #settle({ token, value, error }: Answer): void {
    const waiting = this.#waiting.get(token);
    this.#waiting.delete(token);
    if (error) waiting?.reject(decodeError(error));
    else waiting?.resolve(value);
  }

  async #answer({ token, method, args }: Ask): Promise<void> {
    if (this.#heard.has(token)) return;
    this.#heard.add(token);
    const answer = await this.#host.requests.call(method, args as never).then(
      (value): Answer => ({ kind: 'answer', token, value }),
      (error: unknown): Answer => ({ kind: 'answer', token, error: encodeError(error) }),
    );
    // Otherwise, the next tab with the turn runs the request.
    if (this.#isOurs) this.#post(answer);
  }
}
