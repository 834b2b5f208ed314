/** Runs the model while the engine needs it. The worker sends its vectors straight to the engine, over a port. */
import type { PictureModelProfile } from '../core/picture-models.ts';
import type { EmbedderInit, ModelProfile, RerankProfile } from '../protocol/embedder-api.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import { encodeError } from '../protocol/error-codec.ts';
import type { Remote } from '../protocol/rpc.ts';
import { startEmbeddingWorker } from './workers.ts';

export interface EmbeddingOptions {
  /** Absolute URL with a trailing slash. Null: the workers' own folder. */
  assetBase: string | null;
  remote: EmbedderInit['remote'];
  reranker: RerankProfile | null;
  pictureModel: PictureModelProfile | null;
}

export interface EmbeddingWorker {
  /** If the new worker is lost, tells the engine. */
  start(profile: ModelProfile, engine: Remote<EngineApi>): void;
  end(): void;
}

export function createEmbeddingWorker(options: EmbeddingOptions): EmbeddingWorker {
  let running: Worker | null = null;

  const end = (): void => {
    running?.terminate();
    running = null;
  };

  return {
    start(profile, engine) {
      end();
      const tellLost = (reason: string, error?: Error): void => {
        engine.call('embedderLost', error ? [reason, encodeError(error)] : [reason]).catch(() => {});
      };
      let worker: Worker;
      try {
        worker = startEmbeddingWorker((reason, notLoaded) => {
          if (running !== worker) return;
          end();
          tellLost(reason, notLoaded);
        });
      } catch (cause) {
        const error = cause as Error;
        tellLost(error.message, error);
        return;
      }
      running = worker;
      const { port1, port2 } = new MessageChannel();
      worker.postMessage(initOf(profile, options, port2), [port2]);
      engine.call('attachEmbedder', [port1], { transfer: [port1] }).catch(() => {});
    },
    end,
  };
}

function initOf(
  profile: ModelProfile,
  { assetBase, remote, reranker, pictureModel }: EmbeddingOptions,
  port: MessagePort,
): EmbedderInit {
  return {
    kind: 'init',
    modelId: profile.id,
    profile,
    ...(reranker && { reranker }),
    ...(pictureModel && { pictureModel }),
    assetBase,
    remote,
    threads: globalThis.crossOriginIsolated ? Math.min(2, navigator.hardwareConcurrency || 1) : 1,
    port,
  };
}
