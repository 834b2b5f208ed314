/**
 * From arm results to one ranked list: thread context, ranks, weights, fusion, recency, anchors, exact tier (DESIGN F).
 * No I/O and no awaiting: after the arms this is all that a search computes before its page is cut.
 */

import type { Arm } from '../../core/options/options.ts';
import { FACT_ALPHA } from '../../core/ranking/adaptive-alpha.ts';
import { anchorBoost, exactTiers } from '../../core/ranking/anchors.ts';
import { armWeights, renormalise, type Weights } from '../../core/ranking/arm-weights.ts';
import { competitionRanks } from '../../core/ranking/competition-ranks.ts';
import { type ArmVotes, type Combination, fuse } from '../../core/ranking/fuse.ts';
import { minMaxScale, unscaled } from '../../core/ranking/linear.ts';
import { recencyFactor } from '../../core/ranking/recency.ts';
import { type Neighbours, smoothEvidence } from '../../core/ranking/thread-context.ts';
import { topK } from '../../core/ranking/top-k.ts';
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';
import type { ArmResult } from './arms/arm-result.ts';
import type { KeywordArmResult } from './arms/keyword-arm.ts';
import type { SemanticArmResult } from './arms/semantic-arm.ts';
import type { TagsArmResult } from './arms/tags-arm.ts';
import type { MemoryTable } from './deps.ts';
import { orderOfRows } from './order.ts';
import { candidateDepth, type ResolvedSettings } from './settings.ts';

export interface RankingInput {
  table: MemoryTable;
  /** `[size]` of the table, gathered where it is asked for. */
  updatedAt(): Float64Array;
  settings: ResolvedSettings;
  now: number;
  /** 1 = may be returned; null = every live row. */
  allowed: Uint8Array | null;
  /** 1 = ruled out by `-`, `+` or a phrase; null = none. */
  excluded: Uint8Array | null;
  keyword: KeywordArmResult | null;
  semantic: SemanticArmResult | null;
  tags: TagsArmResult | null;
  /** Links and conversation, where they ran. */
  others: readonly ArmResult[];
  neighbours: Neighbours | null;
  /** α before empty arms drop out. */
  alpha: number;
  /** Cosine below which a semantic-only hit is not shown. */
  floor: number;
  /** Rows that hold each identifier or phrase of an identifier query; empty where the rule is off. */
  identifierHolders: readonly Uint8Array[];
  /** Rows that hold each anchor, in all other queries. */
  anchorHolders: readonly Uint8Array[];
  /** Everything in scope matches. */
  browse: boolean;
  inSession: boolean;
  pronoun: boolean;
  specific: boolean;
}

export interface Ranking {
  /** `[matches]` rows that match, ascending. */
  matched: Uint32Array;
  /** Keyword matches and semantic hits above the floor. */
  total: number;
  final: Float64Array;
  fused: Float64Array;
  tiers: Uint8Array | null;
  anchorsHeld: Uint8Array | null;
  recency: Float32Array | null;
  votes: ArmVotes[];
  /** `[size]` each arm's own ranks, by arm, for reports. */
  ranks: Map<Arm, Uint32Array>;
  combination: Combination;
  weights: Weights;
  depth: number;
  /** Strict and total: negative where `a` comes first. */
  order(a: Ordinal, b: Ordinal): number;
  /** The first `count` of the matches, best first. Longer lists only extend shorter ones. */
  top(count: number): Ordinal[];
}

