import type { WalEntry } from './frames.ts';

export interface LogContent {
  /** Position covered by the newest valid checkpoint, 0 if there's none. */
  checkpointSeq: number;
  checkpointEntries: readonly WalEntry[];
  laterEntries: readonly WalEntry[];
}

export interface Replayed {
  entries: Map<string, WalEntry>;
  /** Position of each removal after the checkpoint, by id, unless the memory is live again. */
  tombstones: Map<string, number>;
  /** Position of the last `clear` after the checkpoint, or 0. */
  clearedAt: number;
  lastSeq: number;
  /** Returns how many positions after both `seq` and the checkpoint are missing. Their changes may be lost. */
  gapsAfter(seq: number): number;
}

export function replay({ checkpointSeq, checkpointEntries, laterEntries }: LogContent): Replayed {
  const later = withoutOvertaken(laterEntries.filter((entry) => entry.seq > checkpointSeq));
  // A checkpoint may contain entries newer than its position, so all entries are sorted by their own positions.
  const ordered = [...checkpointEntries, ...later].sort((a, b) => a.seq - b.seq);
  const entries = new Map<string, WalEntry>();
  const tombstones = new Map<string, number>();
  let clearedAt = 0;
  for (const entry of ordered) {
    if (entry.kind === 'put') {
      entries.set(entry.id, entry);
      tombstones.delete(entry.id);
    } else if (entry.kind === 'remove') {
      entries.delete(entry.id);
      tombstones.set(entry.id, entry.seq);
    } else {
      entries.clear();
      clearedAt = entry.seq;
    }
  }
  const positions = new Set(later.map((entry) => entry.seq));
  const lastSeq = later.reduce((last, entry) => Math.max(last, entry.seq), checkpointSeq);
  const gapsAfter = (seq: number): number => {
    const from = Math.max(seq, checkpointSeq);
    let found = 0;
    for (const position of positions) if (position > from) found++;
    return Math.max(0, lastSeq - from - found);
  };
  return { entries, tombstones, clearedAt, lastSeq, gapsAfter };
}

/**
 * Drops batches that never committed. A tab that's killed while its transaction commits may leave such a batch in the
 * log. The next transaction then uses the same positions. Transactions run one after the other, so if two batches share
 * a position, the earlier one never committed.
 */
function withoutOvertaken(entries: readonly WalEntry[]): readonly WalEntry[] {
  const newest = new Map<number, number>();
  for (const { seq, stamp = 0 } of entries) newest.set(seq, Math.max(stamp, newest.get(seq) ?? 0));
  const overtaken = new Set<number>();
  for (const { seq, stamp } of entries) if (stamp !== undefined && stamp < newest.get(seq)!) overtaken.add(stamp);
  return overtaken.size === 0 ? entries : entries.filter(({ stamp }) => stamp === undefined || !overtaken.has(stamp));
}

export function lastSeqOf(entries: readonly WalEntry[]): number {
  return entries.reduce((last, { seq }) => Math.max(last, seq), 0);
}
