/** Starts and restarts the embedding worker. Ends it when idle, because WebAssembly memory never shrinks. */
import { HybridSearchError, isHybridSearchError } from '../../core/errors.ts';
import { Caller } from '../../protocol/call.ts';
import type { EmbedderApi, EmbedderEvents, EmbedderStatus } from '../../protocol/embedder-api.ts';
import type { Remote } from '../../protocol/rpc.ts';
import { Responsiveness } from './responsiveness.ts';

const IDLE_MS = 60_000;
const BACK_OFF_MS = [0, 500, 2_000, 8_000, 30_000];
const HEARTBEAT_MS = 2_000;
/**
 * A run can't be interrupted and takes 0.25 s, or 1.5 s on a slow device. The limit doubles with each failure in a row,
 * because on a busy device a live worker can be silent for as long.
 */
const SILENCE_MS = 8_000;
/** Applies while the runtime reads the weights in one go, which takes 3 s, or 45 s on a very slow device. */
const BLOCKING_MS = 90_000;
/** About the size of the largest shipped model. A larger one gets proportionally more time. */
const SHIPPED_BYTES = 50_000_000;

export interface EmbedderStarter {
  start(): void;
  stop(): void;
}

export interface LinkedModel {
  model: string;
  fingerprint: string;
  dims: number;
  /** Size of the download, including the runtime. */
  bytes: number;
}

export interface LinkParts {
  readonly starter: EmbedderStarter;
  readonly linked: LinkedModel;
  /** Whether the model may be fetched without asking for consent. */
  readonly allowed: boolean;
  /** Why no model can be used here, or null. If it's set, no worker is started. */
  readonly failure: HybridSearchError | null;
  onStatus(status: EmbedderStatus): void;
}

type Embedder = Remote<EmbedderApi>;

class Start {
  resolve!: (embedder: Embedder) => void;
  reject!: (error: Error) => void;
  readonly promise = new Promise<Embedder>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

export class EmbedderLink {
  readonly #parts: LinkParts;
  readonly #responsiveness = new Responsiveness();
  allowed: boolean;
  /** Whether the model was ready before, so its files are cached. */
  known = false;
  status: EmbedderStatus;
  #embedder: Embedder | null = null;
  #caller: Caller<EmbedderApi, EmbedderEvents> | undefined;
  #starting: Start | null = null;
  #loading: Promise<Embedder> | null = null;
  #failures = 0;
  #users = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.allowed = parts.allowed;
    this.status = parts.failure
      ? { ...this.#blank('failed'), error: parts.failure.message }
      : this.#blank(parts.allowed ? 'off' : 'waiting');
  }

  get responsive(): boolean {
    return this.#responsiveness.responsive;
  }

