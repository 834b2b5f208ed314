/** `Σ_arm w_arm · e_arm(d) / (k + rank_arm(d))`, or the linear sum `Σ_arm w_arm · s_arm(d)`. */
import type { Arm } from '../options/options.ts';
import type { CandidateList } from './candidate-list.ts';

export type Combination = { kind: 'rrf'; k: number } | { kind: 'linear' };

/** What an arm found, with the weight that it has. */
export interface ArmRanking {
  readonly arm: Arm;
  /** Evidence (rrf) or scaled score (linear). 0 for a row that the arm didn't find. */
  evidenceOf(row: number): number;
  /** From 1, 0 for a row that isn't ranked. */
  rankOf(row: number): number;
  weightOf(row: number): number;
  /** @param fused `[size]` each row's share is added */
  addTo(fused: Float64Array, combination: Combination): void;
}

export function contribution(ranking: ArmRanking, row: number, combination: Combination): number {
  const evidence = ranking.evidenceOf(row);
  if (evidence === 0) return 0;
  const weight = ranking.weightOf(row);
  if (combination.kind === 'linear') return weight * evidence;
  const rank = ranking.rankOf(row);
  return rank === 0 ? 0 : (weight * evidence) / (combination.k + rank);
}

/** @param fused written to; must contain zeros */
export function fuse(
  arms: readonly ArmRanking[],
  size: number,
  combination: Combination,
  fused = new Float64Array(size),
): Float64Array {
  for (const arm of arms) arm.addTo(fused, combination);
  return fused;
}

/**
 * Ranks an arm that has a value for every row: keyword and semantic.
 * @param evidence `[size]`
 * @param ranks `[size]`; may be filled in later
 * @param rowWeights `[size]`; null if all rows have the same weight
 */
export function rowRanking(
  arm: Arm,
  evidence: Float32Array,
  ranks: Uint32Array,
  weight: number,
  rowWeights: Float32Array | null = null,
): ArmRanking {
  return {
    arm,
    evidenceOf: (row) => evidence[row]!,
    rankOf: (row) => ranks[row]!,
    weightOf: (row) => (rowWeights === null ? weight : rowWeights[row]!),
    addTo(fused, combination) {
      if (combination.kind === 'linear') addLinear(fused, evidence, weight, rowWeights);
      else addReciprocal(fused, evidence, ranks, combination.k, weight, rowWeights);
    },
  };
}

/**
 * Ranks an arm that lists its candidates.
 * @param evidence one for each candidate
 */
export function candidateRanking(
  arm: Arm,
  candidates: CandidateList,
  evidence: Float32Array,
  weight: number,
): ArmRanking {
  const { rows, ranks } = candidates;
  return {
    arm,
    evidenceOf: (row) => evidence[candidates.indexOf(row)] ?? 0,
    rankOf: (row) => ranks[candidates.indexOf(row)] ?? 0,
    weightOf: () => weight,
    addTo(fused, combination) {
      for (let at = 0, { length } = rows; at < length; at++) {
        if (ranks[at] === 0) continue;
        const share = weight * evidence[at]!;
        fused[rows[at]!]! += combination.kind === 'linear' ? share : share / (combination.k + ranks[at]!);
      }
    },
  };
}

function addLinear(fused: Float64Array, evidence: Float32Array, weight: number, rowWeights: Float32Array | null): void {
  for (let row = 0, { length } = fused; row < length; row++) {
    const value = evidence[row]!;
    if (value !== 0) fused[row]! += (rowWeights === null ? weight : rowWeights[row]!) * value;
  }
}

function addReciprocal(
  fused: Float64Array,
  evidence: Float32Array,
  ranks: Uint32Array,
  k: number,
  weight: number,
  rowWeights: Float32Array | null,
): void {
  for (let row = 0, { length } = fused; row < length; row++) {
    const rank = ranks[row]!;
    if (rank === 0) continue;
    fused[row]! += ((rowWeights === null ? weight : rowWeights[row]!) * evidence[row]!) / (k + rank);
  }
}
