/** What the embedding worker offers the engine. `embedding/embedder.ts` satisfies it, in the browser and in Node. */
import type { ModelProfile } from '../core/model-profiles.ts';
import type { PictureModelProfile } from '../core/picture-models.ts';
import type { CallContext } from './rpc.ts';

export type { ModelProfile } from '../core/model-profiles.ts';

export interface Chunk {
  /**
   * Hex hash of everything that's embedded (prefix and passage). With the fingerprint, it's the content address of the
   * vector.
   */
  hash: string;
  /** `[start, end)` in `memory.text`. */
  start: number;
  end: number;
}

/** This origin's cache of model files and device measurements. */
export const MODEL_CACHE = 'hybrid-search-files-1';
export const DEVICE_CACHE = 'hybrid-search-device-1';

/** A memory as the chunker sees it. */
export interface ChunkSource {
  title: string;
  text: string;
  /** For messages: the date and speaker before the passage. */
  context: string;
}

/**
 * A chunk to embed. Right after `chunk` its hash is enough, so a text crosses threads only once. Otherwise `source`
 * has the passage as its text.
 */
export interface Passage {
  hash: string;
  source?: ChunkSource;
}

export function passageOf(source: ChunkSource, { hash, start, end }: Chunk): Required<Passage> {
  return { hash, source: { ...source, text: source.text.slice(start, end) } };
}

/** A cross-encoder. */
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
  /** Loaded bytes of the model that came over the network. 0 if the browser had them cached. */
  fetchedBytes?: number;
  error?: string;
  /** Runs of the model since the worker started. */
  runs: number;
  /** The runs among them for chunks and sentences. */
  documentRuns?: number;
  queryRuns?: number;
  /** Queries answered from the cache. */
  queryCacheHits?: number;
}

export interface QueryEmbedding {
  /** `[dims]`, unit length. */
  vector: Float32Array;
  /** Share of the query's words that are one whole token of the model's vocabulary, 0–1. */
  vocabularyCoverage: number;
  /** Those words, folded. They aren’t typos, even if no memory contains them. */
  knownWords: readonly string[];
  milliseconds: number;
  cached: boolean;
}

/** For each passage, `[start, end)` within it. Null if it has no sentence, or none yet. */
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
  /** Splits with the model's own tokenizer, and keeps as many passages for `embedPassages` as it has room for. */
  chunk(context: CallContext, sources: readonly ChunkSource[]): Promise<Chunk[][]>;
  /**
   * Returns one vector a passage, `[dims]` float32 of unit length. Null if `source` is missing and the passage is no
   * longer kept; send it then. Yields to queries between runs.
   */
  embedPassages(context: CallContext, passages: readonly Passage[]): Promise<(Float32Array | null)[]>;
  embedQuery(context: CallContext, text: string): Promise<QueryEmbedding>;
  /**
   * For each passage, finds the sentence nearest to the query. Reports progress once: when the first passage that
   * needs the model has its sentence, and another is still waiting.
   */
  bestSentences(
    context: CallContext<BestSentences>,
    query: string,
    passages: readonly string[],
  ): Promise<BestSentences>;
  /** Returns the tokens of each text by the model's own tokenizer, without special tokens, whatever its length. */
  countTokens(context: CallContext, texts: readonly string[]): Promise<number[]>;
  /** Cross-encoder scores, 0–1, one for each text. */
  rerank(context: CallContext, query: string, texts: readonly string[]): Promise<number[]>;
  /**
   * Reads the words in a picture, given as the bytes of its file. Rejects with `invalid-import` if they're no picture,
   * `model-unavailable` or `model-corrupt`. Yields to queries between runs.
   */
  readPicture(context: CallContext, bytes: Uint8Array<ArrayBuffer>): Promise<PictureText>;
  /** Someone is typing: for five seconds, runs of the backlog stay short. A query that isn't cached does the same. */
  setTyping(context: CallContext, typing: boolean): Promise<void>;
  dispose(context: CallContext): Promise<void>;
}

/** What a search asks of the model. `EmbedderApi` documents the answers. */
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
  /** Download and state, sent whenever they change. */
  status: EmbedderStatus;
  /** Bytes of a model that the runtime is about to read, during which the worker answers nothing; 0 when it is through. */
  blocking: number;
}

/** First message to the embedding worker. */
export interface EmbedderInit {
  kind: 'init';
  modelId: string;
  /** Absolute URL, with a trailing slash, of the folder with `models/` and `ort/`. Null: the worker's folder. */
  assetBase: string | null;
  /** Explicit consent to fetch from a hub. */
  remote: { host: string; revision: string } | null;
  threads: number;
  /** A model that doesn't ship: self-hosted under `models/`, or from `remote`. Replaces the table's profile. */
  profile?: ModelProfile;
  /** Its files are under `models/`, like a model's. */
  reranker?: RerankProfile;
  /** Reads words in pictures. Default: the one that ships. */
  pictureModel?: PictureModelProfile;
  /** Connects to the engine worker, so vectors never cross the main thread. */
  port: MessagePort;
}
