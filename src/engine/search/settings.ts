/** The settings that a search runs with are resolved in core; here is what the engine derives from them. */
import type { ResolvedSettings } from '../../core/options/resolve-options.ts';

export type { ResolvedSettings } from '../../core/options/resolve-options.ts';

/** A candidate list is this much longer than asked, so that chunks of one memory and duplicates leave enough ([D]). */
const OVER_FETCH = 5;
const MOST_CANDIDATES = 1000;

/** Length of an arm's own candidate list; the same on every page. */
export function candidateDepth(settings: Pick<ResolvedSettings, 'candidates'>): number {
  return Math.min(MOST_CANDIDATES, settings.candidates * OVER_FETCH);
}
