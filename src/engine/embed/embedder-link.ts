/**
 * The engine's end of the embedding worker: starts it on need, retries a call once when the worker dies, respawns with
 * back-off, ends it when idle. WebAssembly memory never shrinks, so ending the worker is the only way to give it back.
 */
import { HybridSearchError, isHybridSearchError } from '../../core/errors.ts';
import { createCaller } from '../../protocol/call.ts';
import type { EmbedderApi, EmbedderEvents, EmbedderStatus } from '../../protocol/embedder-api.ts';
import type { Remote } from '../../protocol/rpc.ts';

/** After this long without work, the worker ends, so its memory is free within 90 s. */
const IDLE_MS = 60_000;
/** Waits before the second, third… start; the last one repeats. */
const BACK_OFF_MS = [0, 500, 2_000, 8_000, 30_000];
const HEARTBEAT_MS = 2_000;
/**
 * A run can't be interrupted: 0.25 s with the largest shipped model, 1.5 s on a device six times slower. Below 10 s with
 * the heartbeat.
 */
const SILENCE_MS = 8_000;
/** The runtime reads the weights without a break: 3 s, or 45 s on a very slow device. */
const BLOCKING_MS = 90_000;
/** Bytes of the largest shipped model. A page's own larger model gets proportionally longer. */
const SHIPPED_BYTES = 50_000_000;

/** Where the model runs. */
export interface EmbedderStarter {
  /** Requests a worker. The answer is `attach`. */
  start(): void;
  /** The worker may end. */
  stop(): void;
}

export interface LinkedModel {
  model: string;
  fingerprint: string;
  dims: number;
  /** Bytes of the download, including the runtime. */
  bytes: number;
}

export interface EmbedderLink {
  readonly status: EmbedderStatus;
  /** False while consent is missing: nothing is started. */
  readonly allowed: boolean;
  /** The model was ready before, so its files are available. */
  readonly known: boolean;
  allow(): void;
  /** The worker is there: on the other end of a port, or in this thread. */
  attach(end: MessagePort | Remote<EmbedderApi>): void;
  /** The worker died; or, with `notLoaded`, its script cannot be loaded, and will not be by being asked for again. */
  lost(reason: string, notLoaded?: HybridSearchError): void;
  /** Runs `job` with a loaded model; retries once on a new worker when the worker dies under it. */
  use<Result>(job: (embedder: Remote<EmbedderApi>) => Promise<Result>): Promise<Result>;
  /** Someone types: long runs of the backlog are held back. */
  typing(): void;
  /** Asks a running worker for its counters; no worker is started for it. */
  refresh(): Promise<EmbedderStatus>;
  /** Ends the worker; nothing can be asked any more. */
  close(): void;
}

