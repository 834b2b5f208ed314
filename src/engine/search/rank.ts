/** Computes everything between the arms and the page: thread context, ranks, fusion, recency and exact tiers. */
import type { ResolvedSettings } from '../../core/options/resolve-options.ts';
import { competitionRanks, firstRanks } from '../../core/ranking/competition-ranks.ts';
import { exactTiers } from '../../core/ranking/exact-tiers.ts';
import { type ArmRanking, type Combination, candidateRanking, fuse, rowRanking } from '../../core/ranking/fuse.ts';
import { rankedOrder } from '../../core/ranking/ranked-order.ts';
import { recencyFactor } from '../../core/ranking/recency.ts';
import { smoothEvidence } from '../../core/ranking/thread-context.ts';
import { topK } from '../../core/ranking/top-k.ts';
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import { ensureCapacity, type RowIndexes } from '../table/row-indexes.ts';
import { candidateArms, type Retrieved, type RowArmResult, rowArms } from './arms/arm.ts';
import { withFeedback } from './feedback.ts';
import type { MessageGroups } from './message-groups.ts';
import type { Ranking, SearchPlan } from './stages.ts';
import { alphaOf, candidateShares, rowShares, weightsByRow, weightsOf, withoutExcluded } from './weights.ts';

/** Enough must remain once duplicates are merged. */
const OVER_FETCH = 5;
const MOST_CANDIDATES = 1000;

export class Ranker {
  readonly #table: MemoryTable;
  readonly #groups: MessageGroups;
  readonly #updatedAt: () => { times: Float64Array };
  /** Each arm is ranked only once for the first answer and the fused one. */
  readonly #ranked = new WeakMap<RowArmResult, RankedArm>();

  constructor(table: MemoryTable, indexes: RowIndexes, groups: MessageGroups) {
    this.#table = table;
    this.#groups = groups;
    // Times break ties. Reading them from rows scattered in memory took six milliseconds for ten thousand ties.
    this.#updatedAt = indexes.add(
      'times',
      () => ({ times: new Float64Array() }),
      (column, at) => {
        column.times = ensureCapacity(column.times, table.size);
        column.times[at] = table.row(at)?.updatedAt ?? 0;
      },
    );
  }

  rank(plan: SearchPlan, found: Retrieved): Ranking {
    const { settings } = plan;
    const alpha = alphaOf(plan, found);
    const arms = this.#rankedArms(plan, found.semantic === null ? found : withFeedback(plan, found, alpha));
    const lists = candidateArms(found).filter(({ count }) => count > 0);
    if (settings.fusion === 'linear' || settings.evidence !== 'standard') for (const arm of arms) rankAll(arm);
    const depth = Math.min(MOST_CANDIDATES, settings.candidates * OVER_FETCH);
    const live = new Set([...arms.map(({ result }) => result), ...lists].map(({ arm }) => arm));
    const weights = weightsOf(plan, found, alpha, live);
    const rowWeights = weightsByRow(plan, found, weights, this.#table);
    const armRankings = [
      ...arms.map(({ result, evidence, ranks }) => {
        const { arm } = result;
        const shares = rowShares(settings, result, evidence, ranks, depth);
        return rowRanking(arm, shares, ranks, weights[arm], rowWeights?.[arm]);
      }),
      ...lists.map(({ arm, candidates }) => {
        const kept = candidates.without(found.excluded);
        return candidateRanking(arm, kept, candidateShares(settings, kept, depth), weights[arm]);
      }),
    ];
    return new RankedRows({
      table: this.#table,
      plan,
      found,
      arms,
      armRankings,
      depth,
      weights,
      recencyCounts: settings.recencyDecay > 0 && alpha < 1,
      updatedAt: () => this.#updatedAt().times,
    });
  }

  #rankedArms({ settings, scopes, arrays }: SearchPlan, found: Retrieved): RankedArm[] {
    const threads = () => (settings.threadContext > 0 ? this.#groups.threads() : []);
    return rowArms(found).flatMap((result) => {
      if (result.count === 0) return [];
      let arm = this.#ranked.get(result);
      if (arm === undefined) {
        const context = settings.threadContext;
        const smoothed = smoothEvidence(result.evidence, threads(), context, scopes.visible.allowed, arrays);
        const allowed = smoothed === result.evidence ? null : scopes.returnable;
        const evidence = withoutExcluded(smoothed, allowed, found.excluded, arrays);
        arm = { result, evidence, ranks: arrays.uint32(evidence.length), ranked: false };
        this.#ranked.set(result, arm);
      }
      return [arm];
    });
  }
}

