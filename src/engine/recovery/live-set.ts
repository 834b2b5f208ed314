/** What the journal's files amount to: the live memories, the removed ones, and how far they reach. Pure. */
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
  /** Position of the removal, by id, of what was removed after the base and is not live. */
  removed: Map<string, number>;
  /** Position of the last clearing after the base; 0 for none. */
  clearedAt: number;
  lastSeq: number;
  /** True when positions after `seq` and the base are missing: something may not be restorable. */
  gapsAfter(seq: number): boolean;
}

export function liveSet({ baseSeq, baseEntries, laterEntries }: JournalContent): LiveSet {
  const later = laterEntries.filter((entry) => entry.seq > baseSeq);
  // A base may hold records newer than its position: they sort in by theirs.
  const ordered = [...baseEntries, ...later].sort((a, b) => a.seq - b.seq);
  const entries = new Map<string, JournalEntry>();
  const removed = new Map<string, number>();
  let clearedAt = 0;
  for (const entry of ordered) {
    if (entry.kind === 'put') {
      entries.set(entry.id, entry);
      removed.delete(entry.id);
    } else if (entry.kind === 'remove') {
      entries.delete(entry.id);
      removed.set(entry.id, entry.seq);
    } else {
      entries.clear();
      clearedAt = entry.seq;
    }
  }
  const positions = new Set(later.map((entry) => entry.seq));
  const lastSeq = later.reduce((last, entry) => Math.max(last, entry.seq), baseSeq);
  const gapsAfter = (seq: number): boolean => {
    const from = Math.max(seq, baseSeq);
    let found = 0;
    for (const position of positions) if (position > from) found++;
    return found < lastSeq - from;
  };
  return { entries, removed, clearedAt, lastSeq, gapsAfter };
}
