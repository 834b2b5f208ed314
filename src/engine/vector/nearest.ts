import { topK } from '../../core/ranking/top-k.ts';
import type { Ordinal } from '../../core/record/memory.ts';

/**
 * The memories most similar, best first, equals by ordinal.
 * @param similarity By ordinal, as a scan gives it; NaN where there is nothing to compare.
 */
export function nearest(similarity: Float32Array, limit: number): Ordinal[] {
  const compared: number[] = [];
  // Asked for in each turn, the length was half of a million turns: memory that grew once has made it a question.
  const { length } = similarity;
  for (let ordinal = 0; ordinal < length; ordinal++) {
    if (!Number.isNaN(similarity[ordinal])) compared.push(ordinal);
  }
  return topK(compared, limit, (a, b) => similarity[b]! - similarity[a]! || a - b) as Ordinal[];
}
