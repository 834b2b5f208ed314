/** What a search shows at a moment, and whom it tells. */
import type { Facets, Filters } from '../../core/filter/filters.ts';
import type { SortOrder } from '../../core/options/options.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import type { SearchBy } from './answer-page.ts';
import type { ResultRow } from './result-row.ts';

/**
 * `partial`: the rows by word are shown, those by meaning follow. `done`: the answer is whole; the sentences that are
 * marked in it may still follow.
 */
export type SearchPhase = 'idle' | 'searching' | 'partial' | 'done' | 'failed';

export interface SearchListener {
  /** A further page has come. */
  onMore(): void;
  /** The answer by meaning takes its time: what there is by word is shown at once. */
  isUnfinished(): boolean;
  /** Row that must not move: the active one, else the one that the pointer was moved onto. */
  pinnedId(): string | null;
  onResponse(query: string, response: SearchResponse): void;
  /** `again`: the same question, asked again by itself. */
  onSettled(again: boolean): void;
  onLate(): void;
  onSearchError(error: Error): void;
}

export interface SearchState {
  /** What stands in the box. */
  query: string;
  /** What of it is asked. */
  asked: string;
  filters: Filters;
  sort: SortOrder;
  searchBy: SearchBy;
  rows: readonly ResultRow[];
  weak: readonly ResultRow[];
  total: number;
  hasMore: boolean;
  phase: SearchPhase;
  /** The rows that are shown are a whole answer, to this question or, until its first rows are there, to the one before. */
  whole: boolean;
  late: boolean;
  loadingMore: boolean;
  response: SearchResponse | null;
  facets: Facets | null;
  /** From the question to the fused answer. */
  milliseconds: number;
  error: Error | null;
}
