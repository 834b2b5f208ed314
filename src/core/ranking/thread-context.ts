/**
 * Thread context (C4): a message is understood from its neighbours, so it borrows some of their evidence.
 * `threadsOf` orders the messages of each (thread, session); `smoothEvidence` lends before ranks are taken.
 */
export interface ThreadedRow {
  thread?: string;
  session?: string;
  createdAt: number;
  seq: number;
  id: string;
}

/** Ordinals of each thread of two messages or more, by createdAt, seq, id. Rows without a thread or session are in none. */
export function threadsOf(size: number, row: (ordinal: number) => ThreadedRow | undefined): Int32Array[] {
  const threads = new Map<string, number[]>();
  const rows: (ThreadedRow | undefined)[] = new Array(size);
  for (let ordinal = 0; ordinal < size; ordinal++) {
    const candidate = row(ordinal);
    rows[ordinal] = candidate;
    if (candidate?.thread === undefined || candidate.session === undefined) continue;
    const key = JSON.stringify([candidate.thread, candidate.session]);
    const members = threads.get(key);
    if (members) members.push(ordinal);
    else threads.set(key, [ordinal]);
  }
  return [...threads.values()]
    .filter(({ length }) => length > 1)
    .map((members) => Int32Array.from(members.sort((a, b) => inOrder(rows[a]!, rows[b]!))));
}

function inOrder(a: ThreadedRow, b: ThreadedRow): number {
  return a.createdAt - b.createdAt || a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/**
 * `e'(i) = e(i) + γ·max(e(i−1), e(i+1))`. The stronger neighbour lends, not both: the sum lets two middling neighbours
 * lift a row above the one that answers, and lost on some conversations (docs/decisions/0006-ranking.md).
 * Messages that the viewer may not see are not there: those before and after one are neighbours.
 * @param gamma 0–1; 0 returns `evidence` itself
 * @param visible 1 = the viewer may see the row; null = all
 */
export function smoothEvidence(
  evidence: Float32Array,
  threads: readonly Int32Array[],
  gamma: number,
  visible: Uint8Array | null,
): Float32Array {
  if (gamma === 0 || threads.length === 0) return evidence;
  const smoothed = evidence.slice();
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
