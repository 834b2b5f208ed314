/** What the embedding worker offers the engine. `embedding/embedder.ts` implements it, for browsers and Node. */

import type { ModelProfile } from '../core/model-profiles.ts';
import type { PictureModelProfile } from '../core/picture-models.ts';
import type { ChunkSource } from '../core/record/chunk-source.ts';
import type { CallContext } from './rpc.ts';

export type { ModelProfile } from '../core/model-profiles.ts';

export interface Chunk {
  /** Hex hash of everything that's embedded (prefix and passage). With the fingerprint, it's the key of the vector. */
  hash: string;
  /** `[start, end)` in `memory.text`. */
  start: number;
  end: number;
}

/** Name of the cache in which this origin keeps model files and device trials. */
export const MODEL_CACHE = 'hybrid-search-files-1';
export const DEVICE_CACHE = 'hybrid-search-device-1';

export type { ChunkSource };

/**
 * A chunk to embed. Right after `chunk`, its hash is enough, so that a text crosses threads only once. Otherwise
 * `source` has the passage as its text.
 */
export interface Passage {
  hash: string;
  source?: ChunkSource;
}

export function passageOf(source: ChunkSource, { hash, start, end }: Chunk): Required<Passage> {
  return { hash, source: { ...source, text: source.text.slice(start, end) } };
}

/** A page's own cross-encoder, with its files. */
export interface RerankProfile {
  id: string;
  /** Limit for query, document and special tokens together. */
  maxTokens: number;
  /** `q8` reads `onnx/model_quantized.onnx`, `fp32` reads `onnx/model.onnx`. */
  dtype: 'q8' | 'fp32';
  files: { [path: string]: { bytes: number; sha256: string } };
}

export type EmbedderState = 'off' | 'waiting' | 'loading' | 'ready' | 'failed';

export interface EmbedderStatus {
  state: EmbedderState;
  model: string;
  /** Identifies model, file hash, pooling, prefix and chunker. Vectors with different fingerprints are never mixed. */
  fingerprint: string;
  dims: number;
  device: 'wasm' | 'webgpu' | 'native';
  threads: number;
  loadedBytes: number;
  totalBytes: number;
  /** Bytes of the model that came over the network. 0 if the browser had it cached. */
  fetchedBytes?: number;
  error?: string;
  /** Number of runs of the model since the worker started. */
  runs: number;
  /** How many of these runs were for chunks and sentences. */
  documentRuns?: number;
  queryRuns?: number;
  /** Number of queries answered from the cache. */
  queryCacheHits?: number;
}

export interface QueryEmbedding {
  /** `[dims]`, unit length. */
  vector: Float32Array;
  /** Share of the query's words that are a single token of the model's vocabulary, 0–1. */
  vocabularyCoverage: number;
  /** These words, folded. They aren’t typos, even if no memory contains them. */
  knownWords: readonly string[];
  milliseconds: number;
  cached: boolean;
}

/** Per passage, `[start, end)` of the sentence within it. Null if it has none, or none yet. */
export type BestSentences = ({ start: number; end: number } | null)[];

export interface PictureText {
  /** Lines in reading order, separated by line breaks. Empty if there are no words. */
  text: string;
  /** Mean probability of the characters, 0–1. */
  confidence: number;
}

export interface EmbedderApi {
  /** Loads the model if necessary. Rejects with `model-unavailable` or `model-corrupt`. */
  load(context: CallContext): Promise<EmbedderStatus>;
  status(context: CallContext): Promise<EmbedderStatus>;
  /**
   * Splits memories with the model's own tokenizer, and keeps as many passages for `embedPassages` as fit its cache.
   */
  chunk(context: CallContext, sources: readonly ChunkSource[]): Promise<Chunk[][]>;
  /**
   * Returns one vector per passage, `[dims]` float32 of unit length. Null if `source` is missing and the passage is no
   * longer cached; send it then. Yields to queries between runs.
   */
  embedPassages(context: CallContext, passages: readonly Passage[]): Promise<(Float32Array | null)[]>;
  embedQuery(context: CallContext, text: string): Promise<QueryEmbedding>;
  /**
   * Finds the sentence nearest to the query in each passage. Reports progress once: when the first passage that needs
   * the model has its sentence and another is still waiting.
   */
  bestSentences(
    context: CallContext<BestSentences>,
    query: string,
    passages: readonly string[],
  ): Promise<BestSentences>;
  /**
   * Returns the number of tokens of each text by the model's own tokenizer, without special tokens, whatever its
   * length.
   */
  countTokens(context: CallContext, texts: readonly string[]): Promise<number[]>;
  /** Returns cross-encoder scores, 0–1, one per text. */
  rerank(context: CallContext, query: string, texts: readonly string[]): Promise<number[]>;
  /**
   * Reads the words in a picture, given as the bytes of its file. Rejects with `invalid-import` if they're no picture,
   * `model-unavailable` or `model-corrupt`. Yields to queries between runs.
   */
  readPicture(context: CallContext, bytes: Uint8Array<ArrayBuffer>): Promise<PictureText>;
  /**
   * Call it while someone types. For five seconds, runs of the backlog stay short. A query that isn't cached has the
   * same effect.
   */
  setTyping(context: CallContext, typing: boolean): Promise<void>;
  dispose(context: CallContext): Promise<void>;
}

/** What a search needs from the model. `EmbedderApi` documents the answers. */
export interface SearchEmbedder {
  /** Returns what `embedQuery` returned for this text, if it's still cached. */
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
  /** State and download progress, sent whenever they change. */
  status: EmbedderStatus;
  /**
   * Sent before the runtime reads a model, with the number of bytes, because the worker can't answer while it does. 0
   * once the model is read.
   */
  blocking: number;
}

/** First message to the embedding worker. */
export interface EmbedderInit {
  kind: 'init';
  modelId: string;
  /** Absolute URL, with a trailing slash, of the folder with `models/` and `ort/`. Null: the worker's own folder. */
  assetBase: string | null;
  /** Explicit consent to fetch models from a hub. */
  remote: { host: string; revision: string } | null;
  threads: number;
  /** A model that doesn't ship, self-hosted under `models/` or from `remote`. Used instead of the table's profile. */
  profile?: ModelProfile;
  /** Its files are under `models/`, like a model's. */
  reranker?: RerankProfile;
  /** Reads words in pictures. Default: the one that ships. */
  pictureModel?: PictureModelProfile;
  /** Connects to the engine worker, so vectors never cross the main thread. */
  port: MessagePort;
}
