import type { SearchResponse } from '../../core/results/response.ts';

/**
 * Below this, a question probably has no answer here. A higher value would doubt too many questions that people's notes
 * do answer (docs/measurements/0009-labels.md).
 */
const ANSWERABLE = 0.025;

/**
 * Whether the question probably has no answer here. Never true without hits or with a strong match. Also never true if
 * the model doesn't read the question's language, because `answerable` then says nothing about the notes.
 */
export function isDoubtful({ answerable, hits, understood }: SearchResponse): boolean {
  if (understood.unreadLanguage !== null) return false;
  return hits.length > 0 && answerable < ANSWERABLE && hits.every(({ label }) => label !== 'strong');
}
