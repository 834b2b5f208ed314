/**
 * From what the arms found to one ranked list: thread context, ranks, weights, fusion, recency, exact tier (F).
 * No I/O and no awaiting: after the arms this is all that a search computes before its page is cut.
 */
import type { Arm } from '../../core/options/options.ts';
import type { ResolvedSettings } from '../../core/options/resolve-options.ts';
import { adaptiveAlpha, FACT_ALPHA } from '../../core/ranking/adaptive-alpha.ts';
import { armWeights, renormalise, type Weights } from '../../core/ranking/arm-weights.ts';
import { competitionRanks, firstRanks } from '../../core/ranking/competition-ranks.ts';
import { exactTiers } from '../../core/ranking/exact-tiers.ts';
import { type ArmRanking, type Combination, fuse } from '../../core/ranking/fuse.ts';
import { minMaxScale, unscaled } from '../../core/ranking/linear.ts';
import { rankedOrder } from '../../core/ranking/ranked-order.ts';
import { recencyFactor } from '../../core/ranking/recency.ts';
import { smoothEvidence } from '../../core/ranking/thread-context.ts';
import { topK } from '../../core/ranking/top-k.ts';
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';
import type { RowArrays } from '../../core/row-arrays.ts';
import { longEnough, type RowIndexes } from '../table/row-indexes.ts';
import type { MemoryTable } from '../table/table.ts';
import { type ArmResult, armResults, type Retrieved } from './arms/arm.ts';
import { withFeedback } from './feedback.ts';
import { matchesOf } from './matches.ts';
import type { MessageGroups } from './message-groups.ts';
import type { Ranking, SearchPlan } from './stages.ts';

export type Ranker = (plan: SearchPlan, found: Retrieved) => Ranking;

/** A candidate list is this much longer than asked, so that chunks of one memory and duplicates leave enough. */
const OVER_FETCH = 5;
const MOST_CANDIDATES = 1000;

export function createRanker(table: MemoryTable, indexes: RowIndexes, groups: MessageGroups): Ranker {
  // Ties are settled by it, and rows scattered in memory cost six milliseconds where ten thousand tie.
  const updatedAt = indexes.add(
    'times',
    () => ({ times: new Float64Array() }),
    (column, at) => {
      column.times = longEnough(column.times, table.size);
      column.times[at] = table.row(at)?.updatedAt ?? 0;
    },
  );
  // What the words found is ranked twice, for the answer that comes first and for the fused one: in the same arrays.
  const ranked = new WeakMap<ArmResult, LiveArm>();

  return (plan, found) => {
    const { settings, arrays } = plan;
    const { size } = plan.scopes.visible;
    const depth = Math.min(MOST_CANDIDATES, settings.candidates * OVER_FETCH);
    const alpha = alphaOf(plan, found);
    const arms = liveArms(
      plan,
      found.semantic === null ? found : withFeedback(plan, found, alpha),
      () => (settings.threadContext > 0 ? groups.threads() : []),
      ranked,
    );
    const ranks = new Map<Arm, Uint32Array>(arms.map(({ result, ranks: own }) => [result.arm, own]));
    const weights = weightsOf(plan, found, alpha, new Set(ranks.keys()));
    const combination: Combination = settings.fusion === 'linear' ? { kind: 'linear' } : { kind: 'rrf', k: settings.k };
    const rowWeights = weightsByRow(plan, found, weights, table);
    if (settings.fusion === 'linear' || settings.evidence !== 'standard') for (const arm of arms) rankAll(arm);
    const armRankings = arms.map(({ result, evidence, ranks: own }): ArmRanking => {
      return {
        arm: result.arm,
        weight: weights[result.arm],
        rowWeights: rowWeights?.[result.arm as 'keyword' | 'semantic'] ?? null,
        evidence: shareOf(settings, result, evidence, own, depth),
        ranks: settings.fusion === 'linear' ? null : own,
      };
    });

    const { matched, total } = matchesOf(plan, found);
    const { identifiers, begun } = found.exact;
    const tiers = identifiers.length > 0 ? exactTiers(identifiers, size) : null;
    const recency = settings.recencyDecay > 0 && alpha < 1 ? arrays.float32(size).fill(1) : null;
    if (recency !== null)
      for (const row of matched) recency[row] = recencyOf(table.row(row as Ordinal)!, plan.now, settings);
    const fused = arrays.float64(size);
    const final = recency === null ? fused : arrays.float64(size);
    /** @param rows those of which all arms know the rank */
    const score = (rows: ArrayLike<number>): void => {
      fuse(armRankings, size, combination, fused.fill(0));
      if (recency === null) return;
      for (let at = 0, { length } = rows; at < length; at++) {
        const row = rows[at]!;
        final[row] = fused[row]! * recency[row]!;
      }
    };
    let allScored = false;
    const scoreAll = (): void => {
      if (allScored) return;
      for (const arm of arms) rankAll(arm);
      score(matched);
      allScored = true;
    };
    /** Rows among which the best `count` are. */
    const bestAmong = (count: number): ArrayLike<number> => {
      const first = recency === null ? firstOfWords(arms, count, tiers) : null;
      if (first === null) {
        scoreAll();
        return matched;
      }
      score(first);
      return first;
    };
    const id = (row: number) => table.row(row as Ordinal)!.id;
    const order = rankedOrder({
      tiers,
      final,
      newestFirst: begun !== null && isMany(begun) ? begun : null,
      ranks: [...ranks.values()],
      updatedAt: () => updatedAt().times,
      id,
    });
    let best: Ordinal[] = [];
    const top = (count: number): Ordinal[] => {
      const wanted = Math.min(count, matched.length);
      if (best.length < wanted) {
        best = topK(bestAmong(wanted), wanted, order, tiers === null ? final : undefined) as Ordinal[];
      }
      return best.slice(0, count);
    };
    return {
      matched,
      total,
      final,
      fused,
      tiers,
      recency,
      armRankings,
      ranks,
      combination,
      weights,
      alphaUsed: weights.semantic / (weights.keyword + weights.semantic || 1),
      depth,
      order,
      scoreAll,
      top,
    };
  };
}

