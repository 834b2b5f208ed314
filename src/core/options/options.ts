import type { FacetName, Filters, Viewer } from '../filter/filters.ts';

export const ARMS = ['keyword', 'semantic', 'tags', 'links', 'conversation'] as const;
export type Arm = (typeof ARMS)[number];

export type AlphaStrategy = 'auto' | 'corpus' | 'query';
export type FusionName = 'rrf' | 'linear';
export type Evidence = 'standard' | 'none';
export type SortOrder = 'relevance' | 'newest' | 'updated' | 'oldest' | 'title';

export interface SearchSettings {
  /** Hits per page, 1–100, default 10. */
  limit?: number;
  /** Hits to skip, ≥ 0, default 0. */
  offset?: number;
  /** Weight of the semantic arm, 0–1: 0 is keywords only, 1 meaning only. Default: chosen for each query. */
  alpha?: number;
  /** Arms to search. Default: every available one. */
  modes?: readonly Arm[];
  filters?: Filters;
  viewer?: Viewer;
  /** The current conversation, whose last messages the conversation arm searches. It doesn't filter. */
  session?: string;
  /** Whether to look for typos in a second pass. Default true. */
  typoTolerance?: boolean;
  /** Whether to group near-duplicates. Default true. */
  groupDuplicates?: boolean;
  sort?: SortOrder;
  /** Facets to count over the matches. Default: none. */
  facets?: readonly FacetName[];
  includeImages?: boolean;
  explain?: boolean;
  rerank?: boolean;
  /** Ranking parameters, for evaluations. */
  tuning?: SearchTuning;
}

/** For evaluations. Defaults are measured (docs/EVALUATION.md). Names and meanings may change in any version. */
export interface SearchTuning {
  /** How α is chosen if none is given. Default `auto`. */
  alphaStrategy?: AlphaStrategy;
  /** How the arms are combined. Default `rrf`. */
  fusion?: FusionName;
  /** RRF constant k, 1–1000, default 60. */
  k?: number;
  /** `standard` (default) weighs ranks by evidence; `none` is the published RRF. */
  evidence?: Evidence;
  /** How scores are scaled for `linear`. Default `minmax`. */
  scale?: 'minmax' | 'none';
  /** Weights of the arms. An arm without one is weighted by its own rule. */
  weights?: { [arm in Arm]?: number };
  /** Candidates per arm, 1–1000, default 20. More are used, so that enough remain once duplicates are merged. */
  candidates?: number;
  /** Lowest cosine (−1–1) of a hit found only by meaning. Default: the model's floor. */
  minSimilarity?: number;
  /** λ of the recency factor e^(−λ·days), 0–1; 0 turns it off. */
  recencyDecay?: number;
  /** Lowest recency factor, 0–1. */
  recencyFloor?: number;
  /** Whether to search messages of conversations. Default true. */
  includeConversation?: boolean;
  /** Whether to search memories other than messages. Default true. */
  includeStored?: boolean;
  /** Number of the session's last messages to consider, 1–500, default 50. */
  window?: number;
  /** Thread smoothing γ, 0–1. */
  threadContext?: number;
  /** Pseudo-relevance feedback β, 0–1, default 0.3. Applies to searches by both words and meaning. */
  feedback?: number;
  /** Whether to complete the last word. Default true. */
  prefix?: boolean;
  /** Whether hits that contain the query's identifiers or quoted phrases come first. Default true. */
  exactFirst?: boolean;
  /** The time to use as now, in milliseconds since the epoch. Default: the clock. */
  now?: number;
}
