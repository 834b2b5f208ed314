/**
 * How far the notes are read for their meaning. Until all are, an answer may still grow, so nothing final is said of
 * it: no verdict, no milliseconds. Pure.
 */
import type { Progress, Stats } from './engine-access.ts';

export type Meaning =
  /** `absent`: no model, or none without the person's word. `coming`: it is being fetched. `whole`: all is read. */
  { state: 'absent' | 'coming' | 'whole' } | { state: 'reading'; read: number; total: number };

export function meaningOf(progress: Progress | null, stats: Stats | null): Meaning {
  if (!progress) return { state: 'absent' };
  const { model, embedding } = progress;
  // Nothing there to be read, or nobody reads: the answer of now stays what it is.
  if (stats?.memories === 0 && embedding.queued === 0) return { state: 'absent' };
  if (embedding.paused && embedding.queued > 0) return { state: 'absent' };
  if (model.state === 'loading') return { state: 'coming' };
  if (model.state !== 'ready') return { state: 'absent' };
  if (embedding.queued === 0) return { state: 'whole' };
  return { state: 'reading', ...notesRead(embedding.queued, stats) };
}

/** Statistics come a moment after the notes. */
export function notesRead(queued: number, stats: Stats | null): { read: number; total: number } {
  const total = Math.max(stats?.memories ?? 0, queued);
  return { read: total - queued, total };
}

/** The answer of now is not the last word. */
export function isUnfinished({ state }: Meaning): boolean {
  return state === 'coming' || state === 'reading';
}
