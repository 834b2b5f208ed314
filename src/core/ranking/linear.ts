/** Scales the first `depth` ranks' scores to 0–1. The lowest keeps a small share: better than not being found. */
export function minMaxScale(scores: Float32Array, ranks: Uint32Array, depth: number): Float32Array {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let row = 0, { length } = scores; row < length; row++) {
    const rank = ranks[row]!;
    if (rank === 0 || rank > depth) continue;
    low = Math.min(low, scores[row]!);
    high = Math.max(high, scores[row]!);
  }
  const scaled = new Float32Array(scores.length);
  const spread = high - low;
  for (let row = 0, { length } = scores; row < length; row++) {
    const rank = ranks[row]!;
    if (rank === 0 || rank > depth) continue;
    scaled[row] = spread < LEAST_SPREAD ? 1 : Math.max(LOWEST_SHARE, (scores[row]! - low) / spread);
  }
  return scaled;
}

const LEAST_SPREAD = 1e-6;
const LOWEST_SHARE = 1e-3;

/** NaN and negative scores become 0. */
export function unscaled(scores: Float32Array, ranks: Uint32Array, depth: number): Float32Array {
  const kept = new Float32Array(scores.length);
  for (let row = 0, { length } = scores; row < length; row++) {
    const rank = ranks[row]!;
    if (rank > 0 && rank <= depth && scores[row]! > 0) kept[row] = scores[row]!;
  }
  return kept;
}
