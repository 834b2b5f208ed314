import type { Facets, Filters } from '../../../core/filter/filters.ts';
import type { SortOrder } from '../../../core/options/options.ts';
import type { SearchResponse } from '../../../core/results/response.ts';
import type { AnswerPage, PageRequest, SearchBy } from './answer-page.ts';
import type { ResultRow } from './result-row.ts';

/**
 * `partial`: keyword results are shown, and the fused ones follow. `done`: the answer is complete, except for sentences
 * that may still be marked in it.
 */
export type SearchPhase = 'idle' | 'searching' | 'partial' | 'done' | 'failed';

export interface SearchListener {
  onMore(): void;
  isUnfinished(): boolean;
  /** The active row, otherwise the one that the pointer was moved onto. */
  pinnedId(): string | null;
  onResponse(query: string, response: SearchResponse): void;
  /** @param again whether the same query was repeated automatically */
  onSettled(again: boolean): void;
  onLate(): void;
  onSearchError(error: Error): void;
}

export interface SearchState {
  query: string;
  asked: string;
  filters: Filters;
  scope: Filters | null;
  sort: SortOrder;
  order: SortOrder;
  searchBy: SearchBy;
  rows: readonly ResultRow[];
  weak: readonly ResultRow[];
  total: number;
  hasMore: boolean;
  phase: SearchPhase;
  /** Whether the rows are a complete answer: to this query or, until its first rows arrive, to the previous one. */
  whole: boolean;
  late: boolean;
  loadingMore: boolean;
  response: SearchResponse | null;
  facets: Facets | null;
  /** Milliseconds from the query to the fused answer. */
  milliseconds: number;
  error: Error | null;
}

export const BLANK_SEARCH: SearchState = {
  query: '',
  asked: '',
  filters: {},
  scope: null,
  sort: 'relevance',
  order: 'newest',
  searchBy: 'both',
  rows: [],
  weak: [],
  total: 0,
  hasMore: false,
  phase: 'idle',
  whole: false,
  late: false,
  loadingMore: false,
  response: null,
  facets: null,
  milliseconds: 0,
  error: null,
};

export function questionOf(state: SearchState): Pick<PageRequest, 'query' | 'searchBy' | 'filters' | 'sort'> {
  const { asked, filters, scope, sort, order, searchBy } = state;
  return {
    query: asked,
    searchBy,
    filters: scope ? { ...filters, and: [...(filters.and ?? []), scope] } : filters,
    sort: asked.trim() === '' && sort === 'relevance' ? order : sort,
  };
}

export function withoutRows(
  { rows, weak, total, hasMore }: SearchState,
  ids: readonly string[] | undefined,
): Pick<SearchState, 'rows' | 'weak' | 'total' | 'hasMore'> {
  if (!ids) return { rows: [], weak: [], total: 0, hasMore: false };
  const left = rows.filter(({ id }) => !ids.includes(id));
  return {
    rows: left,
    weak: weak.filter(({ id }) => !ids.includes(id)),
    total: Math.max(0, total - (rows.length - left.length)),
    hasMore,
  };
}

/** @param whole false if the fused answer is still to come */
export function stateOfAnswer(page: AnswerPage, rows: readonly ResultRow[], whole: boolean): Partial<SearchState> {
  const { total, hasMore, response } = page;
  return {
    rows,
    total,
    hasMore: whole && hasMore,
    response,
    ...(response?.facets && { facets: response.facets }),
    phase: whole ? 'done' : 'partial',
    whole,
  };
}
