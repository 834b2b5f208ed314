/** The types that stages of a search pass on: plan, ranking, list. Results of arms are in `arms/arm.ts`. */
import type { Scope } from '../../core/filter/scope.ts';
import type { Arm } from '../../core/options/options.ts';
import type { ResolvedSettings } from '../../core/options/resolve-options.ts';
import type { ParsedQuery, QueryClassification } from '../../core/query/parsed-query.ts';
import type { Weights } from '../../core/ranking/arm-weights.ts';
import type { ArmRanking, Combination } from '../../core/ranking/fuse.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { RelevanceLabel } from '../../core/results/response.ts';
import type { RowArrays } from '../../core/row-arrays.ts';
import type { SemanticView } from './contract.ts';

export interface SearchScopes {
  /** Live, unexpired rows that the viewer may see. Rarity, corrections and statistics may use only these. */
  visible: Scope;
  /** The visible rows that pass the filters. The same object if nothing filters. */
  filtered: Scope;
  /** 1 = a row that passes the filters, 0 = another row or a hole. Null: every ordinal is a row that passes. */
  returnable: Uint8Array | null;
  /** When the first row of the table expires, or infinity. */
  validUntil: number;
  /** Names of the filters applied. */
  names: string[];
}

export interface SearchPlan {
  /** Makes the search's arrays, which are as long as the store. */
  arrays: RowArrays;
  settings: ResolvedSettings;
  /** What is searched. For a long query, its most informative words. */
  parsed: ParsedQuery;
  classification: QueryClassification;
  scopes: SearchScopes;
  now: number;
  arms: ReadonlySet<Arm>;
  /** The model and vectors of this search. Null if there are none. */
  semantic: SemanticView | null;
  /** Wanted arms that are missing, with the reason. */
  degradations: string[];
  /** Identifiers and phrases tier the results. */
  tiered: boolean;
  /** Words alone answer, and the model is asked only if they find nothing. */
  keywordsFirst: boolean;
  /** The query has only filters, and perhaps exclusions: everything that passes is listed, newest first. */
  browse: boolean;
  pronoun: boolean;
  specific: boolean;
}

export interface Ranking {
  /** `[matches]` rows that match, ascending. */
  matched: Uint32Array;
  /** Keyword matches and semantic hits above the floor. */
  total: number;
  /** `[size]` of all matches after `scoreAll`; before it, at least of those that `top` has listed. */
  final: Float64Array;
  fused: Float64Array;
  tiers: Uint8Array | null;
  recency: Float32Array | null;
  armRankings: ArmRanking[];
  /** `[size]` each arm's own ranks, by arm, of the same rows. */
  ranks: Map<Arm, Uint32Array>;
  combination: Combination;
  weights: Weights;
  /** Semantic share of the two main arms' weights, after empty arms dropped out. */
  alphaUsed: number;
  /** Length of an arm's own candidate list. */
  depth: number;
  /** Strict and total among scored rows: negative if `a` comes first. */
  order(a: Ordinal, b: Ordinal): number;
  scoreAll(): void;
  /** The first `count` of the matches, best first. Longer lists only extend shorter ones. */
  top(count: number): Ordinal[];
}

export interface Judgement {
  /** 0–1. */
  relevance: number;
  label: RelevanceLabel;
}

export interface ListEntry extends Readonly<Judgement> {
  readonly ordinal: Ordinal;
  readonly duplicates: readonly Ordinal[];
  readonly rerankScore: number | null;
}

export interface RankedList {
  /** Strong and likely ones in order. Pages are cut from it. */
  readonly hits: readonly ListEntry[];
  readonly weak: readonly ListEntry[];
  /** False if further matches follow. */
  readonly complete: boolean;
  readonly duplicatesBefore: number;
  readonly duplicatesAfter: number;
}