interface RankedParts extends Pick<Ranking, 'armRankings' | 'depth' | 'weights'> {
  table: MemoryTable;
  plan: SearchPlan;
  found: Retrieved;
  arms: readonly RankedArm[];
  recencyCounts: boolean;
  updatedAt(): Float64Array;
}

class RankedRows implements Ranking {
  readonly matched: Uint32Array;
  readonly total: number;
  readonly final: Float64Array<ArrayBuffer>;
  readonly fused: Float64Array<ArrayBuffer>;
  readonly tiers: Uint8Array | null;
  readonly recency: Float32Array | null;
  readonly armRankings: ArmRanking[];
  readonly combination: Combination;
  readonly weights: Ranking['weights'];
  readonly alphaUsed: number;
  readonly depth: number;
  readonly order: Ranking['order'];
  readonly #arms: readonly RankedArm[];
  #allScored = false;
  #best: Ordinal[] = [];

  constructor({ table, plan, found, arms, armRankings, depth, weights, recencyCounts, updatedAt }: RankedParts) {
    const { settings, arrays } = plan;
    const { size } = plan.scopes.visible;
    const { identifiers, begun } = found.exact;
    const { matched, total } = matchesOf(plan, found);
    this.#arms = arms;
    this.armRankings = armRankings;
    this.depth = depth;
    this.weights = weights;
    this.alphaUsed = weights.semantic / (weights.keyword + weights.semantic || 1);
    this.matched = matched;
    this.total = total;
    this.combination = settings.fusion === 'linear' ? { kind: 'linear' } : { kind: 'rrf', k: settings.k };
    this.tiers = identifiers.length > 0 ? exactTiers(identifiers, size) : null;
    this.recency = recencyCounts ? arrays.float32(size).fill(1) : null;
    if (this.recency !== null) {
      for (const row of matched) this.recency[row] = recencyOf(table.row(row as Ordinal)!, plan.now, settings);
    }
    this.fused = arrays.float64(size);
    this.final = this.recency === null ? this.fused : arrays.float64(size);
    this.order = rankedOrder({
      tiers: this.tiers,
      final: this.final,
      newestFirst: begun !== null && isMany(begun) ? begun : null,
      arms: armRankings,
      updatedAt,
      id: (row) => table.row(row as Ordinal)!.id,
    });
  }

  scoreAll(): void {
    if (this.#allScored) return;
    for (const arm of this.#arms) rankAll(arm);
    this.#score(this.matched);
    this.#allScored = true;
  }

  top(count: number): Ordinal[] {
    const wanted = Math.min(count, this.matched.length);
    if (this.#best.length < wanted) {
      const scores = this.tiers === null ? this.final : undefined;
      this.#best = topK(
        this.#bestAmong(wanted),
        wanted,
        this.order as (a: number, b: number) => number,
        scores,
      ) as Ordinal[];
    }
    return this.#best.slice(0, count);
  }

  #bestAmong(count: number): ArrayLike<number> {
    const alone = this.armRankings.length === 1 && this.recency === null;
    const first = alone ? firstOfWords(this.#arms[0], count, this.tiers) : null;
    if (first === null) {
      this.scoreAll();
      return this.matched;
    }
    this.#score(first);
    return first;
  }

  /** @param rows rows that every arm has ranked */
  #score(rows: ArrayLike<number>): void {
    const { fused, final, recency } = this;
    fuse(this.armRankings, fused.length, this.combination, fused.fill(0));
    if (recency === null) return;
    for (let at = 0, { length } = rows; at < length; at++) {
      const row = rows[at]!;
      final[row] = fused[row]! * recency[row]!;
    }
  }
}

