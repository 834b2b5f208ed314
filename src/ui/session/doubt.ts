/** Whether an answer is told as one that probably answers nothing (F7). Pure. */
import type { SearchResponse } from '../../core/results/response.ts';

/**
 * Below this the question has probably no answer here. In a trial of 23 questions on the demo's notes those without an
 * answer lay at 0.02 to 0.27 (one at 0.68), those with one at 0.34 and above.
 */
const ANSWERABLE = 0.3;

/** A strong match speaks for itself, whatever the question looks like. */
export function isDoubtful({ answerable, hits }: SearchResponse): boolean {
  return hits.length > 0 && answerable < ANSWERABLE && hits.every(({ label }) => label !== 'strong');
}