  allow(): void {
    if (this.#parts.failure || (this.allowed && this.status.state !== 'failed')) return;
    this.allowed = true;
    this.#failures = 0;
    this.#report(this.#blank('off'));
  }

  attach(end: MessagePort | Embedder): void {
    const waiting = this.#starting;
    this.#starting = null;
    this.#caller?.close(new HybridSearchError('worker-died', 'another model replaced it'));
    this.#responsiveness.set(true);
    this.#embedder = 'call' in end ? end : this.#callerOf(end);
    waiting?.resolve(this.#embedder);
  }

  /** @param notLoaded set if the worker's script can't be loaded, so that another start wouldn't help */
  lost(reason: string, notLoaded?: HybridSearchError): void {
    if (!this.#embedder && !this.#starting) return;
    this.#failures = notLoaded ? BACK_OFF_MS.length : this.#failures + 1;
    this.#drop(notLoaded ?? new HybridSearchError('worker-died', reason));
    this.#parts.starter.stop();
    const state = this.#failures >= BACK_OFF_MS.length ? 'failed' : 'off';
    this.#report({ ...this.status, state, error: reason });
  }

  /** Runs `job` with the model, and once more if the worker dies during the job. */
  async use<Result>(job: (embedder: Embedder) => Promise<Result>): Promise<Result> {
    if (this.#closed) throw new HybridSearchError('closed');
    if (this.#parts.failure) throw this.#parts.failure;
    if (!this.allowed)
      throw new HybridSearchError('model-unavailable', 'the download waits for consent: call loadModel()');
    const { state, error } = this.status;
    if (state === 'failed') throw new HybridSearchError('model-unavailable', error);
    this.#users++;
    clearTimeout(this.#idleTimer);
    try {
      try {
        return await this.#run(job);
      } catch (error) {
        if (!isHybridSearchError(error, 'worker-died') || this.#closed) throw error;
        return await this.#run(job);
      }
    } finally {
      this.#users--;
      this.#restIfIdle();
    }
  }

  /** Like `use`, but rejects if the worker doesn't respond for ten seconds. The job goes on, because it may succeed. */
  useWhileResponsive<Result>(job: (embedder: Embedder) => Promise<Result>): Promise<Result> {
    return this.#responsiveness.during(() => this.use(job));
  }

  typing(): void {
    // The calls that matter detect a dead worker.
    this.#embedder?.call('setTyping', [true]).catch(() => {});
  }

  async refresh(): Promise<EmbedderStatus> {
    const embedder = this.#embedder;
    if (!embedder || this.status.state !== 'ready') return this.status;
    const status = this.#responsiveness.during(() => embedder.call('status', []));
    this.status = await status.catch(() => this.status);
    return this.status;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    this.#drop(new HybridSearchError('closed'));
    this.#parts.starter.stop();
  }

  #blank(state: EmbedderStatus['state']): EmbedderStatus {
    const { bytes, ...model } = this.#parts.linked;
    return { state, ...model, device: 'wasm', threads: 1, loadedBytes: 0, totalBytes: bytes, runs: 0 };
  }

  #report(status: EmbedderStatus): void {
    this.status = status;
    this.#parts.onStatus(status);
  }

  #drop(reason: HybridSearchError): void {
    this.#caller?.close(reason);
    this.#starting?.reject(reason);
    this.#embedder = null;
    this.#starting = null;
    this.#loading = null;
    this.#responsiveness.set(true);
  }

  #restIfIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#users > 0 || !this.#embedder) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#users > 0 || !this.#embedder) return;
      this.#drop(new HybridSearchError('model-unavailable', 'the model was unloaded while idle'));
      this.#parts.starter.stop();
      this.#report({ ...this.status, state: 'off' });
    }, IDLE_MS);
  }

  async #connect(): Promise<Embedder> {
    if (this.#embedder) return this.#embedder;
    if (!this.#starting) {
      this.#starting = new Start();
      this.#starting.promise.catch(() => {});
      const wait = BACK_OFF_MS[Math.min(this.#failures, BACK_OFF_MS.length - 1)];
      setTimeout(() => {
        if (!this.#closed) this.#parts.starter.start();
      }, wait);
    }
    return this.#starting.promise;
  }

  async #run<Result>(job: (embedder: Embedder) => Promise<Result>): Promise<Result> {
    const result = await job(await this.#load());
    this.#failures = 0;
    return result;
  }

  #load(): Promise<Embedder> {
    this.#loading ??= this.#loadNow().catch((error: unknown) => {
      this.#loading = null;
      if (!isHybridSearchError(error, 'worker-died') && !this.#closed) {
        const message = error instanceof Error ? error.message : String(error);
        this.#report({ ...this.status, state: 'failed', error: message });
      }
      throw error;
    });
    return this.#loading;
  }

  async #loadNow(): Promise<Embedder> {
    const connected = await this.#connect();
    if (this.status.state !== 'ready') this.#report({ ...this.status, state: 'loading' });
    const loaded = await connected.call('load', []);
    if (loaded.fingerprint !== this.#parts.linked.fingerprint) {
      // This worker was still started for the previous model.
      this.lost('the model changed');
      throw new HybridSearchError('worker-died', 'the model changed');
    }
    this.#report(loaded);
    this.known = true;
    return connected;
  }

  #callerOf(port: MessagePort): Embedder {
    let blocking = false;
    let largest = this.#parts.linked.bytes;
    const patience = 2 ** this.#failures;
    const caller = new Caller<EmbedderApi, EmbedderEvents>(port, {
      heartbeat: HEARTBEAT_MS,
      silence: () => (blocking ? BLOCKING_MS : SILENCE_MS) * patience * Math.max(1, largest / SHIPPED_BYTES),
      onEvent: (event) => {
        if (event.name === 'status') return this.#report(event.value);
        blocking = event.value > 0;
        largest = Math.max(largest, event.value);
      },
      onResponsive: (responsive) => {
        this.#responsiveness.set(responsive);
        this.#report(this.status);
      },
      onSilent: () => this.lost('no sign of life'),
    });
    this.#caller = caller;
    return caller;
  }
}
