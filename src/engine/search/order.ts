/**
 * `rankedOrder` over the dense arrays of one search. Common words tie by the thousand, and objects made for each
 * comparison of ten thousand ties cost 26 ms; the rows themselves are read only where all numbers are equal.
 */
import { rankedOrder } from '../../core/ranking/ranked-order.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { MemoryTable } from './deps.ts';

export interface OrderInput {
  table: MemoryTable;
  /** `[size]`; asked for at the first tie. */
  updatedAt(): Float64Array;
  tiers: Uint8Array | null;
  final: Float64Array;
  /** `[size]` of each arm; 0 = not ranked. */
  ranks: readonly Uint32Array[];
}

/** Negative where row `a` comes before row `b`. */
export function orderOfRows(input: OrderInput): (a: number, b: number) => number {
  const { table, tiers, final, ranks } = input;
  let updatedAt: Float64Array | null = null;
  return (a, b) => {
    const tierA = tiers === null ? 0 : tiers[a]!;
    const tierB = tiers === null ? 0 : tiers[b]!;
    if (tierA !== tierB) return tierB - tierA;
    if (final[a] !== final[b]) return final[b]! - final[a]!;
    const bestA = bestOf(ranks, a);
    const bestB = bestOf(ranks, b);
    if (bestA !== bestB) return bestA - bestB;
    updatedAt ??= input.updatedAt();
    if (updatedAt[a] !== updatedAt[b]) return updatedAt[b]! - updatedAt[a]!;
    const rowOf = (at: number, tier: number, bestRank: number) => {
      const { id, updatedAt: updated } = table.row(at as Ordinal)!;
      return { tier, final: final[at]!, bestRank, updatedAt: updated, id };
    };
    return rankedOrder(rowOf(a, tierA, bestA), rowOf(b, tierB, bestB));
  };
}

function bestOf(ranks: readonly Uint32Array[], row: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (const own of ranks) if (own[row]! > 0) best = Math.min(best, own[row]!);
  return best;
}
