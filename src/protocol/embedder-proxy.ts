/** Both ends of `EmbedderApi` over a port: `connectEmbedder` in the engine, `serveEmbedder` in the embedding worker. */
import type { Caller } from './call.ts';
import type { EmbedderApi, ModelProfile, RerankProfile } from './embedder-api.ts';
import type { Endpoint } from './endpoint.ts';
import { type CallContext, type Handlers, type Server, serve } from './serve.ts';

export function connectEmbedder(caller: Caller): EmbedderApi {
  return {
    load: (signal) => caller.call('load', [], { signal }),
    status: () => caller.call('status', []),
    chunk: (sources) => caller.call('chunk', [sources]),
    embedChunks: (items, signal) => caller.call('embedChunks', [items], { signal }),
    embedQuery: (text, signal) => caller.call('embedQuery', [text], { signal }),
    bestSentences: (query, passages, signal) => caller.call('bestSentences', [query, passages], { signal }),
    rerank: (query, texts, signal) => caller.call('rerank', [query, texts], { signal }),
    setTyping: (typing) => caller.call('setTyping', [typing]),
    dispose: () => caller.call('dispose', []),
  };
}

export function serveEmbedder(api: EmbedderApi, endpoint: Endpoint): Server {
  const handlers: Handlers = {
    load: (context: CallContext) => api.load(context.signal),
    status: () => api.status(),
    chunk: (sources: Parameters<EmbedderApi['chunk']>[0]) => api.chunk(sources),
    embedChunks: (items: Parameters<EmbedderApi['embedChunks']>[0], context: CallContext) =>
      api.embedChunks(items, context.signal),
    embedQuery: (text: string, context: CallContext) => api.embedQuery(text, context.signal),
    bestSentences: (query: string, passages: string[], context: CallContext) =>
      api.bestSentences(query, passages, context.signal),
    rerank: (query: string, texts: string[], context: CallContext) => api.rerank(query, texts, context.signal),
    setTyping: (typing: boolean) => api.setTyping(typing),
    dispose: () => api.dispose(),
  };
  return serve(handlers, endpoint);
}

/** Event by which the embedding worker reports download and state: value is an `EmbedderStatus`. */
export const EMBEDDER_STATUS_EVENT = 'status';

/** First message to the embedding worker. */
export interface EmbedderInit {
  kind: 'init';
  modelId: string;
  /** Absolute URL of the folder that holds the models, with a trailing slash. */
  modelBase: string;
  /** Absolute URL of the folder that holds the ONNX Runtime files, with a trailing slash. */
  runtimeBase: string;
  /** Explicit consent to fetch from a hub (V1). */
  remote: { host: string; revision: string } | null;
  threads: number;
  /** A model that does not ship (V1): self-hosted under `modelBase`, or from `remote`. Replaces the table's. */
  profile?: ModelProfile;
  /** Files lie under `modelBase` like a model's (V10). */
  reranker?: RerankProfile;
  /** Joins the engine worker: vectors never cross the main thread. */
  port: MessagePort;
}
