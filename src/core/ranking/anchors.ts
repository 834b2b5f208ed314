/**
 * Exact is exact (F5): the tier of an identifier query and the boost of rare words in all others.
 * Which tokens are identifiers or anchors is decided by `core/query`.
 */
/** Measured: 1.5 costs short intent questions 0.03, this little; docs/decisions/0006-ranking.md. */
export const ANCHOR_BOOST = 1.1;

/** `[size]` number of the query's distinct identifiers and phrases that a row holds. */
export function exactTiers(matches: readonly Uint8Array[], size: number): Uint8Array {
  const tiers = new Uint8Array(size);
  for (const holds of matches) {
    for (let row = 0; row < size; row++) tiers[row]! += holds[row]!;
  }
  return tiers;
}

/** The boost is given once, however many anchors a row holds. */
export function anchorBoost(anchorsHeld: number): number {
  return anchorsHeld > 0 ? ANCHOR_BOOST : 1;
}
