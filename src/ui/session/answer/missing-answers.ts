import type { SearchResponse } from '../../../core/results/response.ts';
import type { Stats } from '../../shared/engine-access.ts';

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

/** Up to this share of all notes, those in languages that the model doesn't read aren't mentioned. */
const FEW = 1 / 20;

export interface UnreadNotes {
  notes: number;
  most: boolean;
  /** ISO 639-1 codes. The language with the most notes comes first. */
  languages: string[];
}

export function unreadNotes(stats: Stats | null): UnreadNotes | null {
  if (stats === null) return null;
  const unread = Object.entries(stats.unread);
  const notes = unread.reduce((sum, [, count]) => sum + count, 0);
  if (notes <= stats.memories * FEW) return null;
  return {
    notes,
    most: notes > stats.memories / 2,
    languages: unread.sort(([, a], [, b]) => b - a).map(([language]) => language),
  };
}

/** None if a strong match answers, or if the model wasn't used. */
export function unreadLanguages(response: SearchResponse, unread: UnreadNotes | null): string[] {
  const { hits, modesUsed, understood } = response;
  if (!modesUsed.includes('semantic') || hits.some(({ label }) => label === 'strong')) return [];
  if (understood.unreadLanguage !== null) return [understood.unreadLanguage];
  return unread && (unread.most || hits.length === 0 || isDoubtful(response)) ? unread.languages : [];
}
