/** `Σ_arm w_arm · e_arm(d) / (k + rank_arm(d))`, or the linear sum `Σ_arm w_arm · s_arm(d)`. */
import type { Arm } from '../options/options.ts';

export interface ArmRanking {
  arm: Arm;
  weight: number;
  /** `[size]`. Null if all rows have the same weight. */
  rowWeights: Float32Array | null;
  /** `[size]` evidence (rrf) or scaled score (linear). */
  evidence: Float32Array;
  /** `[size]` from 1, 0 for rows that aren't ranked. Null for linear. */
  ranks: Uint32Array | null;
}

export type Combination = { kind: 'rrf'; k: number } | { kind: 'linear' };

export function contribution(ranking: ArmRanking, row: number, combination: Combination): number {
  const evidence = ranking.evidence[row]!;
  if (evidence === 0) return 0;
  const weight = ranking.rowWeights === null ? ranking.weight : ranking.rowWeights[row]!;
  if (combination.kind === 'linear') return weight * evidence;
  const rank = ranking.ranks![row]!;
  return rank === 0 ? 0 : (weight * evidence) / (combination.k + rank);
}

/** @param fused written to; must contain zeros */
export function fuse(
  arms: readonly ArmRanking[],
  size: number,
  combination: Combination,
  fused = new Float64Array(size),
): Float64Array {
  for (const { weight, rowWeights, evidence, ranks } of arms) {
    if (combination.kind === 'linear') addLinear(fused, evidence, weight, rowWeights);
    else addReciprocal(fused, evidence, ranks!, combination.k, weight, rowWeights);
  }
  return fused;
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
