/** Starts the engine with the first call, and restarts it if it dies. */
import { HybridSearchError } from '../core/errors.ts';
import { Caller } from '../protocol/call.ts';
import type { EngineApi, EngineEvents, EngineInit } from '../protocol/engine-api.ts';
import type { EventOf } from '../protocol/rpc.ts';
import { backOff } from './back-off.ts';
import { startEngineWorker } from './workers.ts';

/** A worker that hangs fires no event. A healthy engine works in short slices, so it always answers in time. */
const HEARTBEAT = { heartbeat: 2_000, silence: 8_000 };

/** If the list can't be loaded, the engine works without it, but mistakes more words for typos. */
const commonWords = (): Promise<readonly string[]> =>
  import('../core/text/common-words.ts').then(
    ({ COMMON_WORDS }) => COMMON_WORDS,
    () => [],
  );

export interface RunningEngine {
  worker: Worker;
  caller: Caller<EngineApi>;
  opened: Promise<unknown>;
}

export interface EngineWorkerOptions {
  init(): EngineInit;
  onEvent(event: EventOf<EngineEvents>): void;
  /** Called before the engine's pending calls reject. */
  onLost(error: HybridSearchError): void;
}

export class EngineWorker {
  readonly #options: EngineWorkerOptions;
  #running: RunningEngine | null = null;
  #deaths = 0;
  #ended = false;
  #startLater: ReturnType<typeof setTimeout> | undefined;

  constructor(options: EngineWorkerOptions) {
    this.#options = options;
  }

  get running(): RunningEngine | null {
    return this.#running;
  }

  connected(): RunningEngine {
    if (this.#ended) throw new HybridSearchError('closed');
    this.#running ??= this.#start();
    return this.#running;
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#startLater);
    this.#lose(this.#running, new HybridSearchError('closed'));
  }

  #start(): RunningEngine {
    const { init, onEvent } = this.#options;
    const died = (reason: string, notLoaded?: HybridSearchError): void => {
      if (!this.#lose(engine, notLoaded ?? new HybridSearchError('worker-died', reason))) return;
      const wait = backOff(this.#deaths++);
      // If the script didn't load, a restart wouldn't help. The next call tries again.
      if (!notLoaded) this.#startLater = setTimeout(() => this.#startAgain(), wait);
    };
    const worker = startEngineWorker(died);
    const caller = new Caller<EngineApi, EngineEvents>(worker, {
      onEvent,
      onSilent: () => died('no sign of life'),
      ...HEARTBEAT,
    });
    const opened = commonWords().then((words) => caller.call('open', [init(), words]));
    const engine = { worker, caller, opened };
    opened.then(
      () => {
        this.#deaths = 0;
      },
      // The cause may be gone by the next call, which tries again.
      () => this.#lose(engine, new HybridSearchError('closed')),
    );
    return engine;
  }

  /** Returns false if `engine` isn't the running one. */
  #lose(engine: RunningEngine | null, error: HybridSearchError): boolean {
    if (!engine || this.#running !== engine) return false;
    this.#running = null;
    engine.worker.terminate();
    this.#options.onLost(error);
    engine.caller.close(error);
    return true;
  }

  #startAgain(): void {
    try {
      this.connected();
    } catch {
      // Nobody handles errors of a timer. The next call tries again, and gets the error.
    }
  }
}
