/** Until all notes are embedded, answers may grow. So the UI doesn't yet say "nothing found", or how long it took. */
import type { Progress, Stats } from './engine-access.ts';

export type Meaning =
  /** `absent`: nothing is being embedded, so answers won't grow. */
  { state: 'absent' | 'coming' | 'whole' } | { state: 'reading'; read: number; total: number };

export function meaningOf(progress: Progress | null, stats: Stats | null): Meaning {
  if (!progress) return { state: 'absent' };
  const { model, embedding } = progress;
  // Without anything to embed, or a model that embeds it, the current answer won't change. Until the statistics arrive,
  // a store with embedded notes looks like an empty one.
  if (!stats?.memories && embedding.queued === 0) return { state: 'absent' };
  if (embedding.paused && embedding.queued > 0) return { state: 'absent' };
  if (model.unresponsive) return { state: 'absent' };
  if (model.state === 'loading') return { state: 'coming' };
  if (model.state !== 'ready') return { state: 'absent' };
  if (embedding.queued === 0) return { state: 'whole' };
  return { state: 'reading', ...notesRead(embedding.queued, stats) };
}

/** Statistics arrive a moment after the notes, so `queued` may be larger than the number of notes in `stats`. */
export function notesRead(queued: number, stats: Stats | null): { read: number; total: number } {
  const total = Math.max(stats?.memories ?? 0, queued);
  return { read: total - queued, total };
}

export function isUnfinished({ state }: Meaning): boolean {
  return state === 'coming' || state === 'reading';
}
