/**
 * The types that one stage of a search passes to the next: plan, ranking, list. Results of arms are in `arms/arm.ts`.
 */
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
  /**
   * Unexpired rows that the viewer may see and the settings include. Rarity, corrections and statistics may use only
   * these.
   */
  visible: Scope;
  /** The visible rows that pass the filters. The same object as `visible` if nothing filters. */
  filtered: Scope;
  /** 1 = a row that passes the filters, 0 = any other row or a hole. Null if every ordinal is a row that passes. */
  returnable: Uint8Array | null;
  /** Time at which the first live row expires, or infinity. */
  validUntil: number;
  /** Names of the filters that were applied. */
  names: string[];
}

export interface SearchPlan {
  /** Creates the search's arrays, which are as long as the store. */
  arrays: RowArrays;
  settings: ResolvedSettings;
  /** The query to search for. For a long query, only its most informative words. */
  parsed: ParsedQuery;
  classification: QueryClassification;
  scopes: SearchScopes;
  now: number;
  arms: ReadonlySet<Arm>;
  semantic: SemanticView | null;
  /** Requested arms that are missing, each with the reason. */
  degradations: string[];
  /** Whether identifiers and phrases divide the results into tiers. */
  tiered: boolean;
  /** Whether keywords alone answer. The model is used only if they find nothing. */
  keywordsFirst: boolean;
  /**
   * Whether the query is blank, or has only filters and perhaps exclusions. Then all rows that pass are listed, by
   * default the newest first.
   */
  browse: boolean;
  pronoun: boolean;
  specific: boolean;
}

export interface Ranking {
  /** `[matches]` matching rows, ascending. */
  matched: Uint32Array;
  /** Number of rows that match by words, or by meaning above the floor; for `browse`, of all that pass. */
  total: number;
  /** `[size]` final scores. Before `scoreAll` they cover at least the rows that `top` has listed. */
  final: Float64Array;
  fused: Float64Array;
  tiers: Uint8Array | null;
  recency: Float32Array | null;
  armRankings: ArmRanking[];
  /** `[size]` ranks in each arm's own list, for the rows that `final` covers. */
  ranks: Map<Arm, Uint32Array>;
  combination: Combination;
  weights: Weights;
  /** The semantic arm's share of the weights of the two main arms, after empty arms dropped out. */
  alphaUsed: number;
  /** Length of each arm's candidate list. */
  depth: number;
  /** Compares two scored rows: negative if `a` comes first. Never 0 for different rows. */
  order(a: Ordinal, b: Ordinal): number;
  scoreAll(): void;
  /** Returns the first `count` matches, best first. A longer list begins with the shorter one. */
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
  /** Strong and likely entries in order. Each page is a slice of them. */
  readonly hits: readonly ListEntry[];
  readonly weak: readonly ListEntry[];
  readonly complete: boolean;
  readonly duplicatesBefore: number;
  readonly duplicatesAfter: number;
}
