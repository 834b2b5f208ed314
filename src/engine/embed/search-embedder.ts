/** The embedder as a search sees it: a model that is still loading may hold a search up for a while, not for ever. */
import type { EmbedderApi, SearchEmbedder } from '../../protocol/embedder-api.ts';
import type { Remote } from '../../protocol/rpc.ts';
import type { EmbedderLink } from './embedder-link.ts';

/** Afterwards keywords answer alone: a download takes longer than anyone waits. */
const MODEL_WAIT_MS = 10_000;
/** One whose files are at hand starts in 1–3 s again, after the death of its worker too; on a starved machine in 15 s. */
const KNOWN_MODEL_WAIT_MS = 30_000;

/** `vectorsLoaded`: until then an embedded query would find nothing to compare with. */
export function createSearchEmbedder(link: EmbedderLink, vectorsLoaded: Promise<boolean>): SearchEmbedder {
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
    async embedQuery(text, signal) {
      const [embedding, loaded] = await Promise.all([
        withinWait((embedder) => embedder.call('embedQuery', [text], { signal })),
        vectorsLoaded,
      ]);
      if (!loaded) throw new Error('the vectors could not be read');
      return embedding;
    },
    bestSentences: (query, passages, signal) =>
      withinWait((embedder) => embedder.call('bestSentences', [query, passages], { signal })),
    rerank: (query, texts, signal) => withinWait((embedder) => embedder.call('rerank', [query, texts], { signal })),
  };
}
