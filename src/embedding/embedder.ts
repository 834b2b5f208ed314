/** One model and one queue of runs, for chunks, queries, sentences and reranking. Also runs in Node. */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { Lru } from '../core/lru.ts';
import { fingerprintOf } from '../core/model-profiles.ts';
import { type PictureModelProfile, PP_OCR_V4 } from '../core/picture-models.ts';
import { contentHash } from '../core/record/content-hash.ts';
import { CHUNKER_VERSION, chunkPrefix, chunkRanges, passageText } from '../core/text/chunk.ts';
import type {
  BestSentences,
  Chunk,
  ChunkSource,
  EmbedderApi,
  EmbedderState,
  EmbedderStatus,
  ModelProfile,
  QueryEmbedding,
  RerankProfile,
} from '../protocol/embedder-api.ts';
import { createYield } from '../protocol/yield.ts';
import { abortable } from './abortable.ts';
import { LazyPictureReader } from './lazy-picture-reader.ts';
import type { Platform } from './platform.ts';
import { pool } from './pooling.ts';
import { noReranker, relevanceOf, scorePairs } from './rerank.ts';
import { RunQueue } from './run-queue.ts';
import { type SentenceRange, splitSentences } from './sentences.ts';
import type { EncoderSession, PairSession } from './session.ts';
import { vocabularyCoverage } from './vocabulary-coverage.ts';

export interface EmbedderOptions {
  profile: ModelProfile;
  platform: Platform;
  reranker?: RerankProfile | undefined;
  /** Default: `PP_OCR_V4`. */
  pictureModel?: PictureModelProfile | undefined;
  onStatus?: ((status: EmbedderStatus) => void) | undefined;
  /** Called with the bytes of a model before the runtime reads it, which blocks the thread, and with 0 afterwards. */
  onBlocking?: ((bytes: number) => void) | undefined;
  /** Most tokens of a chunk, 32–512, default 256. */
  chunkTokens?: number | undefined;
  /** Share of a chunk that the next one repeats, 0–0.5, default 0.15. */
  chunkOverlap?: number | undefined;
}

/** Number of cached query vectors, 1.5 kB each. */
const QUERY_CACHE = 512;
/** Kept between chunking and embedding, about 1 kB each. A round of the queue has fewer, unless notes are huge. */
const PASSAGES_KEPT = 8_192;
/** Number of cached sentence vectors for the visible page. */
const SENTENCE_CACHE = 1_024;
/** Most sentences of one passage that are embedded. The rest of a longer passage can't be marked. */
const MAX_SENTENCES = 24;

