/** Combines the models for chunks, queries, sentences, reranking and pictures in one queue. Also runs in Node. */
import { HybridSearchError } from '../core/errors.ts';
import { type PictureModelProfile, PP_OCR_V4 } from '../core/picture-models.ts';
import type { EmbedderApi, EmbedderStatus, ModelProfile, RerankProfile } from '../protocol/embedder-api.ts';
import { createYield } from '../protocol/yield.ts';
import { SentenceFinder } from './best-sentences.ts';
import { Encoder } from './encoder.ts';
import { LazyPictureReader } from './lazy-picture-reader.ts';
import { LazyReranker } from './lazy-reranker.ts';
import { Passages } from './passages.ts';
import type { Platform } from './platform.ts';
import { QueryEmbedder } from './query-embedder.ts';
import { RunQueue } from './run-queue.ts';
import type { Tokens } from './session.ts';

export interface EmbedderOptions {
  profile: ModelProfile;
  platform: Platform;
  reranker?: RerankProfile | undefined;
  /** Default: `PP_OCR_V4`. */
  pictureModel?: PictureModelProfile | undefined;
  onStatus?: ((status: EmbedderStatus) => void) | undefined;
  /** Called with a model's bytes before the runtime reads them and blocks the thread, and with 0 afterwards. */
  onBlocking?: ((bytes: number) => void) | undefined;
  /** 32–512, default 256. */
  chunkTokens?: number | undefined;
  /** Share of a chunk that the next one repeats, 0–0.5, default 0.15. */
  chunkOverlap?: number | undefined;
}

export function createEmbedder(options: EmbedderOptions): EmbedderApi {
  const { profile, platform, onStatus, onBlocking = () => {}, chunkTokens = 256, chunkOverlap = 0.15 } = options;
  const queue = new RunQueue();
  const encoder = new Encoder({ profile, platform, queue, onStatus, onBlocking });
  const queries = new QueryEmbedder(encoder);
  const sentences = new SentenceFinder(encoder, queries);
  const passages = new Passages(encoder, { tokens: chunkTokens, overlap: chunkOverlap });
  const reranker = new LazyReranker({ profile: options.reranker, platform, queue, onBlocking });
  const pictures = new LazyPictureReader({ profile: options.pictureModel ?? PP_OCR_V4, platform, queue, onBlocking });
  return {
    async load({ signal }) {
      await encoder.session(signal);
      return encoder.status();
    },
    status: async () => encoder.status(),
    chunk: (_, sources) => passages.chunk(sources),
    embedPassages: ({ signal }, requested) => passages.embed(requested, signal),
    embedQuery: ({ signal }, text, corrections) => queries.embed(text, corrections, signal),
    bestSentences: ({ signal, progress }, query, texts) => sentences.find(query, texts, signal, progress),
    async countTokens(_, texts) {
      const { tokens } = await encoder.session();
      return countEach(tokens, texts);
    },
    rerank: ({ signal }, query, texts) => reranker.rerank(query, texts, signal),
    readPicture: ({ signal }, bytes) => pictures.read(bytes, signal),
    setTyping: async (_, typing) => queue.setTyping(typing),
    async dispose() {
      queue.close(new HybridSearchError('closed'));
      for (const cache of [queries, sentences, passages]) cache.clear();
      for (const model of [pictures, encoder, reranker]) await model.dispose();
    },
  };
}

async function countEach(tokens: Tokens, texts: readonly string[]): Promise<number[]> {
  const yieldIfDue = createYield();
  const counts: number[] = [];
  for (const text of texts) {
    counts.push(tokens.count(text));
    await yieldIfDue();
  }
  return counts;
}
