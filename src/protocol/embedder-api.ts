import type { ModelProfile } from '../core/model-profiles.ts';
import type { PictureModelProfile } from '../core/picture-models.ts';
import type { Correction } from '../core/query/corrected-text.ts';
import type { ChunkSource } from '../core/record/chunk-source.ts';
import type { CallContext } from './rpc.ts';

export type { ModelProfile } from '../core/model-profiles.ts';

export interface Chunk {
  /** Hex hash of prefix and passage. Together with the fingerprint, it's the vector's key. */
  hash: string;
  /** `[start, end)` in `ChunkSource.text`. */
  start: number;
  end: number;
}

export const MODEL_CACHE = 'hybrid-search-files-1';
export const DEVICE_CACHE = 'hybrid-search-device-1';

export type { ChunkSource };

/** Right after `chunk`, the hash is enough, because the text is cached. Otherwise, `source.text` is the passage. */
export interface EmbeddingInput {
  hash: string;
  source?: ChunkSource;
}

export function passageOf(source: ChunkSource, { hash, start, end }: Chunk): Required<EmbeddingInput> {
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
  /** Vectors with different fingerprints are never mixed. */
  fingerprint: string;
  dims: number;
  device: 'wasm' | 'webgpu' | 'native';
  threads: number;
  loadedBytes: number;
  totalBytes: number;
  /** 0 if the browser had the model cached. */
  fetchedBytes?: number;
  error?: string;
  runs: number;
  /** Runs for chunks and sentences. */
  documentRuns?: number;
  queryRuns?: number;
  queryCacheHits?: number;
}

export interface QueryEmbedding {
  /** The embedded text: the query with its typos corrected. */
  text: string;
  /** `[dims]`, unit length. */
  vector: Float32Array;
  /** Share of the query's words that are a single token of the model's vocabulary, 0–1. */
  vocabularyCoverage: number;
  /** They're folded. They aren’t typos, even if no memory contains them. */
  knownWords: readonly string[];
  milliseconds: number;
  cached: boolean;
}

/** The best sentence of each passage, as `[start, end)` in it. Null if there's none, or none yet. */
export type BestSentences = ({ start: number; end: number } | null)[];

export interface PictureText {
  /** In reading order, separated by line breaks. */
  text: string;
  /** As in `PictureWords`. */
  boxes: number[];
  /** Mean probability of the characters, 0–1. */
  confidence: number;
}

export interface EmbedderApi {
  /** Rejects with `model-unavailable` or `model-corrupt`. */
  load(context: CallContext): Promise<EmbedderStatus>;
  status(context: CallContext): Promise<EmbedderStatus>;
  /** Caches the latest passages for `embedPassages`. */
  chunk(context: CallContext, sources: readonly ChunkSource[]): Promise<Chunk[][]>;
  /**
   * Returns vectors `[dims]` of unit length, or null if `source` is missing and the passage isn't cached. Queries run
   * first.
   */
  embedPassages(context: CallContext, passages: readonly EmbeddingInput[]): Promise<(Float32Array | null)[]>;
  /** @param corrections of words that are embedded as typed if the model's vocabulary has them whole */
  embedQuery(context: CallContext, text: string, corrections?: readonly Correction[]): Promise<QueryEmbedding>;
  /** Reports progress at most once: when the model has found the first sentence and other passages still wait. */
  bestSentences(
    context: CallContext<BestSentences>,
    query: string,
    passages: readonly string[],
  ): Promise<BestSentences>;
  /** Counts with the model's own tokenizer, without special tokens. Texts may have any length. */
  countTokens(context: CallContext, texts: readonly string[]): Promise<number[]>;
  /** Returns one score per text, 0–1. */
  rerank(context: CallContext, query: string, texts: readonly string[]): Promise<number[]>;
  /** Rejects with `model-unavailable`, `model-corrupt`, or `invalid-import` (not a picture). */
  readPicture(context: CallContext, bytes: Uint8Array<ArrayBuffer>): Promise<PictureText>;
  /**
   * For the next five seconds, `true` holds back long model runs for memories that wait to be embedded. So does a query
   * that isn't cached.
   */
  setTyping(context: CallContext, typing: boolean): Promise<void>;
  dispose(context: CallContext): Promise<void>;
}

export interface SearchEmbedder {
  knownQuery(text: string, corrections: readonly Correction[]): QueryEmbedding | undefined;
  embedQuery(text: string, corrections: readonly Correction[], signal?: AbortSignal): Promise<QueryEmbedding>;
  bestSentences(
    query: string,
    passages: readonly string[],
    signal?: AbortSignal,
    onFirst?: (known: BestSentences) => void,
  ): Promise<BestSentences>;
  rerank(query: string, texts: readonly string[], signal?: AbortSignal): Promise<number[]>;
}

export interface EmbedderEvents {
  status: EmbedderStatus;
  /** Bytes that the runtime is about to read. Until the worker has read them and sends 0, it can't answer pings. */
  blocking: number;
}

export interface EmbedderInit {
  kind: 'init';
  modelId: string;
  /** Absolute, with a trailing slash. Contains `models/` and `ort/`. Null: the worker's own folder. */
  assetBase: string | null;
  /** The hub from which models may be fetched. Null if the page hasn't consented to that. */
  remote: { host: string; revision: string } | null;
  threads: number;
  /** The files are under `models/` or come from `remote`. */
  profile?: ModelProfile;
  /** The files are under `models/`. */
  reranker?: RerankProfile;
  pictureModel?: PictureModelProfile;
  /** Vectors go straight to the engine worker, never through the main thread. */
  port: MessagePort;
}
