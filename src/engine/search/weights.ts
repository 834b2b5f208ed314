/** Computes the weight of each arm, for the search and for single rows, and what each arm contributes to a row. */
import type { Arm } from '../../core/options/options.ts';
import type { ResolvedSettings } from '../../core/options/resolve-options.ts';
import { adaptiveAlpha, FACT_ALPHA } from '../../core/ranking/adaptive-alpha.ts';
import { armWeights, renormalise, type Weights } from '../../core/ranking/arm-weights.ts';
import type { CandidateList } from '../../core/ranking/candidate-list.ts';
import { minMaxScale, unscaled } from '../../core/ranking/linear.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { RowArrays } from '../../core/row-arrays.ts';
import { type LanguageId, UNKNOWN_LANGUAGE } from '../../core/text/language.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import type { Retrieved, RowArmResult } from './arms/arm.ts';
import type { SearchPlan } from './stages.ts';

/** Returns α, the semantic arm's share of the weights, before arms without results drop out. */
export function alphaOf(
  { settings, parsed, classification, scopes }: SearchPlan,
  { semantic, embedding }: Retrieved,
): number {
  if (settings.alpha !== undefined) return settings.alpha;
  const words = Math.max(1, parsed.words.length + parsed.phrases.length);
  return adaptiveAlpha(settings.alphaStrategy, {
    vocabularyCoverage: embedding?.vocabularyCoverage ?? null,
    readsQuery: semantic?.readsQuery ?? true,
    standout: semantic?.standout ?? null,
    // Counts only visible memories, because a viewer must not learn the size of the whole store.
    memories: scopes.visible.count,
    identifierShare: Math.min(1, classification.identifiers.length / words),
  });
}

export function weightsOf(plan: SearchPlan, found: Retrieved, alpha: number, live: ReadonlySet<Arm>): Weights {
  const { settings } = plan;
  const unweighted = settings.fusion === 'rrf' && settings.evidence === 'none' && settings.alpha === undefined;
  // The semantic arm doesn't know memories without a vector, so its weight is multiplied by the embedded share.
  const read = unweighted ? 1 : (found.semantic?.embeddedShare ?? 1);
  const weights = armWeights(
    {
      alpha: alpha * read,
      unweighted,
      matchedTags: found.tags?.matched.size ?? 0,
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
 * The semantic arm says nothing about a memory without a vector, so its keyword evidence gets the weight of both. A
 * memory in another language than the query's can't contain its words, so its semantic evidence gets that weight.
 */
export function weightsByRow(
  { settings }: SearchPlan,
  { semantic, keyword }: Retrieved,
  weights: Weights,
  table: MemoryTable,
): { keyword: Float32Array; semantic: Float32Array } | null {
  if (semantic === null || keyword === null || settings.evidence === 'none') return null;
  const facts = settings.alpha === undefined && settings.alphaStrategy === 'query';
  const { language } = semantic;
  const across = language !== UNKNOWN_LANGUAGE && settings.alpha === undefined;
  if (!facts && !across && semantic.embeddedShare >= 1) return null;
  const pair = weights.keyword + weights.semantic;
  const byKeyword = new Float32Array(table.size).fill(weights.keyword);
  const bySemantic = new Float32Array(table.size).fill(weights.semantic);
  // Sign bits leave out only rows that are far.
  const all = semantic.scan.plan !== 'sign-bits';
  for (let at = 0; at < table.size; at++) {
    const unread = Number.isNaN(semantic.scores[at]!) && (all || !table.hasChunks(at as Ordinal));
    if (unread) byKeyword[at] = pair;
    else if (facts && weights.semantic > FACT_ALPHA * pair && table.row(at as Ordinal)?.type === 'fact') {
      bySemantic[at] = FACT_ALPHA * pair;
      byKeyword[at] = (1 - FACT_ALPHA) * pair;
    } else if (across && keyword.scores[at] === 0 && isForeign(table.language(at as Ordinal), language)) {
      bySemantic[at] = pair;
    }
  }
  return { keyword: byKeyword, semantic: bySemantic };
}

const isForeign = (language: LanguageId, own: LanguageId): boolean => language !== own && language !== UNKNOWN_LANGUAGE;

/** Returns `[size]` what the arm contributes to each row, before weight and rank. */
export function rowShares(
  settings: ResolvedSettings,
  { scores }: RowArmResult,
  evidence: Float32Array,
  ranks: Uint32Array,
  depth: number,
): Float32Array {
  if (settings.fusion === 'linear')
    return settings.scale === 'minmax' ? minMaxScale(scores, ranks, depth) : unscaled(scores, ranks, depth);
  return settings.evidence === 'standard' ? evidence : sameForListed(evidence, ranks, depth);
}

/** Evidence for a score of 1 in arms whose scores aren't standardised: as much as three standard deviations. */
const UNIT_EVIDENCE = 3;

/** Returns one share for each candidate. */
export function candidateShares(
  { fusion, evidence }: ResolvedSettings,
  { scores, ranks }: CandidateList,
  depth: number,
): Float32Array {
  if (fusion === 'linear') return scores;
  return evidence === 'standard' ? scores.map((score) => UNIT_EVIDENCE * score) : sameForListed(scores, ranks, depth);
}

function sameForListed(evidence: Float32Array, ranks: Uint32Array, depth: number): Float32Array {
  return evidence.map((value, at) => (value > 0 && ranks[at]! <= depth ? 1 : 0));
}

export function withoutExcluded(
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
