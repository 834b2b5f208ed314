/**
 * Search options as a caller may give them, and as the engine uses them. `option-rules.ts` has names, defaults and
 * ranges; `resolveSearchSettings` is in `resolve-options.ts`.
 */
import type { FacetName, Filters, Viewer } from '../filter/filters.ts';

export const ARMS = ['keyword', 'semantic', 'tags', 'links', 'conversation'] as const;
export type Arm = (typeof ARMS)[number];

export type AlphaStrategy = 'auto' | 'corpus' | 'query';
export type FusionName = 'rrf' | 'linear';
export type Evidence = 'standard' | 'none';
export type SortOrder = 'relevance' | 'newest' | 'oldest' | 'title';

/** Plain data, because it crosses the worker boundary. The client adds `signal` and `onPartial`. */
export interface SearchSettings {
  /** Hits per page, 1–100, default 10. */
  limit?: number;
  /** Hits to skip, ≥ 0, default 0. */
  offset?: number;
  /** Weight of the semantic arm, 0–1: 0 is keywords only, 1 meaning only. Default: chosen for each query. */
  alpha?: number;
  /** Default: every available arm. */
  modes?: readonly Arm[];
  filters?: Filters;
  viewer?: Viewer;
  /** The current conversation. Doesn't filter. */
  session?: string;
  /** Looks for typos in a second pass, default true. */
  typoTolerance?: boolean;
  /** Group near-duplicates, default true. */
  groupDuplicates?: boolean;
  sort?: SortOrder;
  /** Facets to count over the matches, default none. */
  facets?: readonly FacetName[];
  includeImages?: boolean;
  explain?: boolean;
  rerank?: boolean;
  /** Knobs of the ranking, for evaluations. */
  tuning?: SearchTuning;
}

/**
 * The settings that evaluations vary. Defaults are measured (docs/EVALUATION.md). Names and meanings may change with
 * any version.
 */
export interface SearchTuning {
  /** How α is chosen if none is given; default `auto`. */
  alphaStrategy?: AlphaStrategy;
  /** Default `rrf`. */
  fusion?: FusionName;
  /** RRF constant, 1–1000, default 60. */
  k?: number;
  /** Default `standard`; `none` is the published RRF. */
  evidence?: Evidence;
  /** For `linear`, default `minmax`. */
  scale?: 'minmax' | 'none';
  /** Weights of arms. An omitted one follows its rule. */
  weights?: { [arm in Arm]?: number };
  /** Candidates per arm, 1–1000, default 20. Raised if memories have several chunks. */
  candidates?: number;
  /** Semantic-only hits with a lower cosine (−1–1) are dropped. Default: the model's floor. */
  minSimilarity?: number;
  /** λ of e^(−λ·days), 0–1; 0 is off. */
  recencyDecay?: number;
  /** Lowest recency factor, 0–1. */
  recencyFloor?: number;
  /** Search messages of conversations, default true. */
  includeConversation?: boolean;
  /** Search memories other than messages, default true. */
  includeStored?: boolean;
  /** Messages of the session to consider, 1–500, default 50. */
  window?: number;
  /** Thread smoothing γ, 0–1. */
  threadContext?: number;
  /** Pseudo-relevance feedback β, 0–1, default 0.3, for searches by both words and meaning. */
  feedback?: number;
  /** Match the last word as a prefix, default true. */
  prefix?: boolean;
  /** Rank exact identifiers first, default true. */
  exactFirst?: boolean;
  /** Fixed clock, milliseconds since the epoch; default now. */
  now?: number;
}
