/** What a search needs of the engine, and what it answers to. Made in `search.ts`. */
import type { Arm, SearchSettings } from '../../core/options/options.ts';
import type { Background } from '../../core/ranking/relevance.ts';
import type { Memory } from '../../core/record/memory.ts';
import type { Hit, SearchResponse } from '../../core/results/response.ts';
import type { AnalyzeOptions } from '../../core/text/analyze.ts';
import type { ModelProfile, SearchEmbedder } from '../../protocol/embedder-api.ts';
import type { KeywordIndex } from '../keyword/keyword-index.ts';
import type { MemoryTable } from '../table/table.ts';
import type { VectorIndex } from '../vector/vector-index.ts';

/** One model with the vectors it made: read once a search, so that a change of model never mixes two. */
export interface SemanticView {
  readonly vectors: VectorIndex;
  readonly profile: ModelProfile;
  /** Null where the model cannot be asked (yet). */
  readonly embedder: SearchEmbedder | null;
  /** Why it cannot. */
  readonly unavailable?: string;
}

export interface SearchParts {
  readonly table: MemoryTable;
  /** Null while it is being built or after it failed. */
  readonly keyword: KeywordIndex | null;
  /** Null where the engine has no model at all. */
  semantic(): SemanticView | null;
  /** Store-level switch of arms; undefined: all. */
  readonly modes?: readonly Arm[];
  /** Store-level defaults of every search; the search's own settings win. */
  readonly defaults?: SearchSettings;
  /** As the memories were indexed: what passages and marks are made with. */
  readonly analyzer: AnalyzeOptions;
  /** IANA zone for bare dates; default the platform's. */
  readonly timeZone?: string;
  /** In the order of `ids`; undefined where a memory was removed meanwhile. Searches read through their `MemoryLoader`. */
  readMemories(ids: readonly string[]): Promise<(Memory | undefined)[]>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A monotonic clock for timings, milliseconds. */
  clock(): number;
  /** One diagnostic event, never with content. */
  log(event: string, detail: { [key: string]: string | number | boolean | null }): void;
}

export interface SearchControls {
  signal?: AbortSignal | undefined;
  /**
   * Receives the keyword answer before the fused one, with `rerank` the fused one before the reranked, and the fused one
   * again as its first sentence by meaning is known.
   */
  onPartial?: ((response: SearchResponse) => void) | undefined;
}

/** A hit without its texts. */
export type RankedHit = Pick<Hit, 'id' | 'label' | 'scores'>;

/** An answer without texts. */
export interface RankedPage {
  hits: RankedHit[];
  weak: RankedHit[];
  /** 0–1, as `SearchResponse.answerable`. */
  answerable: number;
  /** What the hits were judged against; null for a blank query. */
  background: Background | null;
}

/** For `stats()`. */
export interface SearchCounters {
  queryHits: number;
  queryMisses: number;
  pageHits: number;
  pageMisses: number;
}

export interface Searcher {
  /** Rejects with `aborted`, `invalid-option`, `invalid-filter`, `no-search-modes`, `mode-unavailable`, `search-failed`. */
  search(query: string, settings?: SearchSettings, controls?: SearchControls): Promise<SearchResponse>;
  /** The same answer without texts: who was found, in which order, how sure. What evaluations ask. */
  rank(query: string, settings?: SearchSettings, signal?: AbortSignal): Promise<RankedPage>;
  /** Reads from the rows what the first search would, while nobody waits for it. */
  prepare(): Promise<void>;
  /** For what changes in a memory without a change of its row. */
  forget(id: string): void;
  readonly cache: SearchCounters;
}
