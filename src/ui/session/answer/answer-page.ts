import type { FacetName, Filters } from '../../../core/filter/filters.ts';
import type { SortOrder } from '../../../core/options/options.ts';
import type { SearchResponse } from '../../../core/results/response.ts';
import type { HybridSearchClient } from '../../shared/engine-access.ts';
import { type ResultRow, rowOfHit, rowOfMemory } from './result-row.ts';

const FACETS: readonly FacetName[] = ['tags', 'type', 'source', 'month'];

export type SearchBy = 'both' | 'keyword' | 'semantic';

export interface QuestionPart {
  offset: number;
  limit: number;
  signal?: AbortSignal | undefined;
  /** Called with keyword results and then with fused ones, before the complete answer arrives. */
  onPartial?: ((response: SearchResponse) => void) | undefined;
}

export interface PageRequest extends QuestionPart {
  query: string;
  filters: Filters;
  sort: SortOrder;
  searchBy: SearchBy;
  /** Weight of meaning, 0–1. Null: automatic. */
  alpha: number | null;
  /** If true, misspelt words aren't corrected. */
  verbatim: boolean;
}

export interface AnswerPage {
  rows: ResultRow[];
  weak: ResultRow[];
  total: number;
  hasMore: boolean;
  /** Null while browsing. */
  response: SearchResponse | null;
}

export async function readPage(client: HybridSearchClient, question: PageRequest): Promise<AnswerPage> {
  const { query, searchBy, alpha, verbatim, sort, filters, limit, offset, signal, onPartial } = question;
  if (query.trim() === '') {
    const order = sort === 'relevance' ? 'newest' : sort;
    const list = await client.list({ limit, offset, sort: order, pinnedFirst: true, filters });
    const { total, hasMore } = list;
    return { rows: list.memories.map(rowOfMemory), weak: [], total, hasMore, response: null };
  }
  const response = await client.search(query, {
    limit,
    offset,
    sort,
    filters,
    facets: FACETS,
    explain: true,
    ...(searchBy !== 'both' ? { modes: [searchBy] } : alpha !== null && { alpha }),
    ...(verbatim && { typoTolerance: false }),
    ...(signal && { signal }),
    ...(onPartial && { onPartial }),
  });
  return pageOfResponse(response);
}

export function pageOfResponse(response: SearchResponse): AnswerPage {
  const { hits, weak, total, hasMore } = response;
  return { rows: hits.map(rowOfHit), weak: weak.map(rowOfHit), total, hasMore, response };
}

/** Reads further pages until there are as many rows as wanted. Meanwhile, the number of wanted rows may grow. */
export async function readUpTo(
  first: AnswerPage,
  wanted: () => number,
  read: (part: QuestionPart) => Promise<AnswerPage>,
): Promise<AnswerPage> {
  let page = first;
  while (page.hasMore && page.rows.length < wanted()) {
    const offset = page.rows.length;
    const next = await read({ offset, limit: Math.min(MAX_LIMIT, wanted() - offset) });
    const rows = withMore(page.rows, next.rows);
    page = { ...page, rows, total: next.total, hasMore: next.hasMore && rows.length > offset };
  }
  return page;
}

/** A write between two pages may move a row to the later one. */
export function withMore(rows: readonly ResultRow[], more: readonly ResultRow[]): ResultRow[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...more.filter(({ id }) => !known.has(id))];
}

export const MAX_LIMIT = 100;

export const limitOf = (wished: number): number => Math.min(MAX_LIMIT, Math.max(1, Math.floor(wished) || 10));