/** Above this many notes, half a code says so little that time orders them better than the rest of their text. */
const MANY_BEGUN = 10;

function isMany(rows: Uint8Array): boolean {
  let held = 0;
  for (let row = 0, { length } = rows; row < length; row++) held += rows[row]!;
  return held > MANY_BEGUN;
}

function rankAll(arm: LiveArm): void {
  if (!arm.ranked) competitionRanks(arm.evidence, arm.ranks);
  arm.ranked = true;
}

/**
 * Where words alone answer, as at each key and before the fused answer, the order is that of their evidence, and only its
 * first need a rank: 0.8 ms instead of 1.9 for 100,000 rows.
 * @param tiers `[size]` rows with another number than 0 stand higher than by their evidence
 * @returns rows among which the best `count` are; null where others might be
 */
function firstOfWords(arms: readonly LiveArm[], count: number, tiers: Uint8Array | null): ArrayLike<number> | null {
  const [words] = arms;
  if (arms.length !== 1 || words === undefined || words.ranked || words.result.arm !== 'keyword') return null;
  const { result, evidence, ranks } = words;
  // What only a neighbour in its thread lends evidence to is no match.
  const first = firstRanks(evidence, count, ranks).filter((row) => result.scores[row]! > 0);
  for (let row = 0, length = tiers?.length ?? 0; row < length; row++) {
    if (tiers![row] !== 0 && ranks[row] === 0 && evidence[row]! > 0) return null;
  }
  return first.length < count ? null : first;
}

/** α before empty arms drop out. */
function alphaOf({ settings, parsed, classification, scopes }: SearchPlan, { semantic, embedding }: Retrieved): number {
  if (settings.alpha !== undefined) return settings.alpha;
  const words = Math.max(1, parsed.words.length + parsed.phrases.length);
  return adaptiveAlpha(settings.alphaStrategy, {
    vocabularyCoverage: embedding?.vocabularyCoverage ?? null,
    standout: semantic?.standout ?? null,
    // Within the scope: how large the whole store is concerns no viewer.
    memories: scopes.visible.count,
    identifierShare: Math.min(1, classification.identifiers.length / words),
  });
}

interface LiveArm {
  result: ArmResult;
  /** After thread context and without rows that are ruled out. */
  evidence: Float32Array;
  /** `[size]` by that evidence, or the arm's own. */
  ranks: Uint32Array;
  /** False: zeros, or only the first have theirs. */
  ranked: boolean;
}

