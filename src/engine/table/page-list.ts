/** Sorted, paged and filtered list of the store (`client.list`), from rows; texts are read for the page only. */
import { HybridSearchError } from '../../core/errors.ts';
import { compileFilters } from '../../core/filter/predicate.ts';
import { viewerCanSee } from '../../core/filter/viewer.ts';
import type { MemoryRow } from '../../core/record/memory.ts';
import type { ListOptions } from '../../protocol/engine-values.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

const COMPARE: { [sort in NonNullable<ListOptions['sort']>]: (a: MemoryRow, b: MemoryRow) => number } = {
  newest: (a, b) => b.createdAt - a.createdAt || b.seq - a.seq,
  oldest: (a, b) => a.createdAt - b.createdAt || a.seq - b.seq,
  updated: (a, b) => b.updatedAt - a.updatedAt || b.seq - a.seq,
  title: (a, b) => (a.title ?? '').localeCompare(b.title ?? '') || a.seq - b.seq,
};

export function pageList(
  rows: Iterable<MemoryRow>,
  options: ListOptions,
  now: number,
): { ids: string[]; total: number } {
  const { limit = DEFAULT_LIMIT, offset = 0, sort = 'newest' } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new HybridSearchError('invalid-option', `1 to ${MAX_LIMIT}`, { path: 'limit' });
  }
  if (!Number.isInteger(offset) || offset < 0)
    throw new HybridSearchError('invalid-option', 'from 0', { path: 'offset' });
  // As a search does: no viewer is `undefined`, and null is somebody's mistake that must not show everything.
  if (options.viewer === null) throw new HybridSearchError('invalid-option', 'must not be null', { path: 'viewer' });
  if (!Object.hasOwn(COMPARE, sort)) throw new HybridSearchError('invalid-option', String(sort), { path: 'sort' });
  const passes = compileFilters(options.filters, {});
  const visible: MemoryRow[] = [];
  for (const row of rows) {
    if (row.expiresAt !== undefined && row.expiresAt <= now) continue;
    if (viewerCanSee(row, options.viewer) && (passes === null || passes(row))) visible.push(row);
  }
  visible.sort(COMPARE[sort]);
  return { ids: visible.slice(offset, offset + limit).map(({ id }) => id), total: visible.length };
}
