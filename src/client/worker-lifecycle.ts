/**
 * Starts, connects and replaces the workers of a store. Vectors and imported records never pass through the main
 * thread, except rows from the page's own readers.
 */
import { HybridSearchError } from '../core/errors.ts';
import type { PictureModelProfile } from '../core/picture-models.ts';
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

/** A hanging worker fires no event. The engine works in short slices, so it always answers in time. */
const HEARTBEAT = { heartbeat: 2_000, silence: 8_000 };
/** Before a dead engine is restarted. The last wait repeats. */
const BACK_OFF_MS = [0, 1_000, 5_000, 20_000];

/** How far a visible page can be behind if it receives no broadcasts of other tabs. */
const CHECK_TABS_MS = 3_000;

/** Without the list, more words are mistaken for typos. */
const commonWords = (): Promise<readonly string[]> =>
  import('../core/text/common-words.ts').then(
    ({ COMMON_WORDS }) => COMMON_WORDS,
    () => [],
  );

export interface WorkersOptions {
  init: EngineInit;
  /** Absolute URL with a trailing slash. Null: the workers' own folder. */
  assetBase: string | null;
  remote: EmbedderInit['remote'];
  reranker: RerankProfile | null;
  pictureModel: PictureModelProfile | null;
  onEvent(event: EventOf<EngineEvents>): void;
}

export interface Workers extends Remote<EngineApi> {
  transfer<Result>(job: (api: Remote<TransferApi>) => Promise<Result>): Promise<Result>;
  /** For the next engine and embedding worker. */
  keep(changed: Partial<EngineInit>): void;
  /** A store that never opened has nothing to close. */
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
      ...(options.pictureModel === null ? {} : { pictureModel: options.pictureModel }),
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
      // A script that doesn't load won't load right away either. The next call tries once more.
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
    const opened = commonWords().then((words) => caller.call('open', [init, words]));
    opened.then(
      () => {
        deaths = 0;
      },
      () => {
        // The next call tries again, because the reason may be gone.
        if (engine?.worker !== worker) return;
        engine = null;
        worker.terminate();
        endEmbedding();
      },
    );
    return { worker, caller, opened };
  };

  /** If the engine can't start, the next call gets the error and tries again. */
  const startAgain = (): void => {
    try {
      connected();
    } catch {
      // Nobody made this call, so its error would be an unhandled one.
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

  let checkingTabs = false;
  const stopCheckingTabs = whileVisible(() => {
    // Doesn't start an engine for this.
    if (!engine || checkingTabs) return;
    const { caller, opened } = engine;
    checkingTabs = true;
    opened
      .then(() => caller.call('noticeOtherTabs', []))
      .catch(() => {})
      .finally(() => {
        checkingTabs = false;
      });
  }, CHECK_TABS_MS);

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
    keep(changed) {
      init = { ...init, ...changed };
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
      stopCheckingTabs();
      endEmbedding();
      transfer.end(new HybridSearchError('closed'));
      engine?.worker.terminate();
      engine?.caller.close(new HybridSearchError('closed'));
      engine = null;
    },
  };
}
