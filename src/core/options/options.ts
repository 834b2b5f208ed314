/**
 * Search options as a caller may give them and as the engine relies on them.
 * `option-rules.ts` is the one table of names, defaults and ranges (U9); `resolveSearchOptions` is in `resolve-options.ts`.
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
  /** Page number from 1; with `pageSize` (1–100, default `limit`) replaces `offset`. */
  page?: number;
  pageSize?: number;
  /** Weight of the semantic arm, 0–1; given, it wins over `alphaStrategy`. */
  alpha?: number;
  /** Default `auto`. */
  alphaStrategy?: AlphaStrategy;
  /** RRF constant, 1–1000, default 60. */
  k?: number;
  /** Default `rrf`. */
  fusion?: FusionName;
  /** Default `standard`; `none` is the published RRF. */
  evidence?: Evidence;
  /** For `linear`, default `minmax`. */
  scale?: 'minmax' | 'none';
  /** Arm weights; an omitted one keeps its rule. */
  weights?: { [arm in Arm]?: number };
  /** Default: every arm that is available. */
  modes?: readonly Arm[];
  filters?: Filters;
  viewer?: Viewer;
  /** Cosine, −1–1: semantic-only hits below it are dropped; default the model's floor. */
  minSimilarity?: number;
  /** Candidates per arm, 1–1000, default 20, raised by chunk over-fetch. */
  candidates?: number;
  /** λ of e^(−λ·days), 0–1; 0 is off. */
  recencyDecay?: number;
  /** Lowest recency factor, 0–1. */
  recencyFloor?: number;
  /** Current conversation (C2); not a filter. */
  session?: string;
  includeConversation?: boolean;
  includeStored?: boolean;
  /** Messages of the session considered, 1–500, default 50. */
  window?: number;
  /** Thread smoothing γ, 0–1 (C4). */
  threadContext?: number;
  /** Pseudo-relevance feedback β, 0–1, default 0.3: of searches by both words and meaning (F1). */
  feedback?: number;
  /** Group near-duplicates, default true (V9). */
  groupDuplicates?: boolean;
  /** Prefix match on the last word, default true (K7). */
  prefix?: boolean;
  /** Fuzzy second pass, default true (K6). */
  typoTolerance?: boolean;
  /** Exact tiers of F5, default true. For evaluation of the rule's cost. */
  exactFirst?: boolean;
  sort?: SortOrder;
  /** Facets to count over the matches, default none. */
  facets?: readonly FacetName[];
  includeImages?: boolean;
  explain?: boolean;
  rerank?: boolean;
  /** Fixed clock, milliseconds since the epoch; default the present. */
  now?: number;
}
