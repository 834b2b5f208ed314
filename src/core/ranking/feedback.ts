/**
 * Pseudo-relevance feedback (Rocchio 1971, “Relevance feedback in information retrieval”). Candidates move towards the
 * first few, and away from those that only share the subject. Without the second part, messages moved towards what all
 * messages have in common, which lowered nDCG@10 by 0.003 to 0.009 (docs/measurements/0006-ranking.md).
 */

import { VECTOR_SCALE } from '../vector-scale.ts';

const NEAR = 3;
/** From the 21st on, candidates represent the general subject. */
const FAR_FROM = 20;
export const FEEDBACK_PICKED = 60;
const LEAST_FAR = 20;

/**
 * Returns `[dims]`: the mean of the nearest, weighted by their scores, minus the mean of the far ones. Null if there
 * are too few.
 * @param picked best first, at most `FEEDBACK_PICKED`
 * @param vectorOf `[dims]` with a norm of `VECTOR_SCALE`
 */
export function feedbackDirection<Row>(
  picked: readonly Row[],
  score: (row: Row) => number,
  vectorOf: (row: Row) => Int8Array | null,
): Float32Array | null {
  const far = centre(picked.slice(FAR_FROM), () => 1, vectorOf);
  const near = centre(picked.slice(0, NEAR), score, vectorOf);
  if (near === null || far === null || far.rows < LEAST_FAR) return null;
  return near.mean.map((component, at) => component - far.mean[at]!);
}

function centre<Row>(
  rows: readonly Row[],
  weightOf: (row: Row) => number,
  vectorOf: (row: Row) => Int8Array | null,
): { mean: Float32Array; rows: number } | null {
  let sum: Float32Array | null = null;
  let total = 0;
  let count = 0;
  for (const row of rows) {
    const vector = vectorOf(row);
    if (vector === null) continue;
    sum ??= new Float32Array(vector.length);
    const weight = weightOf(row);
    for (let at = 0, { length } = vector; at < length; at++) sum[at]! += weight * vector[at]!;
    total += weight;
    count++;
  }
  const unit = 1 / (total * VECTOR_SCALE);
  return sum === null ? null : { mean: sum.map((component) => component * unit), rows: count };
}

export function alongDirection(direction: Float32Array, vector: Int8Array): number {
  let dot = 0;
  for (let at = 0, { length } = vector; at < length; at++) dot += direction[at]! * vector[at]!;
  return dot / VECTOR_SCALE;
}
