import { topK } from '../../core/ranking/top-k.ts';
import type { Ordinal } from '../../core/record/memory.ts';

/** Ties by ordinal. Leaves out NaN. */
export function nearest(similarity: Float32Array, limit: number): Ordinal[] {
  const compared: number[] = [];
  // Reading the length in each iteration took half of the time, because V8 has to check whether the memory grew.
  const { length } = similarity;
  for (let ordinal = 0; ordinal < length; ordinal++) {
    if (!Number.isNaN(similarity[ordinal])) compared.push(ordinal);
  }
  return topK(compared, limit, (a, b) => similarity[b]! - similarity[a]! || a - b) as Ordinal[];
}
