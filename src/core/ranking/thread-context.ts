/** A message is understood from its neighbours, so it gets some of their evidence. */
import { NEW_ARRAYS } from '../row-arrays.ts';

export interface ThreadedRow {
  thread?: string;
  session?: string;
  createdAt: number;
  seq: number;
  id: string;
}

/** Unique within the store: it includes the session, because two sessions may use the same thread. */
export function threadOf({ thread, session }: ThreadedRow): string | undefined {
  return thread === undefined || session === undefined ? undefined : JSON.stringify([thread, session]);
}

export function threadOrder(a: ThreadedRow, b: ThreadedRow): number {
  return a.createdAt - b.createdAt || a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/**
 * `e'(i) = e(i) + γ·max(e(i−1), e(i+1))`. With the sum of both neighbours, conversations were ranked less well
 * (docs/measurements/0006-ranking.md).
 * @param gamma 0–1; 0 returns `evidence` itself
 * @param visible 1 = the viewer may see the row; null if all are visible
 */
export function smoothEvidence(
  evidence: Float32Array,
  threads: readonly Int32Array[],
  gamma: number,
  visible: Uint8Array | null,
  arrays = NEW_ARRAYS,
): Float32Array {
  if (gamma === 0 || threads.length === 0) return evidence;
  const smoothed = arrays.float32(evidence.length);
  smoothed.set(evidence);
  for (const members of threads) {
    const seen = visible === null ? members : members.filter((row) => visible[row] === 1);
    for (let at = 0; at < seen.length; at++) {
      const before = at > 0 ? evidence[seen[at - 1]!]! : 0;
      const after = at + 1 < seen.length ? evidence[seen[at + 1]!]! : 0;
      smoothed[seen[at]!]! += gamma * Math.max(before, after);
    }
  }
  return smoothed;
}
