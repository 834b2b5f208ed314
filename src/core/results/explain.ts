import type { ArmRanking } from '../ranking/fuse.ts';

export interface ArmOverlap {
  unique: number;
  inBoth: number;
  keywordOnly: number;
  semanticOnly: number;
}

/** Undefined if the arm found nothing. */
export type ArmRanks = Pick<ArmRanking, 'rankOf'> | undefined;

/** @param depth last rank of each arm's candidate list */
export function armOverlap(rows: ArrayLike<number>, keyword: ArmRanks, semantic: ArmRanks, depth: number): ArmOverlap {
  let inBoth = 0;
  let keywordOnly = 0;
  let semanticOnly = 0;
  for (let at = 0; at < rows.length; at++) {
    const byWord = listed(keyword, rows[at]!, depth);
    const byMeaning = listed(semantic, rows[at]!, depth);
    if (byWord && byMeaning) inBoth++;
    else if (byWord) keywordOnly++;
    else if (byMeaning) semanticOnly++;
  }
  return { unique: inBoth + keywordOnly + semanticOnly, inBoth, keywordOnly, semanticOnly };
}

export function meanListed(
  rows: ArrayLike<number>,
  ranks: ArmRanks,
  depth: number,
  scoreOf: (row: number) => number,
): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    if (!listed(ranks, row, depth)) continue;
    sum += scoreOf(row);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

function listed(ranks: ArmRanks, row: number, depth: number): boolean {
  const rank = ranks?.rankOf(row) ?? 0;
  return rank > 0 && rank <= depth;
}