/** Arms that found something. @param ranked those of earlier rankings of the same search */
function liveArms(
  { settings, scopes, arrays }: SearchPlan,
  found: Retrieved,
  threads: () => readonly Int32Array[],
  ranked: WeakMap<ArmResult, LiveArm>,
): LiveArm[] {
  return armResults(found).flatMap((result) => {
    if (result.count === 0) return [];
    let arm = ranked.get(result);
    if (arm === undefined) {
      const smoothed =
        result.arm === 'keyword' || result.arm === 'semantic'
          ? smoothEvidence(result.evidence, threads(), settings.threadContext, scopes.visible.allowed, arrays)
          : result.evidence;
      const allowed = smoothed === result.evidence ? null : scopes.returnable;
      const evidence = withoutExcluded(smoothed, allowed, found.excluded, arrays);
      const own = result.arm === 'tags' ? found.tags!.ranks : null;
      arm = { result, evidence, ranks: own ?? arrays.uint32(evidence.length), ranked: own !== null };
      ranked.set(result, arm);
    }
    return [arm];
  });
}

function withoutExcluded(
  evidence: Float32Array,
  allowed: Uint8Array | null,
  excluded: Uint8Array | null,
  arrays: RowArrays,
): Float32Array {
  if (excluded === null && allowed === null) return evidence;
  const kept = arrays.float32(evidence.length);
  kept.set(evidence);
  for (let row = 0, { length } = kept; row < length; row++) {
    if ((excluded !== null && excluded[row] === 1) || (allowed !== null && allowed[row] !== 1)) kept[row] = 0;
  }
  return kept;
}

/** What an arm says of each row: evidence, 1 within the list (`evidence: 'none'`), or a scaled score (`linear`). */
function shareOf(
  settings: ResolvedSettings,
  { arm, scores }: ArmResult,
  evidence: Float32Array,
  ranks: Uint32Array,
  depth: number,
): Float32Array {
  if (settings.fusion === 'linear') {
    if (arm !== 'keyword' && arm !== 'semantic') return scores;
    return settings.scale === 'minmax' ? minMaxScale(scores, ranks, depth) : unscaled(scores, ranks, depth);
  }
  if (settings.evidence === 'standard') return evidence;
  return Float32Array.from(evidence, (value, row) => (value > 0 && ranks[row]! <= depth ? 1 : 0));
}

function weightsOf(plan: SearchPlan, found: Retrieved, alpha: number, live: ReadonlySet<Arm>): Weights {
  const { settings } = plan;
  const unweighted = settings.fusion === 'rrf' && settings.evidence === 'none' && settings.alpha === undefined;
  // A memory that has no vector yet is unknown, so the semantic arm weighs what it has read.
  const read = unweighted ? 1 : (found.semantic?.embeddedShare ?? 1);
  const weights = armWeights(
    {
      alpha: alpha * read,
      unweighted,
      matchedTags: found.tags?.matched.size ?? 0,
      inSession: settings.session !== undefined,
      pronoun: plan.pronoun,
      specific: plan.specific,
    },
    settings.weights,
  );
  if (unweighted) return renormalise(weights, live, [], 0);
  if (settings.fusion === 'linear') return renormalise(weights, live, [...live], 1);
  return renormalise(weights, live, ['keyword', 'semantic'], weights.keyword + weights.semantic);
}

/**
 * Rows with weights of their own: a memory that has no vector yet is unknown to the semantic arm, not refused by it, so
 * its keyword evidence counts whole; under the strategy `query` facts lean on words.
 */
function weightsByRow(
  { settings }: SearchPlan,
  { semantic, keyword }: Retrieved,
  weights: Weights,
  table: MemoryTable,
): { keyword: Float32Array; semantic: Float32Array } | null {
  if (semantic === null || keyword === null || settings.evidence === 'none') return null;
  const facts = settings.alpha === undefined && settings.alphaStrategy === 'query';
  if (!facts && semantic.embeddedShare >= 1) return null;
  const pair = weights.keyword + weights.semantic;
  const byKeyword = new Float32Array(table.size).fill(weights.keyword);
  const bySemantic = new Float32Array(table.size).fill(weights.semantic);
  // Sign bits leave out what they know to be far: that is an answer.
  const all = semantic.scan.plan !== 'sign-bits';
  for (let at = 0; at < table.size; at++) {
    const unread = Number.isNaN(semantic.scores[at]!) && (all || !table.hasChunks(at as Ordinal));
    if (unread) byKeyword[at] = pair;
    else if (facts && weights.semantic > FACT_ALPHA * pair && table.row(at as Ordinal)?.type === 'fact') {
      bySemantic[at] = FACT_ALPHA * pair;
      byKeyword[at] = (1 - FACT_ALPHA) * pair;
    }
  }
  return { keyword: byKeyword, semantic: bySemantic };
}

function recencyOf(row: MemoryRow, now: number, settings: ResolvedSettings): number {
  return row.evergreen === true ? 1 : recencyFactor(row.updatedAt, now, settings.recencyDecay, settings.recencyFloor);
}