/** If more memories than this contain a code that starts with the typed one, the newest of them come first. */
const MANY_BEGUN = 10;

function isMany(rows: Uint8Array): boolean {
  let held = 0;
  for (let row = 0, { length } = rows; row < length; row++) held += rows[row]!;
  return held > MANY_BEGUN;
}

function rankAll(arm: RankedArm): void {
  if (!arm.ranked) competitionRanks(arm.evidence, arm.ranks);
  arm.ranked = true;
}

/**
 * Ranks only the first rows, which is enough if only the keyword arm found any: 0.8 ms instead of 1.9 for 100,000 rows.
 * @param tiers `[size]` a row with a number above 0 ranks above all with 0, whatever their evidence
 * @returns rows that include the best `count`; null if other rows might be among the best
 */
function firstOfWords(words: RankedArm | undefined, count: number, tiers: Uint8Array | null): ArrayLike<number> | null {
  if (words === undefined || words.ranked || words.result.arm !== 'keyword') return null;
  const { result, evidence, ranks } = words;
  // A row whose evidence comes only from its neighbours in a thread isn't a match.
  const first = firstRanks(evidence, count, ranks).filter((row) => result.scores[row]! > 0);
  for (let row = 0, length = tiers?.length ?? 0; row < length; row++) {
    if (tiers![row] !== 0 && ranks[row] === 0 && evidence[row]! > 0) return null;
  }
  return first.length < count ? null : first;
}

interface RankedArm {
  result: RowArmResult;
  /** `[size]` evidence after thread context, 0 for excluded rows. */
  evidence: Float32Array;
  /** `[size]` ranks by `evidence`, once `ranked`. */
  ranks: Uint32Array;
  ranked: boolean;
}

/**
 * `total` omits rows that only the tags, links or conversation arm found. In one pass: five took three times as long.
 */
function matchesOf(plan: SearchPlan, found: Retrieved): { matched: Uint32Array; total: number } {
  const { browse, settings, scopes } = plan;
  const { size } = scopes.visible;
  const { returnable } = scopes;
  const { excluded } = found;
  const words = found.keyword?.scores ?? null;
  const cosines = found.semantic?.scores ?? null;
  const lowest = settings.minSimilarity ?? plan.semantic?.profile.floor ?? -1;
  const candidates = candidatesOf(found, size);
  const rows = plan.arrays.uint32(size);
  let count = 0;
  let total = 0;
  for (let at = 0; at < size; at++) {
    if (returnable !== null && returnable[at] !== 1) continue;
    if (excluded !== null && excluded[at] !== 0) continue;
    if (browse || (words !== null && words[at]! > 0) || (cosines !== null && cosines[at]! >= lowest)) total++;
    else if (candidates === null || candidates[at] === 0) continue;
    rows[count++] = at;
  }
  return { matched: rows.subarray(0, count), total };
}

/** Returns `[size]` 1 = found by the tags, links or conversation arm; null if none of them found anything. */
function candidatesOf(found: Retrieved, size: number): Uint8Array | null {
  let marks: Uint8Array | null = null;
  for (const { candidates } of candidateArms(found)) {
    const { rows, scores } = candidates;
    if (rows.length > 0) marks ??= new Uint8Array(size);
    for (const [at, row] of rows.entries()) if (scores[at]! > 0) marks![row] = 1;
  }
  return marks;
}

function recencyOf(row: MemoryRow, now: number, settings: ResolvedSettings): number {
  return row.evergreen === true ? 1 : recencyFactor(row.updatedAt, now, settings.recencyDecay, settings.recencyFloor);
}