export function rank(input: RankingInput): Ranking {
  const { settings, table } = input;
  const size = table.size;
  const depth = candidateDepth(settings);
  const arms = armsOf(input);
  const ranks = new Map<Arm, Uint32Array>();
  for (const { arm, evidence } of arms) {
    ranks.set(arm, arm === 'tags' ? input.tags!.ranks : competitionRanks(evidence));
  }
  const weights = liveWeights(input, arms);
  const combination: Combination = settings.fusion === 'linear' ? { kind: 'linear' } : { kind: 'rrf', k: settings.k };
  const rowWeights = weightsByRow(input, weights);
  const votes = arms.map(({ arm, evidence }): ArmVotes => {
    const own = ranks.get(arm)!;
    return {
      arm,
      weight: weights[arm],
      rowWeights: rowWeights?.[arm as 'keyword' | 'semantic'] ?? null,
      evidence: votesOf(input, arm, evidence, own, depth),
      ranks: settings.fusion === 'linear' ? null : own,
    };
  });
  const fused = fuse(votes, size, combination);

  const { matched, total } = matches(input, size);
  const tiers = input.identifierHolders.length > 0 ? exactTiers(input.identifierHolders, size) : null;
  const anchorsHeld = input.anchorHolders.length > 0 ? exactTiers(input.anchorHolders, size) : null;
  const recency = settings.recencyDecay > 0 && input.alpha < 1 ? new Float32Array(size).fill(1) : null;
  if (recency !== null)
    for (const row of matched) recency[row] = recencyOf(table.row(row as Ordinal)!, input.now, settings);
  const final = finalScores(matched, fused, recency, anchorsHeld);
  const order = orderOfRows({ table, updatedAt: input.updatedAt, tiers, final, ranks: [...ranks.values()] });
  let best: Ordinal[] = [];
  const top = (count: number): Ordinal[] => {
    const enough = best.length >= Math.min(count, matched.length);
    if (!enough) best = topK(matched, count, order) as Ordinal[];
    return best.slice(0, count);
  };
  return {
    matched,
    total,
    final,
    fused,
    tiers,
    anchorsHeld,
    recency,
    votes,
    ranks,
    combination,
    weights,
    depth,
    order,
    top,
  };
}

/** `[size]` fused × recency × anchors of the matched rows, 0 elsewhere. */
function finalScores(
  matched: Uint32Array,
  fused: Float64Array,
  recency: Float32Array | null,
  anchorsHeld: Uint8Array | null,
): Float64Array {
  const final = new Float64Array(fused.length);
  for (let at = 0; at < matched.length; at++) {
    const row = matched[at]!;
    let score = fused[row]!;
    if (recency !== null) score *= recency[row]!;
    if (anchorsHeld !== null) score *= anchorBoost(anchorsHeld[row]!);
    final[row] = score;
  }
  return final;
}

/** Arms that found something, with their evidence after thread context and without rows that are ruled out. */
function armsOf(input: RankingInput): { arm: Arm; evidence: Float32Array }[] {
  const gamma = input.neighbours === null ? 0 : input.settings.threadContext;
  const found: { arm: Arm; evidence: Float32Array }[] = [];
  for (const result of [input.keyword, input.semantic, input.tags, ...input.others]) {
    if (result === null || result.count === 0) continue;
    const smoothed =
      gamma > 0 && (result.arm === 'keyword' || result.arm === 'semantic')
        ? smoothEvidence(result.evidence, input.neighbours!, gamma)
        : result.evidence;
    found.push({ arm: result.arm, evidence: withoutExcluded(smoothed, result.evidence, input) });
  }
  return found;
}

function withoutExcluded(evidence: Float32Array, original: Float32Array, input: RankingInput): Float32Array {
  const { allowed, excluded } = input;
  if (excluded === null && (allowed === null || evidence === original)) return evidence;
  const kept = evidence.slice();
  for (let row = 0; row < kept.length; row++) {
    if ((excluded !== null && excluded[row] === 1) || (allowed !== null && allowed[row] !== 1)) kept[row] = 0;
  }
  return kept;
}

/** What an arm says of each row: evidence, 1 within the list (`evidence: 'none'`), or a scaled score (`linear`). */
function votesOf(
  input: RankingInput,
  arm: Arm,
  evidence: Float32Array,
  ranks: Uint32Array,
  depth: number,
): Float32Array {
  const { settings } = input;
  if (settings.fusion === 'linear') {
    const result = [input.keyword, input.semantic, input.tags, ...input.others].find((each) => each?.arm === arm)!;
    if (arm !== 'keyword' && arm !== 'semantic') return result.scores;
    return settings.scale === 'minmax'
      ? minMaxScale(result.scores, ranks, depth)
      : unscaled(result.scores, ranks, depth);
  }
  return settings.evidence === 'none' ? onePerCandidate(evidence, ranks, depth) : evidence;
}

function onePerCandidate(evidence: Float32Array, ranks: Uint32Array, depth: number): Float32Array {
  const ones = new Float32Array(ranks.length);
  for (let row = 0; row < ones.length; row++) if (evidence[row]! > 0 && ranks[row]! <= depth) ones[row] = 1;
  return ones;
}

