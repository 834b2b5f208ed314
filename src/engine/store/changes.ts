/**
 * The change log (S2): which positions of it are kept, and reading on from a position. Entries are written in the
 * transaction of their memory and hold no content.
 */
import type { Change } from './memory-store.ts';
import type { Head, ReadTx, WriteTx } from './schema.ts';

/** A reader further behind rebuilds from a scan, which is then about as fast as the replay. */
export const KEPT_CHANGES = 20_000;
/** Trimmed only when so many more have gathered, so that a write seldom pays for it. */
const SLACK = 5_000;

/** The highest position that may be dropped now, or undefined when none is worth it. */
export function trimPoint(head: Head): number | undefined {
  return head.seq - head.floor > KEPT_CHANGES + SLACK ? head.seq - KEPT_CHANGES : undefined;
}

/** True when the log holds everything after `after`. */
export function reaches(head: Head, after: number): boolean {
  return after >= head.floor && after <= head.seq;
}

export async function readChanges(
  tx: ReadTx<['changes', 'meta']>,
  head: Head,
  after: number,
): Promise<Change[] | null> {
  if (!reaches(head, after)) return null;
  return after === head.seq ? [] : tx.objectStore('changes').getAll(IDBKeyRange.lowerBound(after, true));
}

/** Drops old entries where due; returns the head to write. */
export function trimChanges(
  tx: WriteTx<['memories', 'changes', 'meta']>,
  head: Head,
): { head: Head; work: Promise<void> } {
  const upTo = trimPoint(head);
  if (upTo === undefined) return { head, work: Promise.resolve() };
  return { head: { ...head, floor: upTo }, work: tx.objectStore('changes').delete(IDBKeyRange.upperBound(upTo)) };
}
