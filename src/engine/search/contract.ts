/** What a search needs from the engine, and what it returns. `search.ts` implements it. */
import type { Arm, SearchSettings } from '../../core/options/options.ts';
import type { Background } from '../../core/ranking/relevance.ts';
import type { Memory } from '../../core/record/memory.ts';
import type { Hit, SearchResponse } from '../../core/results/response.ts';
import type { AnalyzeOptions } from '../../core/text/analyze.ts';
import type { ModelProfile, SearchEmbedder } from '../../protocol/embedder-api.ts';
import type { KeywordIndex } from '../keyword/keyword-index.ts';
import type { MemoryTable } from '../table/table.ts';
import type { VectorIndex } from '../vector/vector-index.ts';

/** One model with its vectors. Read once per search, so that a change of model never mixes two. */
export interface SemanticView {
  readonly vectors: VectorIndex;
  readonly profile: ModelProfile;
  /** Null if the model can't be used (yet). */
  readonly embedder: SearchEmbedder | null;
  /** The reason why it can't. */
  readonly unavailable?: string;
}

export interface SearchParts {
  readonly table: MemoryTable;
  /** Null while it's being built, or after that failed. */
  readonly keyword: KeywordIndex | null;
  /** Null if the engine has no model at all. */
  semantic(): SemanticView | null;
  /** The store's arms. Undefined: all. */
  readonly modes?: readonly Arm[];
  /** The store's defaults for every search. The search's own settings win. */
  readonly defaults?: SearchSettings;
  /** As the memories were indexed. Passages and marks are made with it. */
  readonly analyzer: AnalyzeOptions;
  /** IANA zone for bare dates. Default: the platform's. */
  readonly timeZone?: string;
  /**
   * In the order of `ids`. Undefined if a memory was removed in the meantime. Searches read through their
   * `MemoryLoader`.
   */
  readMemories(ids: readonly string[]): Promise<(Memory | undefined)[]>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A monotonic clock for timings, milliseconds. */
  clock(): number;
  /** Logs one diagnostic event, never with content. */
  log(event: string, detail: { [key: string]: string | number | boolean | null }): void;
}

export interface SearchControls {
  signal?: AbortSignal | undefined;
  /**
   * Called with the keyword answer before the fused one, with `rerank` also with the fused one before the reranked
   * one, and with the fused one again when its first sentence by meaning is known.
   */
  onPartial?: ((response: SearchResponse) => void) | undefined;
}

/** A hit without its texts. */
export type RankedHit = Pick<Hit, 'id' | 'label' | 'scores'>;

/** An answer without texts. */
export interface RankedPage {
  hits: RankedHit[];
  weak: RankedHit[];
  /** 0–1, as in `SearchResponse.answerable`. */
  answerable: number;
  /** The background of the hits. Null for a blank query. */
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
  /**
   * Rejects with `aborted`, `invalid-option`, `invalid-filter`, `no-search-modes`, `mode-unavailable`,
   * `search-failed`.
   */
  search(query: string, settings?: SearchSettings, controls?: SearchControls): Promise<SearchResponse>;
  /** The same answer without texts: the ids, their order and their scores. For evaluations. */
  rank(query: string, settings?: SearchSettings, signal?: AbortSignal): Promise<RankedPage>;
  /** Reads ahead from the rows what the first search needs, while nobody waits. */
  prepare(): Promise<void>;
  /** For changes to a memory that don't change its row. */
  forget(id: string): void;
  readonly cache: SearchCounters;
}
