/** Which rows a search may see (DESIGN P1, P4, M4, C2): the viewer's scope, and the filtered one within it. */
import type { Filters } from '../../core/filter/filters.ts';
import { mergeFilters } from '../../core/filter/merge.ts';
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';
import type { Scope } from '../keyword/keyword-index.ts';
import type { MemoryTable, SearchStages } from './deps.ts';
import type { ResolvedSettings } from './settings.ts';

export interface SearchScopes {
  /** Live, unexpired rows that the viewer may see: what rarity, corrections and statistics may know. */
  visible: Scope;
  /** The visible rows that pass the filters; the same object where nothing filters. */
  filtered: Scope;
  /** First moment at which a row of the table expires; infinity for none. */
  validUntil: number;
  /** Names of the filters applied. */
  names: string[];
}

/** The viewer's scope of the last search: most searches share it. */
export interface VisibleCache {
  kept: { key: string; version: number; from: number; validUntil: number; scope: Scope } | null;
}

export function searchScopes(
  cache: VisibleCache,
  table: MemoryTable,
  stages: Pick<SearchStages, 'compileFilters' | 'viewerCanSee'>,
  settings: ResolvedSettings,
  queryFilters: Filters,
  now: number,
): SearchScopes {
  const own = filterNames(settings.filters ?? {});
  const typed = filterNames(queryFilters);
  const { scope: visible, validUntil } = visibleScope(cache, table, stages, settings, now);
  if (own.length + typed.length === 0) return { visible, filtered: visible, validUntil, names: [] };
  const passes = stages.compileFilters(mergeFilters(settings.filters, queryFilters) ?? {});
  const filtered = scopeOf(table, (row, ordinal) => {
    const seen = visible.allowed === null || visible.allowed[ordinal] === 1;
    return seen && passes(row);
  });
  return { visible, filtered, validUntil, names: [...own, ...typed] };
}

function visibleScope(
  cache: VisibleCache,
  table: MemoryTable,
  stages: Pick<SearchStages, 'viewerCanSee'>,
  settings: ResolvedSettings,
  now: number,
): { scope: Scope; validUntil: number } {
  const { viewer, includeConversation, includeStored } = settings;
  const key = JSON.stringify([viewer, includeConversation, includeStored]);
  const { kept } = cache;
  // Between the moment it was made for and the next expiry nothing appears or vanishes without a write.
  if (kept?.key === key && kept.version === table.version && now >= kept.from && now < kept.validUntil) return kept;
  let validUntil = Number.POSITIVE_INFINITY;
  const scope = scopeOf(table, (row) => {
    if (row.expiresAt !== undefined) {
      if (row.expiresAt <= now) return false;
      validUntil = Math.min(validUntil, row.expiresAt);
    }
    if (row.type === 'conversation' ? !includeConversation : !includeStored) return false;
    return viewer === undefined || stages.viewerCanSee(viewer, row);
  });
  cache.kept = { key, version: table.version, from: now, validUntil, scope };
  return cache.kept;
}

function scopeOf(table: MemoryTable, sees: (row: MemoryRow, ordinal: Ordinal) => boolean): Scope {
  const allowed = new Uint8Array(table.size);
  let count = 0;
  let live = 0;
  for (let at = 0; at < table.size; at++) {
    const ordinal = at as Ordinal;
    const row = table.row(ordinal);
    if (row === undefined) continue;
    live++;
    if (!sees(row, ordinal)) continue;
    allowed[at] = 1;
    count++;
  }
  return { size: table.size, allowed: count === live ? null : allowed, count };
}

/** `tags: []` filters nothing (F3). */
function filterNames(filters: Filters): string[] {
  return Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !(name === 'tags' && Array.isArray(value) && value.length === 0))
    .map(([name]) => name);
}
