import { Lru } from '../../core/lru.ts';
import type { Correction } from '../../core/query/corrected-text.ts';
import type { EmbedderApi, QueryEmbedding, SearchEmbedder } from '../../protocol/embedder-api.ts';
import type { Remote } from '../../protocol/rpc.ts';
import type { EmbedderLink } from './embedder-link.ts';

/** Milliseconds that a search waits for a model that may still be downloading. Then only keywords answer. */
const MODEL_WAIT_MS = 10_000;
/** A cached model starts within 1–3 s, or 15 s on a very slow machine, even after its worker died. */
const KNOWN_MODEL_WAIT_MS = 30_000;

/** Each entry takes 1.5 kB. The worker's own cache is lost with it, and can't answer during a run (up to 250 ms). */
const QUERY_CACHE_SIZE = 128;

/** @param vectorsLoaded `embedQuery` waits for it, because until then a query can't be compared with anything */
export function createSearchEmbedder(
  link: Readonly<EmbedderLink>,
  vectorsLoaded: Promise<boolean>,
): SearchEmbedder & { readonly hits: number } {
  const queries = new Lru<QueryEmbedding>(QUERY_CACHE_SIZE);
  let hits = 0;
  const withinWait = async <Result>(job: (embedder: Remote<EmbedderApi>) => Promise<Result>): Promise<Result> => {
    if (link.status.state === 'ready') return link.useWhileResponsive(job);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error('the model is still loading')),
        link.known ? KNOWN_MODEL_WAIT_MS : MODEL_WAIT_MS,
      );
    });
    try {
      return await Promise.race([link.useWhileResponsive(job), late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    get hits() {
      return hits;
    },
    knownQuery(text, corrections) {
      const known = queries.get(keyOf(text, corrections));
      if (known) hits++;
      return known;
    },
    async embedQuery(text, corrections, signal) {
      const [embedding, loaded] = await Promise.all([
        withinWait((embedder) => embedder.call('embedQuery', [text, corrections], { signal })),
        vectorsLoaded,
      ]);
      if (!loaded) throw new Error('the vectors couldn’t be read');
      queries.set(keyOf(text, corrections), { ...embedding, milliseconds: 0, cached: true });
      return embedding;
    },
    bestSentences: (query, passages, signal, onFirst) =>
      withinWait((embedder) => embedder.call('bestSentences', [query, passages], { signal, onProgress: onFirst })),
    rerank: (query, texts, signal) => withinWait((embedder) => embedder.call('rerank', [query, texts], { signal })),
  };
}

const keyOf = (text: string, corrections: readonly Correction[]): string =>
  [text.trim(), ...corrections.flatMap(({ from, to }) => [from, to])].join('\n');
