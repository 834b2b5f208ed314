/** Only one tab replicates at a time. A Web Lock decides which; the others send it requests over a channel. */
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

export interface Turn {
  readonly isOurs: boolean;
  /** Runs `job` as soon as no other tab replicates. Resolves when it has run, or when `leave` was called before. */
  take(job: () => Promise<void>): Promise<void>;
  tell(state: SyncState): void;
  /** To every other tab. */
  say(kind: 'pause' | 'resume'): void;
  /** The tab with the turn is idle, or this one if it gets the turn meanwhile. */
  idle(): Promise<void>;
  leave(): void;
}

/** @param onState gets the states of the tab that has the turn */
export function createTurn(name: string, host: () => TurnHost, onState: (state: SyncState) => void): Turn {
  const key = `hybrid-search:sync:${name}`;
  const channel = new BroadcastChannel(key);
  const leaving = new AbortController();
  const waiting = new Map<string, () => void>();
  let isOurs = false;
  let onOurs: () => void = () => {};
  const ours = new Promise<void>((resolve) => {
    onOurs = resolve;
  });
  const say = (said: Said): void => channel.postMessage(said);

  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.kind === 'pause') host().pause();
    else if (data.kind === 'resume') host().resume();
    else if (data.kind === 'idle-now') waiting.get(data.token)?.();
    else if (data.kind === 'state' && !isOurs) onState(data.state);
    else if (data.kind === 'hello' && isOurs) say({ kind: 'state', state: host().state });
    else if (data.kind === 'idle' && isOurs) {
      const { token } = data;
      void host()
        .idle()
        .then(() => say({ kind: 'idle-now', token }));
    }
  };

  return {
    get isOurs() {
      return isOurs;
    },
    async take(job) {
      say({ kind: 'hello' });
      await navigator.locks
        .request(key, { signal: leaving.signal }, async () => {
          isOurs = true;
          onOurs();
          await job();
          isOurs = false;
        })
        .catch((error: unknown) => {
          if (!leaving.signal.aborted) throw error;
        });
      channel.close();
    },
    tell: (state) => say({ kind: 'state', state }),
    say: (kind) => say({ kind }),
    async idle() {
      if (isOurs) return host().idle();
      const token = crypto.randomUUID();
      const answered = new Promise<void>((resolve) => waiting.set(token, resolve));
      say({ kind: 'idle', token });
      await Promise.race([answered, ours.then(() => host().idle())]);
      waiting.delete(token);
    },
    leave: () => leaving.abort(),
  };
}
