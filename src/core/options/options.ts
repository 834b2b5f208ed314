/**
 * Search options as a caller may give them and as the engine relies on them.
 * `option-rules.ts` holds names, defaults and ranges once (U9); `resolveSearchSettings` is in `resolve-options.ts`.
 */
import type { FacetName, Filters, Viewer } from '../filter/filters.ts';

export const ARMS = ['keyword', 'semantic', 'tags', 'links', 'conversation'] as const;
export type Arm = (typeof ARMS)[number];

export type AlphaStrategy = 'auto' | 'corpus' | 'query';
export type FusionName = 'rrf' | 'linear';
export type Evidence = 'standard' | 'none';
export type SortOrder = 'relevance' | 'newest' | 'oldest' | 'title';

/** Plain data that crosses the worker boundary; the client adds `signal` and `onPartial`. */
export interface SearchSettings {
  /** Hits a page, 1–100, default 10. */
  limit?: number;
  /** Hits to skip, ≥ 0, default 0. */
  offset?: number;
  /** Weight of the semantic arm, 0–1: 0 is keywords only, 1 meaning only. Default: chosen for each query. */
  alpha?: number;
  /** Default: every arm that is available. */
  modes?: readonly Arm[];
  filters?: Filters;
  viewer?: Viewer;
  /** Current conversation (C2); not a filter. */
  session?: string;
  /** Fuzzy second pass, default true (K6). */
  typoTolerance?: boolean;
  /** Group near-duplicates, default true (V9). */
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

/** What evaluations vary. Defaults are measured (docs/EVALUATION.md); names and meanings may change with any version. */
export interface SearchTuning {
  /** How α is chosen where none is given; default `auto`. */
  alphaStrategy?: AlphaStrategy;
  /** Default `rrf`. */
  fusion?: FusionName;
  /** RRF constant, 1–1000, default 60. */
  k?: number;
  /** Default `standard`; `none` is the published RRF. */
  evidence?: Evidence;
  /** For `linear`, default `minmax`. */
  scale?: 'minmax' | 'none';
  /** Arm weights; an omitted one keeps its rule. */
  weights?: { [arm in Arm]?: number };
  /** Candidates per arm, 1–1000, default 20, raised by chunk over-fetch. */
  candidates?: number;
  /** Cosine, −1–1: semantic-only hits below it are dropped; default the model's floor. */
  minSimilarity?: number;
  /** λ of e^(−λ·days), 0–1; 0 is off. */
  recencyDecay?: number;
  /** Lowest recency factor, 0–1. */
  recencyFloor?: number;
  /** Search messages of conversations, default true. */
  includeConversation?: boolean;
  /** Search memories other than messages, default true. */
  includeStored?: boolean;
  /** Messages of the session considered, 1–500, default 50. */
  window?: number;
  /** Thread smoothing γ, 0–1 (C4). */
  threadContext?: number;
  /** Pseudo-relevance feedback β, 0–1, default 0.3: of searches by both words and meaning (F1). */
  feedback?: number;
  /** Prefix match on the last word, default true (K7). */
  prefix?: boolean;
  /** Exact tiers of F5, default true. */
  exactFirst?: boolean;
  /** Fixed clock, milliseconds since the epoch; default the present. */
  now?: number;
}
