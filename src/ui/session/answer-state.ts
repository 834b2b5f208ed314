import type { AnswerPage } from './answer-page.ts';
import type { ResultRow } from './result-row.ts';
import type { SearchState } from './search-state.ts';

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