function liveWeights(input: RankingInput, arms: readonly { arm: Arm }[]): Weights {
  const { settings } = input;
  const unweighted = settings.fusion === 'rrf' && settings.evidence === 'none' && settings.alpha === undefined;
  const embedded = unweighted ? 1 : (input.semantic?.embeddedShare ?? 1);
  const alpha = input.alpha * embedded;
  const weights = armWeights(
    {
      alpha,
      unweighted,
      matchedTags: input.tags?.matched.size ?? 0,
      inSession: input.inSession,
      pronoun: input.pronoun,
      specific: input.specific,
    },
    settings.weights,
  );
  const live = new Set(arms.map(({ arm }) => arm));
  if (unweighted) return renormalise(weights, live, [], 0);
  if (settings.fusion === 'linear') return renormalise(weights, live, [...live], 1);
  return renormalise(weights, live, ['keyword', 'semantic'], weights.keyword + weights.semantic);
}

/**
 * Rows with weights of their own: a memory that has no vector yet is unknown to the semantic arm, not refused by it, so
 * its keyword evidence counts whole; under the strategy `query` facts lean on words.
 */
function weightsByRow(input: RankingInput, weights: Weights): { keyword: Float32Array; semantic: Float32Array } | null {
  const { settings, semantic, keyword, table } = input;
  if (semantic === null || keyword === null || settings.evidence === 'none') return null;
  const facts = settings.alpha === undefined && settings.alphaStrategy === 'query';
  if (!facts && semantic.embeddedShare >= 1) return null;
  const pair = weights.keyword + weights.semantic;
  const byKeyword = new Float32Array(table.size).fill(weights.keyword);
  const bySemantic = new Float32Array(table.size).fill(weights.semantic);
  for (let at = 0; at < table.size; at++) {
    if (Number.isNaN(semantic.scores[at]!)) byKeyword[at] = pair;
    else if (facts && weights.semantic > FACT_ALPHA * pair && table.row(at as Ordinal)?.type === 'fact') {
      bySemantic[at] = FACT_ALPHA * pair;
      byKeyword[at] = (1 - FACT_ALPHA) * pair;
    }
  }
  return { keyword: byKeyword, semantic: bySemantic };
}

/** A row matches by a word, by a cosine at or above the floor, or as a candidate of another arm. */
function matches(input: RankingInput, size: number): { matched: Uint32Array; total: number } {
  const { keyword, semantic, allowed, excluded } = input;
  const state = new Uint8Array(size).fill(input.browse ? COUNTED : 0);
  for (const other of [input.tags, ...input.others]) if (other !== null) markAbove(state, other.scores, FOUND);
  if (semantic !== null) markFrom(state, semantic.scores, input.floor, COUNTED);
  if (keyword !== null) markAbove(state, keyword.scores, COUNTED);
  if (allowed !== null) keepWhere(state, allowed, 1);
  if (excluded !== null) keepWhere(state, excluded, 0);
  const rows = new Uint32Array(size);
  let count = 0;
  let total = 0;
  for (let at = 0; at < size; at++) {
    if (state[at] === 0) continue;
    if (state[at] === COUNTED) total++;
    rows[count++] = at;
  }
  return { matched: rows.subarray(0, count), total };
}

/** Found by an arm of its own kind only. */
const FOUND = 1;
/** A keyword match or a semantic hit above the floor: what `total` counts. */
const COUNTED = 2;

function markAbove(state: Uint8Array, scores: Float32Array, mark: number): void {
  for (let at = 0; at < state.length; at++) if (scores[at]! > 0) state[at] = mark;
}

function markFrom(state: Uint8Array, scores: Float32Array, floor: number, mark: number): void {
  for (let at = 0; at < state.length; at++) if (scores[at]! >= floor) state[at] = mark;
}

function keepWhere(state: Uint8Array, flags: Uint8Array, flag: number): void {
  for (let at = 0; at < state.length; at++) if (flags[at] !== flag) state[at] = 0;
}

function recencyOf(row: MemoryRow, now: number, settings: ResolvedSettings): number {
  return row.evergreen === true ? 1 : recencyFactor(row.updatedAt, now, settings.recencyDecay, settings.recencyFloor);
}
