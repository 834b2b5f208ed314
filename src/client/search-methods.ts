import { checkCallOptions, checkId, checkQuery } from './check-arguments.ts';
import type { EngineCalls } from './engine-calls.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';

/** Milliseconds between two notifications. Each one pauses embedding for longer than that. */
const TYPING_EVERY_MS = 200;

export function searchMethods({ call }: EngineCalls) {
  let lastTyping = Number.NEGATIVE_INFINITY;
  return {
    async search(query, options = {}) {
      checkQuery(query);
      checkCallOptions(options);
      const { signal, onPartial, ...settings } = options;
      return call('search', [query, settings], { signal, onProgress: onPartial });
    },
    async similar(id, options = {}) {
      checkId(id);
      checkCallOptions(options, ['limit', 'filters', 'viewer']);
      return call('similar', [id, options]);
    },
    async embedded(id, options = {}) {
      checkId(id);
      checkCallOptions(options, ['viewer']);
      return call('embedded', [id, options]);
    },
    async context(query, options) {
      checkQuery(query);
      checkCallOptions(options);
      const { contextOf } = await import('./context.ts');
      return contextOf({ call }, query, options);
    },
    async evaluate(judged, options = {}) {
      checkCallOptions(options, ['settings', 'signal']);
      const { evaluate } = await import('./evaluate.ts');
      return evaluate({ call }, judged, options.settings ?? {}, options.signal);
    },
    typing() {
      const now = performance.now();
      if (now - lastTyping < TYPING_EVERY_MS) return;
      lastTyping = now;
      call('typing', []).catch(() => {});
    },
  } satisfies Partial<HybridSearchClient>;
}
