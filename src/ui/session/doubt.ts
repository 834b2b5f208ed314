import type { SearchResponse } from '../../core/results/response.ts';

/**
 * Below this, a question probably has no answer here. With a higher value, too many questions that people's notes do
 * answer would be doubted (docs/measurements/0009-labels.md).
 */
const ANSWERABLE = 0.025;

/**
 * Whether the question probably has no answer here. Never true if there's a strong match, or if the model doesn't read
 * the question's language: then `answerable` says nothing about the notes.
 */
export function isDoubtful({ answerable, hits, understood }: SearchResponse): boolean {
  if (understood.unreadLanguage !== null) return false;
  return hits.length > 0 && answerable < ANSWERABLE && hits.every(({ label }) => label !== 'strong');
}