export function createEmbedder(options: EmbedderOptions): EmbedderApi {
  const { profile, platform, onStatus, onBlocking = () => {}, chunkTokens = 256, chunkOverlap = 0.15 } = options;
  const queue = new RunQueue();
  const pictures = new LazyPictureReader({ profile: options.pictureModel ?? PP_OCR_V4, platform, queue, onBlocking });
  const queries = new Lru<Pick<QueryEmbedding, 'vector' | 'vocabularyCoverage' | 'knownWords'>>(QUERY_CACHE);
  const passages = new Lru<string>(PASSAGES_KEPT);
  const sentenceVectors = new Lru<Float32Array>(SENTENCE_CACHE);
  const modelBytes = bytesOf(profile);
  const totalBytes = (): number => modelBytes + platform.runtimeBytes;
  const counts = { document: 0, query: 0, queryCacheHits: 0 };
  let state: EmbedderState = 'off';
  let loadedBytes = 0;
  let fetchedBytes = 0;
  let failure: string | undefined;
  let loading: Promise<EncoderSession> | null = null;
  let rerankLoading: Promise<PairSession> | null = null;

  const currentStatus = (): EmbedderStatus => ({
    state,
    model: profile.id,
    fingerprint: fingerprintOf(profile, CHUNKER_VERSION),
    dims: profile.dims,
    device: platform.device,
    threads: platform.threads,
    loadedBytes,
    fetchedBytes,
    totalBytes: totalBytes(),
    ...(failure === undefined ? {} : { error: failure }),
    runs: counts.document + counts.query,
    documentRuns: counts.document,
    queryRuns: counts.query,
    queryCacheHits: counts.queryCacheHits,
  });

  const become = (next: EmbedderState): void => {
    state = next;
    onStatus?.(currentStatus());
  };

  const open = async (): Promise<EncoderSession> => {
    failure = undefined;
    become('loading');
    try {
      const onBytes = (bytes: number, fetched: number): void => {
        loadedBytes = bytes;
        fetchedBytes = fetched;
        onStatus?.(currentStatus());
      };
      const session = await platform
        .openEncoder(profile, onBytes, () => onBlocking(modelBytes))
        .finally(() => onBlocking(0));
      loadedBytes = totalBytes();
      become('ready');
      return session;
    } catch (cause) {
      const error = isHybridSearchError(cause)
        ? cause
        : new HybridSearchError('model-unavailable', profile.id, { cause });
      failure = error.message;
      loading = null;
      become('failed');
      throw error;
    }
  };

  const session = (signal?: AbortSignal): Promise<EncoderSession> => {
    loading ??= open();
    return abortable(loading, signal);
  };

  const run = async (loaded: EncoderSession, kind: 'document' | 'query', ids: number[]): Promise<Float32Array> => {
    counts[kind]++;
    return pool(await loaded.run(ids), profile.pooling);
  };
  const idsOf = (loaded: EncoderSession, text: string): number[] => loaded.tokens.encode(text, profile.maxTokens);

  const embed = (loaded: EncoderSession, lane: 'query' | 'visible', text: string, signal?: AbortSignal) =>
    queue.run(lane, 0, () => run(loaded, lane === 'query' ? 'query' : 'document', idsOf(loaded, text)), signal);

  /** Tokenizes the text before its turn, because the number of tokens determines how long a run takes. */
  const embedChunk = (loaded: EncoderSession, text: string, signal?: AbortSignal): Promise<Float32Array> => {
    const ids = idsOf(loaded, text);
    return queue.run('backlog', ids.length, () => run(loaded, 'document', ids), signal);
  };

  const documentText = (passage: string): string => profile.documentPrefix + passage;

  const embedQuery = async (text: string, signal?: AbortSignal): Promise<QueryEmbedding> => {
    const started = performance.now();
    const key = text.trim();
    const known = queries.get(key);
    if (known) {
      counts.queryCacheHits++;
      return { ...known, vector: known.vector.slice(), milliseconds: performance.now() - started, cached: true };
    }
    const loaded = await session(signal);
    const vector = await embed(loaded, 'query', profile.queryPrefix + key, signal);
    const entry = { vector, ...vocabularyCoverage(key, loaded.tokens) };
    queries.set(key, entry);
    return { ...entry, vector: vector.slice(), milliseconds: performance.now() - started, cached: false };
  };

  const chunkSource = async (source: ChunkSource, { tokens }: EncoderSession): Promise<Chunk[]> => {
    const prefix = chunkPrefix(source, tokens.count);
    const overhead = tokens.specialTokens + tokens.count(profile.documentPrefix);
    const maxTokens = Math.min(chunkTokens, profile.maxTokens);
    const chunks: Chunk[] = [];
    const yieldIfDue = createYield();
    for (const range of chunkRanges(source, { count: tokens.count, overhead, maxTokens, overlap: chunkOverlap })) {
      const text = passageText(source, range, prefix);
      const hash = contentHash(text);
      passages.set(hash, text);
      chunks.push({ ...range, hash });
      await yieldIfDue();
    }
    return chunks;
  };

  const sentenceVector = async (loaded: EncoderSession, text: string, signal?: AbortSignal): Promise<Float32Array> => {
    const known = sentenceVectors.get(text);
    if (known) return known;
    const vector = await embed(loaded, 'visible', documentText(text), signal);
    sentenceVectors.set(text, vector);
    return vector;
  };

  /** @param ranges at least two sentences of the passage */
  const nearestOf = async (
    query: Float32Array,
    passage: string,
    ranges: readonly SentenceRange[],
    loaded: EncoderSession,
    signal?: AbortSignal,
  ): Promise<SentenceRange> => {
    const vectors = await Promise.all(
      ranges.map(({ start, end }) => sentenceVector(loaded, passage.slice(start, end), signal)),
    );
    const scores = vectors.map((vector) => dot(query, vector));
    return ranges[scores.indexOf(Math.max(...scores))]!;
  };

  return {
    async load({ signal }) {
      await session(signal);
      return currentStatus();
    },
    status: async () => currentStatus(),
    async chunk(_, sources) {
      const loaded = await session();
      const chunks: Chunk[][] = [];
      for (const source of sources) chunks.push(await chunkSource(source, loaded));
      return chunks;
    },
    async embedPassages({ signal }, asked) {
      const loaded = await session(signal);
      const textOf = (source: ChunkSource): string =>
        passageText(source, { start: 0, end: source.text.length }, chunkPrefix(source, loaded.tokens.count));
      return Promise.all(
        asked.map(({ hash, source }) => {
          const text = source ? textOf(source) : passages.get(hash);
          return text === undefined ? null : embedChunk(loaded, documentText(text), signal);
        }),
      );
    },
    embedQuery: ({ signal }, text) => embedQuery(text, signal),
    async bestSentences({ signal, progress }, query, asked) {
      const loaded = await session(signal);
      // Doesn't count as a cache hit, because this query has been counted already.
      const { vector } = queries.get(query.trim()) ?? (await embedQuery(query, signal));
      const ranges = asked.map((passage) => splitSentences(passage).slice(0, MAX_SENTENCES));
      // A single sentence needs no model.
      const best: BestSentences = ranges.map(([first, second]) => (second === undefined ? (first ?? null) : null));
      const open = ranges.flatMap((sentences, at) => (sentences.length > 1 ? [at] : []));
      await Promise.all(
        open.map(async (at, turn) => {
          best[at] = await nearestOf(vector, asked[at]!, ranges[at]!, loaded, signal);
          if (turn === 0 && open.length > 1) progress([...best]);
        }),
      );
      return best;
    },
    async countTokens(_, texts) {
      const { tokens } = await session();
      const yieldIfDue = createYield();
      const counts: number[] = [];
      for (const text of texts) {
        counts.push(tokens.count(text));
        await yieldIfDue();
      }
      return counts;
    },
    async rerank({ signal }, query, texts) {
      const rerankProfile = options.reranker;
      if (!rerankProfile) throw noReranker();
      rerankLoading ??= platform
        .openReranker(rerankProfile, () => onBlocking(bytesOf(rerankProfile)))
        .catch((error: unknown) => {
          rerankLoading = null;
          throw error;
        })
        .finally(() => onBlocking(0));
      const pairs = await abortable(rerankLoading, signal);
      const logits = await scorePairs(pairs, rerankProfile, query, texts, (task) =>
        queue.run('visible', rerankProfile.maxTokens, task, signal),
      );
      return logits.map(relevanceOf);
    },
    readPicture: ({ signal }, bytes) => pictures.read(bytes, signal),
    setTyping: async (_, typing) => queue.setTyping(typing),
    async dispose() {
      queue.close(new HybridSearchError('closed'));
      queries.clear();
      sentenceVectors.clear();
      passages.clear();
      const opened = await Promise.allSettled([loading, rerankLoading]);
      await pictures.dispose();
      loading = null;
      rerankLoading = null;
      become('off');
      for (const result of opened) if (result.status === 'fulfilled') await result.value?.dispose();
    },
  };
}

function bytesOf({ files }: Pick<ModelProfile, 'files'>): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += a[d]! * b[d]!;
  return sum;
}
