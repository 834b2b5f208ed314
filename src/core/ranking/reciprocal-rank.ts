/** As published (Cormack, Clarke, Büttcher, SIGIR 2009). `fuse.ts` has the weighted form with evidence. */
export const DEFAULT_RRF_K = 60;

export function reciprocalRank(rank: number, k: number = DEFAULT_RRF_K): number {
  if (!(rank >= 1)) throw new RangeError(`rank must be at least 1, got ${rank}`);
  if (!(k >= 1 && k <= 1000)) throw new RangeError(`k must lie in 1–1000, got ${k}`);
  return 1 / (k + rank);
}

/** @param lists ids, best first */
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
