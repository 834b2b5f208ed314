/** The embedder as a search sees it: a model that is still loading may hold a search up for a while, not for ever. */
import { Lru } from '../../core/lru.ts';
import type { EmbedderApi, QueryEmbedding, SearchEmbedder } from '../../protocol/embedder-api.ts';
import type { Remote } from '../../protocol/rpc.ts';
import type { EmbedderLink } from './embedder-link.ts';

/** Afterwards keywords answer alone: a download takes longer than anyone waits. */
const MODEL_WAIT_MS = 10_000;
/** One whose files are at hand starts in 1–3 s again, after the death of its worker too; on a starved machine in 15 s. */
const KNOWN_MODEL_WAIT_MS = 30_000;

/**
 * Queries kept here, 1.5 kB each, beside the 512 of the worker, which hears nothing while the model runs, up to a quarter
 * of a second, and ends when it was idle.
 */
const QUERIES_AT_HAND = 128;

/** `vectorsLoaded`: until then an embedded query would find nothing to compare with. */
export function createSearchEmbedder(
  link: EmbedderLink,
  vectorsLoaded: Promise<boolean>,
): SearchEmbedder & { readonly hits: number } {
  const queries = new Lru<QueryEmbedding>(QUERIES_AT_HAND);
  let hits = 0;
  const withinWait = async <Result>(job: (embedder: Remote<EmbedderApi>) => Promise<Result>): Promise<Result> => {
    if (link.status.state === 'ready') return link.use(job);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error('the model is still loading')),
        link.known ? KNOWN_MODEL_WAIT_MS : MODEL_WAIT_MS,
      );
    });
    try {
      return await Promise.race([link.use(job), late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    /** Queries that were known. */
    get hits() {
      return hits;
    },
    knownQuery(text) {
      const known = queries.get(text.trim());
      if (known) hits++;
      return known;
    },
    async embedQuery(text, signal) {
      const [embedding, loaded] = await Promise.all([
        withinWait((embedder) => embedder.call('embedQuery', [text], { signal })),
        vectorsLoaded,
      ]);
      if (!loaded) throw new Error('the vectors could not be read');
      queries.set(text.trim(), { ...embedding, milliseconds: 0, cached: true });
      return embedding;
    },
    bestSentences: (query, passages, signal, onFirst) =>
      withinWait((embedder) => embedder.call('bestSentences', [query, passages], { signal, onProgress: onFirst })),
    rerank: (query, texts, signal) => withinWait((embedder) => embedder.call('rerank', [query, texts], { signal })),
  };
}
