import type { SearchResponse } from '../../core/results/response.ts';

/**
 * Below this a question probably has no answer here. On ordinary notes, in stores of 12 to 5,000, 79 % of the questions
 * below it had none, and 1 % of those with an answer were below it (docs/measurements/0009-labels.md).
 */
const ANSWERABLE = 0.025;

/** A strong match speaks for itself. A question in a language that the model doesn't read says nothing about the notes. */
export function isDoubtful({ answerable, hits, understood }: SearchResponse): boolean {
  if (understood.unreadLanguage !== null) return false;
  return hits.length > 0 && answerable < ANSWERABLE && hits.every(({ label }) => label !== 'strong');
}
