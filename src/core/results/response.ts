import type { Facets } from '../filter/filters.ts';
import type { Arm, FusionName } from '../options/options.ts';
import type { QueryClass } from '../query/parsed-query.ts';
import type { EvidenceName } from '../ranking/calibration.ts';
import type { RelevanceLabel } from '../ranking/relevance.ts';
import type { Memory } from '../record/memory.ts';
import type { Place } from '../record/place.ts';

export type { QueryClass, RelevanceLabel };

/** Half-open range `[start, end)` of UTF-16 offsets into the original title or text; never splits a grapheme. */
export interface Highlight {
  field: 'title' | 'text';
  start: number;
  end: number;
  /** `keyword`: matched words; `semantic`: the sentence that matched by meaning. */
  kind: 'keyword' | 'semantic';
}

/**
 * The best excerpt of `memory.text`, cut at word boundaries if possible. Offsets from `memory.text.length` on are in
 * the words read in pictures, which follow the text, each after a blank line. `hit.place` then names the picture.
 */
export interface Passage {
  text: string;
  start: number;
  end: number;
}

export interface Scores {
  /** Final score: Σ contributions × recencyFactor. It orders the hits within a tier, unless `sort` or `rerank` does. */
  final: number;
  /** The fused score before recency. */
  rrf: number;
  keywordRank: number | null;
  /** BM25, ≥ 0. */
  keywordScore: number | null;
  semanticRank: number | null;
  /** Cosine of the best chunk, −1–1. */
  similarity: number | null;
  tagBoost: number;
  tagMatches: string[];
  /** Number of the query's distinct identifiers and phrases that the memory contains. 0 if tiers aren't used. */
  tier: number;
  /** 0–1. */
  recencyFactor: number;
  /** 0–1. */
  rerankScore: number | null;
  alphaUsed: number;
  /** Each arm's share of `rrf`. */
  contributions: { [arm in Arm]?: number };
  /** Keyword score divided by the highest keyword score, 0–1. */
  keywordRelative: number;
  /** Share of the query's idf mass that the memory, or a long memory's best passage, covers, 0–1. */
  coverage: number;
  /**
   * How likely this memory answers, 0–1: an estimate, calibrated on judged collections (docs/EVALUATION.md). Labels are
   * thresholds of it.
   */
  relevance: number;
  /** Arms with the memory in their candidate list. */
  sources: Arm[];
  /**
   * With `explain`: each contribution is `weight · evidence / (k + rank)`. In linear fusion it's `weight · evidence`,
   * and the rank is null.
   */
  trace?: { [arm in Arm]?: { weight: number; evidence: number; rank: number | null } };
  /** With `explain`: the evidence behind `relevance`. */
  evidence?: { [name in EvidenceName]: number };
}

export interface DuplicateReference {
  id: string;
  source?: string;
  type: string;
}

export interface Hit {
  id: string;
  /** Without its images unless `includeImages` is set. Passing it to `upsert` would delete them. */
  memory: Memory;
  passage: Passage;
  /**
   * Page of a PDF, chapter of a book, heading above the passage, a picture, or a message; absent where the memory has
   * no such part.
   */
  place?: Place;
  highlights: Highlight[];
  label: RelevanceLabel;
  scores: Scores;
  /** Near-duplicates folded into this hit. */
  duplicates: DuplicateReference[];
  /** For hits of the links arm: ids from the memory that the query names to this one. */
  linkPath?: string[];
}

export interface Understood {
  class: QueryClass;
  words: string[];
  phrases: string[];
  excluded: string[];
  required: string[];
  /** Field operators as read: `tag:home` → `{ field: 'tag', value: 'home' }`, `-tag:home` → `{ field: '-tag', … }`. */
  filters: { field: string; value: string }[];
  /** Corrected typos. The hits are those for `to`. */
  corrected: { from: string; to: string }[];
  /**
   * Real words that no memory contains, each with a similar word to suggest ("Did you mean …?"). The hits are still
   * those for `from`. Empty if a hit on any page is strong, because such a hit needs no other query.
   */
  suggested: { from: string; to: string }[];
  identifiers: string[];
  /** ISO 639-1 code of the query's language if the store's model doesn't read it. */
  unreadLanguage: string | null;
  /** Parts of the query that look like operators but were read as plain text. */
  literal: string[];
}

export interface SearchStats {
  totalMs: number;
  armMs: { [arm in Arm]?: number };
  embeddingMs: number;
  fusionMs: number;
  filters: string[];
  rows: { [arm in Arm]?: number };
  rrfK: number;
  unique: number;
  inBoth: number;
  keywordOnly: number;
  semanticOnly: number;
  cacheHits: number;
  duplicatesBefore: number;
  duplicatesAfter: number;
  meanScore: { [arm in Arm]?: number };
  plan: string[];
  degradations: string[];
}

export interface SearchResponse {
  query: string;
  hits: Hit[];
  /**
   * Hits too weak to count as answers, best first. Only on the first page: at most ten or `limit`, whichever is more.
   */
  weak: Hit[];
  /** `hits.length`. */
  count: number;
  /**
   * How likely the store has an answer, 0–1. 0 for a blank query, 1 if there are only filters. Until memories are
   * embedded, it's based on words alone.
   */
  answerable: number;
  /**
   * Share of the searched memories that were compared by meaning, 0–1: 0 if search by meaning didn't run, below 1 if
   * some memories aren't embedded yet.
   */
  embeddedShare: number;
  /** Memories that match by keyword, or by meaning above the floor. With filters alone, all that match them. */
  total: number;
  hasMore: boolean;
  fusion: FusionName;
  /** Number of memories that each arm found. */
  counts: { [arm in Arm]?: number };
  modesUsed: Arm[];
  understood: Understood;
  /** True for the early answers that `onPartial` gets. */
  partial: boolean;
  facets?: Facets;
  stats?: SearchStats;
}
