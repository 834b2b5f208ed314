import type { EngineApi } from '../../protocol/engine-api.ts';
import { countTokens } from '../embed/count-tokens.ts';
import { contextCandidates } from '../search/context-candidates.ts';
import type { Latency } from '../search/latency.ts';
import type { EngineAccess } from './engine-access.ts';

export function searchHandlers(access: EngineAccess, latency: Latency) {
  return {
    async search({ signal, progress }, query, settings) {
      const started = performance.now();
      const { searcher, semantic } = await access.reading();
      const response = await searcher.search(query, settings, { signal, onPartial: progress });
      latency.record(performance.now() - started);
      semantic.queue.prefer(response.hits.map(({ id }) => id));
      return response;
    },
    async rank({ signal }, query, settings) {
      const { hits, weak } = await (await access.reading()).searcher.rank(query, settings, signal);
      return [...hits, ...weak].map(({ id }) => id);
    },
    async contextCandidates({ signal }, query, request) {
      const { searcher, table } = await access.reading();
      return contextCandidates(searcher, table, query, request, signal);
    },
    countTokens: async ({ signal }, texts) => countTokens((await access.opened()).semantic.link, texts, signal),
  } satisfies Partial<EngineApi>;
}
