/**
 * Thread context (DESIGN C4): a message is understood from its neighbours, so it borrows some of their evidence.
 * `threadNeighbours` orders the messages of each (thread, session); `smoothEvidence` lends before ranks are taken.
 */
export interface ThreadedRow {
  thread?: string;
  session?: string;
  createdAt: number;
  seq: number;
  id: string;
}

export interface Neighbours {
  /** `[size]` ordinal of the message before, −1 for none. */
  previous: Int32Array;
  /** `[size]` ordinal of the message after, −1 for none. */
  next: Int32Array;
  /** False where no row stands in a thread with another. */
  any: boolean;
}

/** Rows without a thread or a session have no neighbours. Order: createdAt, seq, id. */
export function threadNeighbours(size: number, row: (ordinal: number) => ThreadedRow | undefined): Neighbours {
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
  const previous = new Int32Array(size).fill(-1);
  const next = new Int32Array(size).fill(-1);
  let any = false;
  for (const members of threads.values()) {
    members.sort((a, b) => inOrder(rows[a]!, rows[b]!));
    for (let position = 1; position < members.length; position++) {
      previous[members[position]!] = members[position - 1]!;
      next[members[position - 1]!] = members[position]!;
      any = true;
    }
  }
  return { previous, next, any };
}

function inOrder(a: ThreadedRow, b: ThreadedRow): number {
  return a.createdAt - b.createdAt || a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/**
 * `e'(i) = e(i) + γ·max(e(i−1), e(i+1))`. The stronger neighbour lends, not both: the sum lets two middling neighbours
 * lift a row above the one that answers, and lost on some conversations (docs/decisions/0006-ranking.md).
 * Rows outside the scope have evidence 0 and so lend nothing.
 * @param gamma 0–1; 0 returns `evidence` itself
 */
export function smoothEvidence(evidence: Float32Array, neighbours: Neighbours, gamma: number): Float32Array {
  if (gamma === 0 || !neighbours.any) return evidence;
  const smoothed = new Float32Array(evidence.length);
  for (let row = 0; row < evidence.length; row++) {
    const before = neighbours.previous[row]!;
    const after = neighbours.next[row]!;
    const lent = Math.max(before < 0 ? 0 : evidence[before]!, after < 0 ? 0 : evidence[after]!);
    smoothed[row] = evidence[row]! + gamma * lent;
  }
  return smoothed;
}