/** @param failure why nothing that a model says could be used here: it is never started */
export function createEmbedderLink(
  starter: EmbedderStarter,
  linked: LinkedModel,
  allowedAtStart: boolean,
  failure: HybridSearchError | null,
  onStatus: (status: EmbedderStatus) => void,
): EmbedderLink {
  const blank = (state: EmbedderStatus['state']): EmbedderStatus => ({
    state,
    model: linked.model,
    fingerprint: linked.fingerprint,
    dims: linked.dims,
    device: 'wasm',
    threads: 1,
    loadedBytes: 0,
    totalBytes: linked.bytes,
    runs: 0,
  });

  let allowed = allowedAtStart;
  let status: EmbedderStatus = failure
    ? { ...blank('failed'), error: failure.message }
    : blank(allowed ? 'off' : 'waiting');
  let embedder: Remote<EmbedderApi> | null = null;
  let endCaller: (reason: HybridSearchError) => void = () => {};
  let starting: {
    promise: Promise<Remote<EmbedderApi>>;
    resolve(embedder: Remote<EmbedderApi>): void;
    reject(error: Error): void;
  } | null = null;
  let loading: Promise<Remote<EmbedderApi>> | null = null;
  let failures = 0;
  let known = false;
  let users = 0;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  const report = (next: EmbedderStatus): void => {
    status = next;
    onStatus(status);
  };

  const drop = (reason: HybridSearchError): void => {
    endCaller(reason);
    starting?.reject(reason);
    embedder = null;
    starting = null;
    loading = null;
  };

  const restIfIdle = (): void => {
    clearTimeout(idleTimer);
    if (users > 0 || !embedder) return;
    idleTimer = setTimeout(() => {
      if (users > 0 || !embedder) return;
      drop(new HybridSearchError('model-unavailable', 'ended when idle'));
      starter.stop();
      report({ ...status, state: 'off' });
    }, IDLE_MS);
  };

  const connect = async (): Promise<Remote<EmbedderApi>> => {
    if (embedder) return embedder;
    if (!starting) {
      const wait = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)]!;
      let resolve!: (embedder: Remote<EmbedderApi>) => void;
      let reject!: (error: Error) => void;
      const promise = new Promise<Remote<EmbedderApi>>((yes, no) => {
        resolve = yes;
        reject = no;
      });
      promise.catch(() => {});
      starting = { promise, resolve, reject };
      setTimeout(() => {
        if (!closed) starter.start();
      }, wait);
    }
    return starting.promise;
  };

  const load = (): Promise<Remote<EmbedderApi>> => {
    loading ??= (async () => {
      try {
        const connected = await connect();
        if (status.state !== 'ready') report({ ...status, state: 'loading' });
        const loaded = await connected.call('load', []);
        if (loaded.fingerprint !== linked.fingerprint) {
          // Started for the model before this one, and arrived late.
          link.lost('another model');
          throw new HybridSearchError('worker-died', 'another model');
        }
        report(loaded);
        failures = 0;
        known = true;
        return connected;
      } catch (error) {
        loading = null;
        if (!isHybridSearchError(error, 'worker-died') && !closed) {
          report({ ...status, state: 'failed', error: error instanceof Error ? error.message : String(error) });
        }
        throw error;
      }
    })();
    return loading;
  };

  const callerOf = (port: MessagePort): Remote<EmbedderApi> => {
    let blocking = false;
    let largest = linked.bytes;
    const caller = createCaller<EmbedderApi, EmbedderEvents>(port, {
      heartbeat: HEARTBEAT_MS,
      silence: () => (blocking ? BLOCKING_MS : SILENCE_MS) * Math.max(1, largest / SHIPPED_BYTES),
      onEvent(event) {
        if (event.name === 'status') return report(event.value);
        blocking = event.value > 0;
        largest = Math.max(largest, event.value);
      },
      onSilent: () => link.lost('no sign of life'),
    });
    endCaller = caller.close;
    return caller;
  };

  const link: EmbedderLink = {
    get status() {
      return status;
    },
    get allowed() {
      return allowed;
    },
    get known() {
      return known;
    },
    typing() {
      // One that does not answer is found out by the calls that matter.
      embedder?.call('setTyping', [true]).catch(() => {});
    },
    async refresh() {
      if (embedder && status.state === 'ready') status = await embedder.call('status', []);
      return status;
    },
    allow() {
      if (failure || (allowed && status.state !== 'failed')) return;
      allowed = true;
      failures = 0;
      report(blank('off'));
    },
    attach(given) {
      const waiting = starting;
      starting = null;
      endCaller(new HybridSearchError('worker-died', 'replaced'));
      embedder = 'call' in given ? given : callerOf(given);
      waiting?.resolve(embedder);
    },
    lost(reason, notLoaded) {
      if (!embedder && !starting) return;
      failures = notLoaded ? BACK_OFF_MS.length : failures + 1;
      drop(notLoaded ?? new HybridSearchError('worker-died', reason));
      starter.stop();
      report({ ...status, state: failures >= BACK_OFF_MS.length ? 'failed' : 'off', error: reason });
    },
    async use(job) {
      if (closed) throw new HybridSearchError('closed');
      if (failure) throw failure;
      if (!allowed) throw new HybridSearchError('model-unavailable', 'waiting for consent');
      if (status.state === 'failed') throw new HybridSearchError('model-unavailable', status.error);
      users++;
      clearTimeout(idleTimer);
      try {
        try {
          return await job(await load());
        } catch (error) {
          if (!isHybridSearchError(error, 'worker-died') || closed) throw error;
          return await job(await load());
        }
      } finally {
        users--;
        restIfIdle();
      }
    },
    close() {
      closed = true;
      clearTimeout(idleTimer);
      drop(new HybridSearchError('closed'));
      starter.stop();
    },
  };
  return link;
}
