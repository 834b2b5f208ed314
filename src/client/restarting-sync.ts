/** Starts the sync worker, and restarts it if it dies or falls silent. */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { Caller } from '../protocol/call.ts';
import type { Remote } from '../protocol/rpc.ts';
import { serve } from '../protocol/serve.ts';
import type { SyncApi, SyncConfiguration, SyncEvents, SyncHost, SyncInit, SyncState } from '../protocol/sync-api.ts';
import { backOff } from './back-off.ts';
import type { SyncOptions } from './sync-types.ts';
import { startSyncWorker } from './sync-worker.ts';

export type HeadersOption = NonNullable<SyncOptions['headers']>;

interface Running {
  worker: Worker;
  host: { port: MessagePort; close(): void };
  caller: Caller<SyncApi, SyncEvents>;
  opened: Promise<unknown>;
}

export interface RestartingSyncOptions {
  name: string;
  headers: HeadersOption;
  attach(port: MessagePort): Promise<void>;
  onState(state: SyncState): void;
}

export class RestartingSync implements Remote<SyncApi> {
  readonly #options: RestartingSyncOptions;
  #settings: SyncConfiguration | null;
  /** Whether the settings are also stored, so that a new worker can read them. */
  readonly #isRemembered: boolean;
  #state: SyncState = { stage: 'connecting', pulled: 0, pushed: 0, pending: 0 };
  #running: Running | null = null;
  /** The error of the calls that the last renewal interrupted. */
  #renewal: HybridSearchError | undefined;
  #deaths = 0;
  #ended = false;
  #startLater: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: SyncConfiguration | null, options: RestartingSyncOptions) {
    this.#settings = settings;
    this.#isRemembered = settings?.remember ?? true;
    this.#options = options;
  }

  get state(): SyncState {
    return this.#state;
  }

  /** Null while the next worker waits to be started. */
  get running(): Running | null {
    return this.#running;
  }

  connected(): Running {
    if (this.#ended) throw new HybridSearchError('closed');
    this.#running ??= this.#start();
    return this.#running;
  }

  /** A renewal ends a worker that works, so its calls go to the next one. */
  readonly call: Remote<SyncApi>['call'] = async (method, args, options) => {
    try {
      return await this.connected().caller.call(method, args, options);
    } catch (error) {
      if (error !== this.#renewal) throw error;
      return this.call(method, args, options);
    }
  };

  usePassphrase(passphrase: string): void {
    if (this.#settings) this.#settings = { ...this.#settings, passphrase };
  }

  /** Starts again with the options that another tab has stored. Meanwhile, that tab gets its turn. */
  renew(): void {
    if (!this.#isRemembered) return;
    this.#settings = null;
    this.#renewal = new HybridSearchError('worker-died', 'another tab has changed the options');
    this.#lose(this.#running, this.#renewal);
  }

  /** Pending calls go on, but a worker that dies now isn't replaced. */
  finish(): void {
    this.#ended = true;
    clearTimeout(this.#startLater);
  }

  close(): void {
    this.finish();
    this.#lose(this.#running, new HybridSearchError('closed'));
  }

  #start(): Running {
    clearTimeout(this.#startLater);
    const { name, headers, attach } = this.#options;
    const died = (reason: string, error = new HybridSearchError('worker-died', reason)): void =>
      this.#lose(running, error);
    const worker = startSyncWorker(died);
    const caller: Caller<SyncApi, SyncEvents> = new Caller<SyncApi, SyncEvents>(worker, {
      onEvent: (event) => (event.name === 'state' ? this.#report(event.value) : replaceStore()),
      onSilent: () => died('it doesn’t respond'),
    });
    const replaceStore = onceAtATime(async () => {
      const { port1, port2 } = new MessageChannel();
      await attach(port1);
      await caller.call('attachStore', [port2], { transfer: [port2] });
    });
    const host = serveHeaders(headers);
    const { port1, port2: store } = new MessageChannel();
    const isPaused = this.#state.stage === 'paused';
    const init: SyncInit = { kind: 'init', name, settings: this.#settings, isPaused, store, host: host.port };
    worker.postMessage(init, [store, host.port]);
    const opened = Promise.all([attach(port1), tellVisible(caller)]);
    const running = { worker, host, caller, opened };
    opened.then(
      () => {
        // If another tab forgets the settings, a restart must not store them again.
        if (this.#settings) this.#settings = { ...this.#settings, remember: false };
      },
      (error: HybridSearchError) => this.#lose(running, error),
    );
    return running;
  }

  #lose(running: Running | null, error: HybridSearchError): void {
    if (!running || this.#running !== running) return;
    this.#running = null;
    running.worker.terminate();
    running.host.close();
    running.caller.close(error);
    if (this.#ended) return;
    const { stage, pending } = this.#state;
    // Another tab has stopped sync and forgotten the settings.
    const isForgotten = isHybridSearchError(error, 'not-found');
    if (!isForgotten) this.#startLater = setTimeout(() => this.#startAgain(), backOff(this.#deaths++));
    const next = isForgotten || stage === 'paused' ? 'paused' : 'connecting';
    this.#report({ stage: next, message: error.message, pulled: 0, pushed: 0, pending });
  }

  #startAgain(): void {
    try {
      this.connected();
    } catch {
      // Nobody handles errors of a timer. The next call tries again, and gets the error.
    }
  }

  #report(state: SyncState): void {
    if (state.stage === 'live') this.#deaths = 0;
    this.#state = state;
    this.#options.onState(state);
  }
}

export function tellVisible(caller: Remote<SyncApi>): Promise<void> {
  return caller.call('visible', [document.visibilityState === 'visible']);
}

/** A function can't be sent to the worker, so the worker asks for the headers over `port`. */
export function serveHeaders(headers: HeadersOption): Running['host'] {
  const { port1: port, port2: page } = new MessageChannel();
  const server = serve<SyncHost>({ headers: async () => [...new Headers(await headers())] }, page);
  return {
    port,
    close() {
      server.close();
      page.close();
    },
  };
}

/** Ignores calls while the job runs. If it fails, the worker reports the loss again. */
function onceAtATime(job: () => Promise<void>): () => void {
  let isRunning = false;
  return () => {
    if (isRunning) return;
    isRunning = true;
    job()
      .catch(() => {})
      .finally(() => {
        isRunning = false;
      });
  };
}
