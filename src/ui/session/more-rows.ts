import type { AnswerPage, QuestionPart } from './answer-page.ts';
import { MAX_LIMIT } from './limit.ts';
import type { ResultRow } from './result-row.ts';

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
