/** Returns the probability that a positive scores above a negative. Ties count half. */
export function auroc(positives: readonly number[], negatives: readonly number[]): number {
  if (positives.length === 0 || negatives.length === 0) return 0.5;
  const all = [
    ...positives.map((score) => ({ score, positive: true })),
    ...negatives.map((score) => ({ score, positive: false })),
  ].sort((a, b) => a.score - b.score);
  let rankSum = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]!.score === all[start]!.score) end++;
    const sharedRank = (start + 1 + end) / 2;
    for (let at = start; at < end; at++) if (all[at]!.positive) rankSum += sharedRank;
    start = end;
  }
  const wins = rankSum - (positives.length * (positives.length + 1)) / 2;
  return wins / (positives.length * negatives.length);
}
