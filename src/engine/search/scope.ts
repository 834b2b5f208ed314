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

/** The viewer's scope of the last search. */
interface KeptScope extends ScopedRows {
  key: string;
  rowsVersion: number;
  from: number;
  validUntil: number;
  /** `[size]` 1 = seen. */
  seen: Uint8Array;
}

/** It is kept, because most searches share it, and after a write only the rows that were written are looked at. */
export function createScopes(table: MemoryTable, context: { timeZone?: string }): ScopesOf {
  let kept: KeptScope | null = null;

  const visibleRows = (settings: ResolvedSettings, now: number): KeptScope => {
    const { viewer, includeConversation, includeStored } = settings;
    const key = JSON.stringify([viewer, includeConversation, includeStored]);
    // Between the moment it was made for and the next expiry nothing appears or vanishes without a write.
    const before = kept?.key === key && now >= kept.from && now < kept.validUntil ? kept : null;
    const { rowsVersion } = table;
    if (before?.rowsVersion === rowsVersion) return before;
    let validUntil = Number.POSITIVE_INFINITY;
    const sees = (row: MemoryRow): boolean => {
      if (row.expiresAt !== undefined) {
        if (row.expiresAt <= now) return false;
        validUntil = Math.min(validUntil, row.expiresAt);
      }
      if (row.type === 'conversation' ? !includeConversation : !includeStored) return false;
      return viewerCanSee(row, viewer);
    };
    const changed = before === null ? null : table.changedSince(before.rowsVersion);
    const seen =
      before === null || changed === null ? seenRows(table, sees) : seenAgain(table, before.seen, changed, sees);
    // What it was valid until may have been removed since; then it is looked through once too often.
    if (before !== null && changed !== null) validUntil = Math.min(validUntil, before.validUntil);
    kept = { ...scopeOf(table, seen), seen, key, rowsVersion, from: now, validUntil };
    return kept;
  };

  return (settings, queryFilters, now) => {
    const names = [...filterNames(settings.filters ?? {}), ...filterNames(queryFilters)];
    const { scope: visible, returnable, validUntil } = visibleRows(settings, now);
    const passes = compileFilters(mergeFilters(settings.filters, queryFilters), context);
    if (passes === null) return { visible, filtered: visible, returnable, validUntil, names };
    const { allowed } = visible;
    const rows = scopeOf(
      table,
      seenRows(table, (row, at) => (allowed === null || allowed[at] === 1) && passes(row)),
    );
    return { visible, filtered: rows.scope, returnable: rows.returnable, validUntil, names };
  };
}

function seenRows(table: MemoryTable, sees: (row: MemoryRow, at: number) => boolean): Uint8Array {
  const { size } = table;
  const seen = new Uint8Array(size);
  for (let at = 0; at < size; at++) {
    const row = table.row(at as Ordinal);
    if (row !== undefined && sees(row, at)) seen[at] = 1;
  }
  return seen;
}

/** A copy: what was found within the scope before may still be asked for. */
function seenAgain(
  table: MemoryTable,
  before: Uint8Array,
  changed: readonly Ordinal[],
  sees: (row: MemoryRow) => boolean,
): Uint8Array {
  const seen = new Uint8Array(table.size);
  seen.set(before);
  for (const at of changed) {
    const row = table.row(at);
    seen[at] = row !== undefined && sees(row) ? 1 : 0;
  }
  return seen;
}

function scopeOf(table: MemoryTable, seen: Uint8Array): ScopedRows {
  const { length: size } = seen;
  let count = 0;
  for (let at = 0; at < size; at++) count += seen[at]!;
  const scope: Scope = { size, allowed: count === table.liveCount ? null : seen, count };
  return { scope, returnable: count === size ? null : seen };
}

/** `tags: []` filters nothing (F3). */
function filterNames(filters: Filters): string[] {
  return Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !(name === 'tags' && Array.isArray(value) && value.length === 0))
    .map(([name]) => name);
}
