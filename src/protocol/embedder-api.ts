/** What the embedding worker offers the engine. `embedding/embedder.ts` satisfies it, in the browser and in Node. */
import type { ModelProfile } from '../core/options/model-profiles.ts';
import type { CallContext } from './rpc.ts';

export type { ModelProfile } from '../core/options/model-profiles.ts';

export interface Chunk {
  /** Hex hash of everything that is embedded (prefix and passage); the content address of the vector, with the fingerprint. */
  hash: string;
  /** `[start, end)` in `memory.text`. */
  start: number;
  end: number;
}

/** Caches of this origin that hold files of models, and what was found out of devices. */
export const MODEL_CACHE = 'hybrid-search-files-1';
export const DEVICE_CACHE = 'hybrid-search-device-1';

/** A memory as the chunker sees it. */
export interface ChunkSource {
  title: string;
  text: string;
  /** For messages: date and speaker that stand before the passage (V3). */
  context: string;
}

/**
 * A chunk to be embedded: by its hash alone where `chunk` has just cut it, so that a text crosses the wall once, else with
 * `source`, whose text is the passage and no more.
 */
export interface Passage {
  hash: string;
  source?: ChunkSource;
}

export function passageOf(source: ChunkSource, { hash, start, end }: Chunk): Required<Passage> {
  return { hash, source: { ...source, text: source.text.slice(start, end) } };
}

/** A cross-encoder (V10). */
export interface RerankProfile {
  id: string;
  /** Query, document and special tokens together. */
  maxTokens: number;
  /** `q8` reads `onnx/model_quantized.onnx`, `fp32` reads `onnx/model.onnx`. */
  dtype: 'q8' | 'fp32';
  files: { [path: string]: { bytes: number; sha256: string } };
}

export type EmbedderState = 'off' | 'waiting' | 'loading' | 'ready' | 'failed';

export interface EmbedderStatus {
  state: EmbedderState;
  model: string;
  /** Model, file hash, pooling, prefix, chunker: vectors of different fingerprints are never mixed. */
  fingerprint: string;
  dims: number;
  device: 'wasm' | 'webgpu' | 'native';
  threads: number;
  loadedBytes: number;
  totalBytes: number;
  /** Of the loaded ones, those of the model that came over the network; 0 where the browser had kept it. */
  fetchedBytes?: number;
  error?: string;
  /** Runs of the model since the worker started. */
  runs: number;
  /** Of them for chunks and sentences. */
  documentRuns?: number;
  queryRuns?: number;
  /** Queries answered from the cache (V5). */
  queryCacheHits?: number;
}

export interface QueryEmbedding {
  /** `[dims]`, unit length. */
  vector: Float32Array;
  /** Share of the query's words that are one whole token of the model's vocabulary, 0–1 (F4). */
  vocabularyCoverage: number;
  /** Those words, folded: no slips, though no memory may hold them. */
  knownWords: readonly string[];
  milliseconds: number;
  cached: boolean;
}

/** One a passage: `[start, end)` within it; null where it has none, or none yet. */
export type BestSentences = ({ start: number; end: number } | null)[];

export interface EmbedderApi {
  /** Loads the model if need be. Rejects with `model-unavailable` or `model-corrupt`. */
  load(context: CallContext): Promise<EmbedderStatus>;
  status(context: CallContext): Promise<EmbedderStatus>;
  /** Splits with the model's own tokenizer, and keeps the passages for `embedPassages`, as many as it has room for. */
  chunk(context: CallContext, sources: readonly ChunkSource[]): Promise<Chunk[][]>;
  /**
   * One vector a passage, `[dims]` float32 unit length; null where `source` is missing and the passage is not kept (any
   * more): it is to be sent then. Yields to queries between runs.
   */
  embedPassages(context: CallContext, passages: readonly Passage[]): Promise<(Float32Array | null)[]>;
  embedQuery(context: CallContext, text: string): Promise<QueryEmbedding>;
  /**
   * For each passage, the sentence nearest to the query. Progress, once: what is known when the first passage that needs
   * the model has its sentence and another still waits for it.
   */
  bestSentences(
    context: CallContext<BestSentences>,
    query: string,
    passages: readonly string[],
  ): Promise<BestSentences>;
  /** Tokens of each text by the model's own tokenizer, without special tokens, however long the text. */
  countTokens(context: CallContext, texts: readonly string[]): Promise<number[]>;
  /** Cross-encoder scores, 0–1, one a text (V10). */
  rerank(context: CallContext, query: string, texts: readonly string[]): Promise<number[]>;
  /** Someone types: for five seconds backlog runs stay short (V4). A query that is not in the cache does the same by itself. */
  setTyping(context: CallContext, typing: boolean): Promise<void>;
  dispose(context: CallContext): Promise<void>;
}

/** What a search asks of the model; what each answers is said at `EmbedderApi`. */
export interface SearchEmbedder {
  /** What `embedQuery` gave for this text before, where it is still kept. */
  knownQuery(text: string): QueryEmbedding | undefined;
  embedQuery(text: string, signal?: AbortSignal): Promise<QueryEmbedding>;
  bestSentences(
    query: string,
    passages: readonly string[],
    signal?: AbortSignal,
    onFirst?: (known: BestSentences) => void,
  ): Promise<BestSentences>;
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[]>;
}

export interface EmbedderEvents {
  /** Download and state, told as they change. */
  status: EmbedderStatus;
  /** Bytes of a model that the runtime is about to read, during which the worker answers nothing; 0 when it is through. */
  blocking: number;
}

/** First message to the embedding worker. */
export interface EmbedderInit {
  kind: 'init';
  modelId: string;
  /** Absolute URL, with a trailing slash, of the folder that holds `models/` and `ort/`; null: that of the worker. */
  assetBase: string | null;
  /** Explicit consent to fetch from a hub (V1). */
  remote: { host: string; revision: string } | null;
  threads: number;
  /** A model that does not ship (V1): self-hosted under `models/`, or from `remote`. Replaces the table's. */
  profile?: ModelProfile;
  /** Files lie under `models/` like a model's (V10). */
  reranker?: RerankProfile;
  /** Joins the engine worker: vectors never cross the main thread. */
  port: MessagePort;
}
