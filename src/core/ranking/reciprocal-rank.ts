/**
 * Reciprocal rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009): the term `1 / (k + rank)` and the published sum over
 * ranked lists. The weighted form with evidence, over dense arrays, is in `fuse.ts`.
 */
export const DEFAULT_RRF_K = 60;

/**
 * @param rank position in the list, from 1
 * @param k 1–1000, default 60
 * @throws RangeError for a rank below 1 or a k out of range
 */
export function reciprocalRank(rank: number, k: number = DEFAULT_RRF_K): number {
  if (!(rank >= 1)) throw new RangeError(`rank must be at least 1, got ${rank}`);
  if (!(k >= 1 && k <= 1000)) throw new RangeError(`k must lie in 1–1000, got ${k}`);
  return 1 / (k + rank);
}

/**
 * Computes the published RRF over ranked lists of ids, best first. A document gets nothing from lists that lack it.
 * @param weights one per list, default 1 each
 */
export function reciprocalRankFusion(
  lists: readonly (readonly string[])[],
  k: number = DEFAULT_RRF_K,
  weights?: readonly number[],
): Map<string, number> {
  const fused = new Map<string, number>();
  lists.forEach((list, index) => {
    const weight = weights?.[index] ?? 1;
    list.forEach((id, position) => {
      fused.set(id, (fused.get(id) ?? 0) + weight * reciprocalRank(position + 1, k));
    });
  });
  return fused;
}
