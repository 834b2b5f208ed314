/** What the journal's files amount to: the live memories and how far they reach. Pure. */
import type { JournalEntry } from './record.ts';

export interface JournalContent {
  /** Position up to which the newest sound base stands for everything; 0 without a base. */
  baseSeq: number;
  baseEntries: readonly JournalEntry[];
  /** Entries of segments and tails, in any order. */
  laterEntries: readonly JournalEntry[];
}

export interface LiveSet {
  /** Live memories by id, as `put` entries. */
  entries: Map<string, JournalEntry>;
  lastSeq: number;
  /** True when positions between the base and `lastSeq` are missing: something may not be restorable. */
  gaps: boolean;
}

export function liveSet({ baseSeq, baseEntries, laterEntries }: JournalContent): LiveSet {
  const later = laterEntries.filter((entry) => entry.seq > baseSeq);
  // A base is scanned while writes go on, so it may hold records newer than its position: they sort in by theirs.
  const ordered = [...baseEntries, ...later].sort((a, b) => a.seq - b.seq);
  const entries = new Map<string, JournalEntry>();
  for (const entry of ordered) {
    if (entry.kind === 'put') entries.set(entry.id, entry);
    else if (entry.kind === 'remove') entries.delete(entry.id);
    else entries.clear();
  }
  const positions = new Set(later.map((entry) => entry.seq));
  const lastSeq = later.reduce((last, entry) => Math.max(last, entry.seq), baseSeq);
  return { entries, lastSeq, gaps: positions.size < lastSeq - baseSeq };
}
