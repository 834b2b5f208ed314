/** Pages with the same key are cut from one list, so they never overlap or skip hits. */
import type { SearchSettings } from '../options/options.ts';

/** Options that don't affect the order. */
const NOT_RANKING = new Set(['limit', 'offset', 'explain', 'facets', 'includeImages']);

/** @param state everything else that affects the order: store version, model, available arms */
export function rankedKey(query: string, settings: SearchSettings, state: readonly (string | number)[]): string {
  const ranking = Object.entries(settings)
    .filter(([name, value]) => value !== undefined && !NOT_RANKING.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([query, ranking, state]);
}
