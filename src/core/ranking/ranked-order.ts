/**
 * The order of hits (DESIGN F1, F5): a strict total order in which the exact tier stands before every score, so that
 * no weight, boost or link can lift a memory above one that holds more of the query's identifiers.
 */
export interface RankedRow {
  /** Identifiers and phrases held; 0 for all rows where the rule is off. */
  tier: number;
  final: number;
  /** Best rank in any arm, from 1; infinity for none. */
  bestRank: number;
  updatedAt: number;
  id: string;
}

/** Negative where `a` comes first. */
export function rankedOrder(a: RankedRow, b: RankedRow): number {
  return (
    b.tier - a.tier ||
    b.final - a.final ||
    (a.bestRank === b.bestRank ? 0 : a.bestRank - b.bestRank) ||
    b.updatedAt - a.updatedAt ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}
