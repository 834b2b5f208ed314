/** Which rows a search may see (P1, P4, M4, C2): the viewer's scope, and the filtered one within it. */
import type { Filters } from '../../core/filter/filters.ts';
import { mergeFilters } from '../../core/filter/merge.ts';
import { compileFilters } from '../../core/filter/predicate.ts';
import type { Scope } from '../../core/filter/scope.ts';
import { viewerCanSee } from '../../core/filter/viewer.ts';
import type { ResolvedSettings } from '../../core/options/resolve-options.ts';
import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';
import type { MemoryTable } from '../table/table.ts';
import type { SearchScopes } from './stages.ts';

/** @throws HybridSearchError `invalid-filter` */
export type ScopesOf = (settings: ResolvedSettings, queryFilters: Filters, now: number) => SearchScopes;

interface ScopedRows {
  scope: Scope;
  returnable: Uint8Array | null;
}

/** The viewer's scope of the last search is kept: most searches share it. */
export function createScopes(table: MemoryTable, context: { timeZone?: string }): ScopesOf {
  let kept: (ScopedRows & { key: string; version: number; from: number; validUntil: number }) | null = null;

  const visibleRows = (settings: ResolvedSettings, now: number): ScopedRows & { validUntil: number } => {
    const { viewer, includeConversation, includeStored } = settings;
    const key = JSON.stringify([viewer, includeConversation, includeStored]);
    // Between the moment it was made for and the next expiry nothing appears or vanishes without a write.
    if (kept?.key === key && kept.version === table.version && now >= kept.from && now < kept.validUntil) return kept;
    let validUntil = Number.POSITIVE_INFINITY;
    const rows = scopedRows(table, (row) => {
      if (row.expiresAt !== undefined) {
        if (row.expiresAt <= now) return false;
        validUntil = Math.min(validUntil, row.expiresAt);
      }
      if (row.type === 'conversation' ? !includeConversation : !includeStored) return false;
      return viewerCanSee(row, viewer);
    });
    kept = { ...rows, key, version: table.version, from: now, validUntil };
    return kept;
  };

  return (settings, queryFilters, now) => {
    const names = [...filterNames(settings.filters ?? {}), ...filterNames(queryFilters)];
    const { scope: visible, returnable, validUntil } = visibleRows(settings, now);
    const passes = compileFilters(mergeFilters(settings.filters, queryFilters), context);
    if (passes === null) return { visible, filtered: visible, returnable, validUntil, names };
    const { allowed } = visible;
    const rows = scopedRows(table, (row, at) => (allowed === null || allowed[at] === 1) && passes(row));
    return { visible, filtered: rows.scope, returnable: rows.returnable, validUntil, names };
  };
}

function scopedRows(table: MemoryTable, sees: (row: MemoryRow, at: number) => boolean): ScopedRows {
  const { size } = table;
  const seen = new Uint8Array(size);
  let count = 0;
  for (let at = 0; at < size; at++) {
    const row = table.row(at as Ordinal);
    if (row === undefined || !sees(row, at)) continue;
    seen[at] = 1;
    count++;
  }
  const scope: Scope = { size, allowed: count === table.liveCount ? null : seen, count };
  return { scope, returnable: count === size ? null : seen };
}

/** `tags: []` filters nothing (F3). */
function filterNames(filters: Filters): string[] {
  return Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !(name === 'tags' && Array.isArray(value) && value.length === 0))
    .map(([name]) => name);
}
