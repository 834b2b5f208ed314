/** Answers from rows, without reading memories: which ones match, and their tags, threads and sessions. */
import { HybridSearchError } from '../../core/errors.ts';
import type { Filters, Viewer } from '../../core/filter/filters.ts';
import { compileFilters } from '../../core/filter/predicate.ts';
import { viewerCanSee } from '../../core/filter/viewer.ts';
import { checkSettings } from '../../core/options/resolve-options.ts';
import type { Memory, MemoryRow, Ordinal } from '../../core/record/memory.ts';
import type { RowGroup, SelectOptions, TagCount } from '../../protocol/engine-values.ts';
import type { MemoryTable } from './memory-table.ts';

/** Refuses a null viewer, as a search does. */
export function selector({ filters, viewer }: SelectOptions, now: number): (row: MemoryRow) => boolean {
  checkViewer(viewer);
  const passes = compileFilters(filters, {});
  return (row) =>
    (row.expiresAt === undefined || row.expiresAt > now) &&
    viewerCanSee(row, viewer) &&
    (passes === null || passes(row));
}

/** @throws HybridSearchError `invalid-option` */
export function checkViewer(viewer: Viewer | undefined): void {
  if (viewer !== undefined) checkSettings({ viewer });
}

/** @throws HybridSearchError `invalid-option` */
export function seenBy(viewer: Viewer | undefined): (memory: Memory) => boolean {
  checkViewer(viewer);
  return (memory) => viewerCanSee(memory, viewer);
}

/** @throws HybridSearchError `not-found` if there's no such memory, or the viewer may not see it. */
export function visibleOrdinal(table: MemoryTable, id: string, viewer: Viewer | undefined, now: number): Ordinal {
  const found = table.find(id);
  if (!found || !selector(viewer ? { viewer } : {}, now)(found.row)) {
    throw new HybridSearchError('not-found', id, { path: 'id' });
  }
  return found.ordinal;
}

/** Refuses a `removeWhere` without conditions, which would be an accidental `clear`. */
export function checkSomeFilter(filters: Filters | undefined): void {
  // Some filters, such as `{ tags: [] }`, filter nothing, so checking their names isn't enough.
  if (compileFilters(filters, {}) === null) {
    throw new HybridSearchError('invalid-filter', 'needs at least one filter; clear() removes everything', {
      path: 'filters',
    });
  }
}

/** The group with the newest memory comes first. */
export function groupRows(rows: Iterable<MemoryRow>, field: 'session' | 'thread'): RowGroup[] {
  const groups = new Map<string, RowGroup>();
  for (const { [field]: name, createdAt } of rows) {
    if (name === undefined) continue;
    const group = groups.get(name);
    if (!group) groups.set(name, { name, memories: 1, first: createdAt, last: createdAt });
    else {
      group.memories++;
      group.first = Math.min(group.first, createdAt);
      group.last = Math.max(group.last, createdAt);
    }
  }
  return [...groups.values()].sort((a, b) => b.last - a.last || (a.name < b.name ? -1 : 1));
}

export function countTags(rows: Iterable<MemoryRow>): TagCount[] {
  const counts = new Map<string, number>();
  for (const { tags } of rows) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, memories]) => ({ tag, memories }))
    .sort((a, b) => b.memories - a.memories || (a.tag < b.tag ? -1 : 1));
}
