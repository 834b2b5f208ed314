import type { Scope } from '../../core/filter/scope.ts';
import type { Arm } from '../../core/options/options.ts';
import type { ResolvedSettings } from '../../core/options/resolve-options.ts';
import type { ParsedQuery, QueryClassification } from '../../core/query/parsed-query.ts';
import type { Weights } from '../../core/ranking/arm-weights.ts';
import type { ArmRanking, Combination } from '../../core/ranking/fuse.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { RelevanceLabel } from '../../core/results/response.ts';
import type { RowArrays } from '../../core/row-arrays.ts';
import type { SemanticView } from '../embed/semantic-index.ts';

export interface SearchScopes {
  /** Unexpired rows that viewer and settings allow. Only these may influence rarity, corrections and statistics. */
  visible: Scope;
  /** The same object as `visible` if nothing filters. */
  filtered: Scope;
  /** 1 = a row that passes the filters, 0 = any other row or a hole. Null if every ordinal is a row that passes. */
  returnable: Uint8Array | null;
  /** Time at which the first live row expires, or infinity. */
  validUntil: number;
  /** Filters of the settings, then the query's. */
  filterNames: string[];
}

export interface SearchPlan {
  /** Use it for arrays that are as long as the store. */
  arrays: RowArrays;
  settings: ResolvedSettings;
  /** The query to search for. For a long query, only its most informative words. */
  parsed: ParsedQuery;
  classification: QueryClassification;
  scopes: SearchScopes;
  now: number;
  arms: ReadonlySet<Arm>;
  semantic: SemanticView | null;
  degradations: string[];
  tiered: boolean;
  /** Some word is in no memory, so the model waits for the corrections: one run instead of two. */
  mayHaveTypos: boolean;
  /** The model is used only if keywords find nothing. */
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
  /** `[matches]` ascending. */
  matched: Uint32Array;
  /** Counts rows that match by words, or by meaning above the floor; for `browse`, all that pass. */
  total: number;
  /** `[size]`. Until `scoreAll` is called, only rows that `top` has listed have their value. */
  final: Float64Array;
  fused: Float64Array;
  tiers: Uint8Array | null;
  recency: Float32Array | null;
  /** Arms that found something. They have ranks for the rows that `final` covers. */
  armRankings: ArmRanking[];
  combination: Combination;
  weights: Weights;
  /** The semantic arm's share of the weights of the two main arms, after empty arms dropped out. */
  alphaUsed: number;
  depth: number;
  /** Never 0 for different rows. */
  order(a: Ordinal, b: Ordinal): number;
  scoreAll(): void;
  /** A longer list begins with the shorter one. */
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
