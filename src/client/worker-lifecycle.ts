/**
 * The workers of one store: started here, joined by MessageChannels (neither vectors nor imported records cross the main
 * thread), replaced when they die. Not here: the public API (`client.ts`), sharing between clients (`shared-engine.ts`).
 */
import { HybridSearchError } from '../core/errors.ts';
import type { ModelProfile } from '../core/model-profiles.ts';
import { type Caller, createCaller } from '../protocol/call.ts';
import type { EmbedderInit, RerankProfile } from '../protocol/embedder-api.ts';
import type { EngineApi, EngineEvents, EngineInit } from '../protocol/engine-api.ts';
import { encodeError } from '../protocol/error-codec.ts';
import type { EncodedError } from '../protocol/messages.ts';
import type { EventOf, Remote } from '../protocol/rpc.ts';
import type { TransferApi } from '../protocol/transfer-api.ts';
import { createTransferWorker } from './transfer-worker.ts';
import { whileVisible } from './while-visible.ts';
import { type StartedWorker, startEmbeddingWorker, startEngineWorker, whyNotLoaded } from './workers.ts';

/** A worker that hangs or ran out of memory fires no event: noticed within 10 s. Its own work goes in short slices. */
const HEARTBEAT = { heartbeat: 2_000, silence: 8_000 };
/** Waits before a dead engine is started again; the last one repeats. */
const BACK_OFF_MS = [0, 1_000, 5_000, 20_000];

/** A page that is looked at and hears no broadcast of other tabs is behind them no longer than this. */
const LOOK_AROUND_MS = 3_000;

export interface WorkersOptions {
  init: EngineInit;
  /** Absolute URL with trailing slash; null: beside the worker. */
  assetBase: string | null;
  remote: EmbedderInit['remote'];
  /** The page's own cross-encoder (V10). */
  reranker: RerankProfile | null;
  onEvent(event: EventOf<EngineEvents>): void;
}

export interface Workers extends Remote<EngineApi> {
  /** An import or export: `job` gets the worker that does it. */
  transfer<Result>(job: (api: Remote<TransferApi>) => Promise<Result>): Promise<Result>;
  /** The model that the next embedding worker is to load. */
  setModel(profile: ModelProfile): void;
  /** Closes or deletes the store; one that could not be opened has nothing to close. */
  leave(how: 'close' | 'destroy'): Promise<void>;
  end(): void;
}

export function startWorkers(options: WorkersOptions): Workers {
  let init = options.init;
  let engine: { worker: Worker; caller: Caller<EngineApi>; opened: Promise<unknown> } | null = null;
  let embedding: Worker | null = null;
  let deaths = 0;
  let ended = false;
  let startLater: ReturnType<typeof setTimeout> | undefined;

  const endEmbedding = (): void => {
    embedding?.terminate();
    embedding = null;
  };

  const startEmbedding = (): void => {
    endEmbedding();
    const current = engine;
    if (!current || ended) return;
    const tellLost = (reason: string | Error): void => {
      const told: [string, EncodedError?] =
        typeof reason === 'string' ? [reason] : [reason.message, encodeError(reason)];
      current.caller.call('embedderLost', told).catch(() => {});
    };
    let started: StartedWorker;
    try {
      started = startEmbeddingWorker();
    } catch (error) {
      tellLost(error as Error);
      return;
    }
    const { worker, url } = started;
    embedding = worker;
    const lost = (reason: string | Error): void => {
      if (embedding !== worker) return;
      endEmbedding();
      tellLost(reason);
    };
    worker.onerror = (event) => {
      if (event.message) lost(event.message);
      else void whyNotLoaded(url).then(lost);
    };
    worker.onmessageerror = () => lost('a message could not be read');
    const { port1, port2 } = new MessageChannel();
    const message: EmbedderInit = {
      kind: 'init',
      modelId: init.profile.id,
      profile: init.profile,
      ...(options.reranker === null ? {} : { reranker: options.reranker }),
      assetBase: options.assetBase,
      remote: options.remote,
      threads: globalThis.crossOriginIsolated ? Math.min(2, navigator.hardwareConcurrency || 1) : 1,
      port: port2,
    };
    worker.postMessage(message, [port2]);
    current.caller.call('attachEmbedder', [port1], { transfer: [port1] }).catch(() => {});
  };

  const onEvent = (event: EventOf<EngineEvents>): void => {
    if (event.name === 'embedder-start') startEmbedding();
    else if (event.name === 'embedder-stop') endEmbedding();
    else options.onEvent(event);
  };

  const startEngine = (): NonNullable<typeof engine> => {
    const { worker, url } = startEngineWorker();
    const died = (reason: string, notLoaded?: HybridSearchError): void => {
      if (engine?.worker !== worker) return;
      engine = null;
      deaths++;
      worker.terminate();
      endEmbedding();
      const error = notLoaded ?? new HybridSearchError('worker-died', reason);
      transfer.end(error);
      caller.close(error);
      // A script that does not load will not by being asked for again and again; the next call tries once more.
      if (!ended && !notLoaded)
        startLater = setTimeout(startAgain, BACK_OFF_MS[Math.min(deaths, BACK_OFF_MS.length - 1)]);
    };
    worker.onerror = (event) => {
      if (event.message) died(event.message);
      else void whyNotLoaded(url).then((error) => died('', error));
    };
    worker.onmessageerror = () => died('a message could not be read');
    const caller = createCaller<EngineApi, EngineEvents>(worker, {
      onEvent,
      onSilent: () => died('no sign of life'),
      ...HEARTBEAT,
    });
    const opened = caller.call('open', [init]);
    opened.then(
      () => {
        deaths = 0;
      },
      () => {
        // The next call tries afresh: what kept the store from opening may be gone by then.
        if (engine?.worker !== worker) return;
        engine = null;
        worker.terminate();
        endEmbedding();
      },
    );
    return { worker, caller, opened };
  };

  /** What keeps it from starting is told to the next call, which tries again. */
  const startAgain = (): void => {
    try {
      connected();
    } catch {
      // Nobody asked: an error from here would reach the page as one of its own.
    }
  };

  const connected = (): NonNullable<typeof engine> => {
    if (ended) throw new HybridSearchError('closed');
    engine ??= startEngine();
    return engine;
  };

  const transfer = createTransferWorker(options.assetBase, (port) => {
    connected()
      .caller.call('attachTransfer', [port], { transfer: [port] })
      .catch(() => {});
  });

  let lookingAround = false;
  const stopLooking = whileVisible(() => {
    // An engine that isn't open is not started for this.
    if (!engine || lookingAround) return;
    const { caller, opened } = engine;
    lookingAround = true;
    opened
      .then(() => caller.call('lookAround', []))
      .catch(() => {})
      .finally(() => {
        lookingAround = false;
      });
  }, LOOK_AROUND_MS);

  return {
    async call(method, args, callOptions) {
      const { caller, opened } = connected();
      await opened;
      return caller.call(method, args, callOptions);
    },
    async transfer(job) {
      await connected().opened;
      return transfer.use(job);
    },
    setModel(profile) {
      init = { ...init, profile };
    },
    async leave(how) {
      if (how === 'close') {
        const isOpen = await engine?.opened.then(
          () => true,
          () => false,
        );
        if (!isOpen) return;
      }
      const { caller, opened } = connected();
      await opened;
      await caller.call(how, []);
    },
    end() {
      ended = true;
      clearTimeout(startLater);
      stopLooking();
      endEmbedding();
      transfer.end(new HybridSearchError('closed'));
      engine?.worker.terminate();
      engine?.caller.close(new HybridSearchError('closed'));
      engine = null;
    },
  };
}
