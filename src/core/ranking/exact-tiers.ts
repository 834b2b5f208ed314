/** Returns `[size]`: how many of the query's distinct identifiers and phrases each row contains. */
export function exactTiers(matches: readonly Uint8Array[], size: number): Uint8Array {
  const tiers = new Uint8Array(size);
  for (const match of matches) {
    for (let row = 0; row < size; row++) tiers[row]! += match[row]!;
  }
  return tiers;
}
