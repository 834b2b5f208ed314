import { HybridSearchError } from '../../core/errors.ts';
import type { MemoryRow } from '../../core/record/memory.ts';
import type { ListOptions } from '../../protocol/engine-values.ts';
import { selector } from './listing.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

const COMPARE: { [sort in NonNullable<ListOptions['sort']>]: (a: MemoryRow, b: MemoryRow) => number } = {
  newest: (a, b) => b.createdAt - a.createdAt || b.seq - a.seq,
  oldest: (a, b) => a.createdAt - b.createdAt || a.seq - b.seq,
  updated: (a, b) => b.updatedAt - a.updatedAt || b.seq - a.seq,
  title: (a, b) => (a.title ?? '').localeCompare(b.title ?? '') || a.seq - b.seq,
};

const NAMES: ReadonlySet<string> = new Set(['limit', 'offset', 'sort', 'filters', 'viewer', 'now', 'pinnedFirst']);

/** @throws HybridSearchError `invalid-option`, also for unknown options, and `invalid-filter` */
export function pageList(
  rows: Iterable<MemoryRow>,
  options: ListOptions,
  now: number,
): { ids: string[]; total: number } {
  for (const name of Object.keys(options)) if (!NAMES.has(name)) refuse(name, 'unknown option');
  const { limit, offset } = readPage(options);
  const visible = selectRows(rows, options, now);
  return { ids: visible.slice(offset, offset + limit).map(({ id }) => id), total: visible.length };
}

/** @throws HybridSearchError `invalid-option` */
export function readPage({ limit = DEFAULT_LIMIT, offset = 0 }: Pick<ListOptions, 'limit' | 'offset'>): {
  limit: number;
  offset: number;
} {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) refuse('limit', `1 to ${MAX_LIMIT}`);
  if (!Number.isInteger(offset) || offset < 0) refuse('offset', 'must be at least 0');
  return { limit, offset };
}

export function selectRows(
  rows: Iterable<MemoryRow>,
  options: Omit<ListOptions, 'limit' | 'offset'>,
  now: number,
): MemoryRow[] {
  const { sort = 'newest' } = options;
  if (!Object.hasOwn(COMPARE, sort)) refuse('sort', `must be one of ${Object.keys(COMPARE).join(', ')}`);
  if (options.now !== undefined && !Number.isFinite(options.now)) refuse('now', 'must be milliseconds since the epoch');
  const matches = selector(options, now);
  const listed = [...rows].filter(matches).sort(COMPARE[sort]);
  if (options.pinnedFirst !== true) return listed;
  return [...listed.filter(({ pinned }) => pinned), ...listed.filter(({ pinned }) => !pinned)];
}

function refuse(path: string, detail: string): never {
  throw new HybridSearchError('invalid-option', detail, { path });
}
