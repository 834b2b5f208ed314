/**
 * Starts, connects and replaces the workers of a store. Vectors and imported records never pass through the main
 * thread, except rows from the page's own readers.
 */
import type { EngineApi, EngineEvents, EngineInit } from '../protocol/engine-api.ts';
import type { EventOf, Remote } from '../protocol/rpc.ts';
import type { TransferApi } from '../protocol/transfer-api.ts';
import { createEmbeddingWorker, type EmbeddingOptions } from './embedding-worker.ts';
import { EngineWorker } from './engine-worker.ts';
import { createTransferWorker } from './transfer-worker.ts';
import { whileVisible } from './while-visible.ts';

/** Milliseconds between checks for writes of other tabs whose broadcasts didn't arrive. */
const CHECK_TABS_MS = 3_000;

export interface WorkersOptions extends EmbeddingOptions {
  init: EngineInit;
  onEvent(event: EventOf<EngineEvents>): void;
}

export interface Workers extends Remote<EngineApi> {
  transfer<Result>(job: (api: Remote<TransferApi>) => Promise<Result>): Promise<Result>;
  keep(changed: Partial<EngineInit>): void;
  /** Closing does nothing if the store never opened. */
  leave(how: 'close' | 'destroy'): Promise<void>;
  end(): void;
}

export function startWorkers(options: WorkersOptions): Workers {
  let { init } = options;
  const embedding = createEmbeddingWorker(options);
  const engine: EngineWorker = new EngineWorker({
    init: () => init,
    onEvent(event) {
      if (event.name === 'embedder-start') embedding.start(init.profile, engine.connected().caller);
      else if (event.name === 'embedder-stop') embedding.end();
      else options.onEvent(event);
    },
    onLost(error) {
      embedding.end();
      transfer.end(error);
    },
  });
  const transfer = createTransferWorker(options.assetBase, (port) => {
    engine
      .connected()
      .caller.call('attachTransfer', [port], { transfer: [port] })
      .catch(() => {});
  });
  const stopCheckingTabs = checkTabs(engine);

  return {
    async call(method, args, callOptions) {
      const { caller, opened } = engine.connected();
      await opened;
      return caller.call(method, args, callOptions);
    },
    async transfer(job) {
      await engine.connected().opened;
      return transfer.use(job);
    },
    keep(changed) {
      init = { ...init, ...changed };
    },
    async leave(how) {
      if (how === 'close') {
        const isOpen = await engine.running?.opened.then(
          () => true,
          () => false,
        );
        if (!isOpen) return;
      }
      const { caller, opened } = engine.connected();
      await opened;
      await caller.call(how, []);
    },
    end() {
      stopCheckingTabs();
      engine.end();
    },
  };
}

function checkTabs(engine: EngineWorker): () => void {
  let isChecking = false;
  return whileVisible(() => {
    const { running } = engine;
    if (!running || isChecking) return;
    const { caller, opened } = running;
    isChecking = true;
    opened
      .then(() => caller.call('noticeOtherTabs', []))
      .catch(() => {})
      .finally(() => {
        isChecking = false;
      });
  }, CHECK_TABS_MS);
}
