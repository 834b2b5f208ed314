/**
 * Pseudo-relevance feedback: what the best candidates of both arms have in common, and the middling ones have not, is what
 * the question is about (Rocchio 1971, “Relevance feedback in information retrieval”, with nobody asked). Candidates are
 * drawn nearer to the first few and away from those that merely share the subject; without the second half the first
 * pulls towards what everything here has in common, which cost conversations 0.01 (docs/decisions/0006-ranking.md).
 */

import { VECTOR_SCALE } from '../vector-scale.ts';

/** The candidates that are taken for answers. */
const NEAR = 3;
/** Those that are taken for the subject's commonplace: from the 21st to the 60th. */
const FAR_FROM = 20;
export const FEEDBACK_PICKED = 60;
/** With fewer of them a store is too small to have a commonplace. */
const LEAST_FAR = 20;

/**
 * Mean of the nearest, each by its score, less the mean of the far ones.
 * @param picked rows, best first, `FEEDBACK_PICKED` at most
 * @param score of a row, above 0
 * @param vectorOf `[dims]` of length `VECTOR_SCALE`; null where a row has none
 * @returns `[dims]`; null where too few rows are there to say anything
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

/** `[dims]` weighted mean of unit vectors, and of how many rows; null for none. */
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

/** The vector's cosine times the direction's length: how much further to the near than to the far it lies. */
export function alongDirection(direction: Float32Array, vector: Int8Array): number {
  let dot = 0;
  for (let at = 0, { length } = vector; at < length; at++) dot += direction[at]! * vector[at]!;
  return dot / VECTOR_SCALE;
}
