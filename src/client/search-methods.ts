import { checkCallOptions, checkId, checkQuery } from './check-arguments.ts';
import type { EngineCalls } from './engine-calls.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';

/** Milliseconds between two notifications. Each one pauses embedding for longer than that. */
const TYPING_EVERY_MS = 200;

export function searchMethods({ call }: EngineCalls) {
  let lastTyping = Number.NEGATIVE_INFINITY;
  return {
    async search(query, asked = {}) {
      checkQuery(query);
      checkCallOptions(asked);
      const { signal, onPartial, ...settings } = asked;
      return call('search', [query, settings], { signal, onProgress: onPartial });
    },
    async similar(id, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['limit', 'filters', 'viewer']);
      return call('similar', [id, asked]);
    },
    async embedded(id, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['viewer']);
      return call('embedded', [id, asked]);
    },
    async context(query, asked) {
      checkQuery(query);
      checkCallOptions(asked);
      const { contextOf } = await import('./context.ts');
      return contextOf({ call }, query, asked);
    },
    async evaluate(judged, asked = {}) {
      checkCallOptions(asked, ['settings', 'signal']);
      const { evaluate } = await import('./evaluate.ts');
      return evaluate({ call }, judged, asked.settings ?? {}, asked.signal);
    },
    typing() {
      const now = performance.now();
      if (now - lastTyping < TYPING_EVERY_MS) return;
      lastTyping = now;
      call('typing', []).catch(() => {});
    },
  } satisfies Partial<HybridSearchClient>;
}
