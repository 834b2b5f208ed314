import type { Arm, SearchSettings } from '../../core/options/options.ts';
import type { Background } from '../../core/ranking/relevance.ts';
import type { Memory } from '../../core/record/memory.ts';
import type { Hit, SearchResponse } from '../../core/results/response.ts';
import type { AnalyzeOptions } from '../../core/text/analyze.ts';
import type { SemanticView } from '../embed/semantic-index.ts';
import type { KeywordIndex } from '../keyword/keyword-index.ts';
import type { MemoryTable } from '../table/memory-table.ts';

export interface SearchParts {
  readonly table: MemoryTable;
  /** Null if there's no keyword index. Then the other arms answer. */
  readonly keyword: KeywordIndex | null;
  /** Null if the engine has no model. */
  semantic(): SemanticView | null;
  /** Default: all. */
  readonly modes?: readonly Arm[];
  /** The store's defaults for every search. A search's own settings override them. */
  readonly defaults?: SearchSettings;
  /** Passages and marks use them too. */
  readonly analyzer: AnalyzeOptions;
  /** IANA time zone for dates without one. Default: the platform's. */
  readonly timeZone?: string;
  /** Returns memories in the order of `ids`, undefined for removed ones. Searches use it through a `MemoryLoader`. */
  readMemories(ids: readonly string[]): Promise<(Memory | undefined)[]>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic, in milliseconds. */
  clock(): number;
  /** Never log content. */
  log(event: string, detail: { [key: string]: string | number | boolean | null }): void;
}

export interface SearchControls {
  signal?: AbortSignal | undefined;
  /**
   * Called with the keyword answer if the query isn't embedded yet, then with the fused one, then with the reranked one
   * if `rerank` is on. Called again once the first sentence of the last answer is marked.
   */
  onPartial?: ((response: SearchResponse) => void) | undefined;
}

export type RankedHit = Pick<Hit, 'id' | 'label' | 'scores'>;

export interface RankedPage {
  hits: RankedHit[];
  weak: RankedHit[];
  /** 0–1, as in `SearchResponse.answerable`. */
  answerable: number;
  /** The background against which hits are judged. Null for a blank query. */
  background: Background | null;
}

export interface SearchCounters {
  queryHits: number;
  queryMisses: number;
  pageHits: number;
  pageMisses: number;
}

export interface Searcher {
  /** Errors: `aborted`, `invalid-option`, `invalid-filter`, `no-search-modes`, `mode-unavailable`, `search-failed`. */
  search(query: string, settings?: SearchSettings, controls?: SearchControls): Promise<SearchResponse>;
  /** Returns the ids, labels and scores of the hits that `search` would return, without texts. */
  rank(query: string, settings?: SearchSettings, signal?: AbortSignal): Promise<RankedPage>;
  /** Otherwise, the first search waits for the row indexes. */
  prepare(): Promise<void>;
  /** Call it after a change to a memory that didn't change its row. */
  forget(id: string): void;
  readonly cache: SearchCounters;
}
