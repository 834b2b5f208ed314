/** The rows that a search may use: those that the viewer may see, and within them those that pass the filters. */
import type { Filters } from '../../core/filter/filters.ts';
import { mergeFilters } from '../../core/filter/merge.ts';
import { compileFilters } from '../../core/filter/predicate.ts';
import type { Scope } from '../../core/filter/scope.ts';
import { viewerCanSee } from '../../core/filter/viewer.ts';
import type { ResolvedSettings } from '../../core/options/resolve-options.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import { ensureCapacity, RowIndex } from '../table/row-indexes.ts';
import type { SearchScopes } from './stages.ts';

interface ScopedRows {
  scope: Scope;
  returnable: Uint8Array | null;
}

interface SeenRows {
  /** At least `[size]`, 1 = visible. */
  seen: Uint8Array;
  validUntil: number;
}

/** Valid until the next row expires. Before that, only writes change it, and `rows` follows those. */
interface KeptScope {
  key: string;
  from: number;
  rows: RowIndex<SeenRows>;
  /** Copied after each write, because earlier results may still be reading the previous one. */
  copied: (ScopedRows & { rowsVersion: number }) | null;
}

export class Scopes {
  readonly #table: MemoryTable;
  readonly #context: { timeZone?: string };
  /** The scope of the last search, because most searches share it. */
  #kept: KeptScope | null = null;

  constructor(table: MemoryTable, context: { timeZone?: string }) {
    this.#table = table;
    this.#context = context;
  }

  /** @throws HybridSearchError `invalid-filter` */
  of(settings: ResolvedSettings, queryFilters: Filters, now: number): SearchScopes {
    const filterNames = [...namesOf(settings.filters ?? {}), ...namesOf(queryFilters)];
    const { scope: visible, returnable, validUntil } = this.#visible(settings, now);
    const passes = compileFilters(mergeFilters(settings.filters, queryFilters), this.#context);
    if (passes === null) return { visible, filtered: visible, returnable, validUntil, filterNames };
    const { allowed } = visible;
    const filtered = new Uint8Array(this.#table.size);
    for (let at = 0; at < filtered.length; at++) {
      if (allowed !== null && allowed[at] !== 1) continue;
      const row = this.#table.row(at as Ordinal);
      if (row !== undefined && passes(row)) filtered[at] = 1;
    }
    const rows = scopeOf(this.#table, filtered);
    return { visible, filtered: rows.scope, returnable: rows.returnable, validUntil, filterNames };
  }

  #visible(settings: ResolvedSettings, now: number): ScopedRows & { validUntil: number } {
    const { viewer, includeConversation, includeStored } = settings;
    const key = JSON.stringify([viewer, includeConversation, includeStored]);
    const valid = (kept: KeptScope): boolean => now >= kept.from && now < kept.rows.value.validUntil;
    if (this.#kept?.key !== key || !valid(this.#kept)) {
      this.#kept = { key, from: now, rows: seenRows(this.#table, settings, now), copied: null };
    }
    const { rows } = this.#kept;
    const { seen, validUntil } = rows.value;
    const { rowsVersion, size } = this.#table;
    if (this.#kept.copied?.rowsVersion !== rowsVersion) {
      this.#kept.copied = { ...scopeOf(this.#table, seen.slice(0, size)), rowsVersion };
    }
    return { ...this.#kept.copied, validUntil };
  }
}

function seenRows(table: MemoryTable, settings: ResolvedSettings, now: number): RowIndex<SeenRows> {
  const { viewer, includeConversation, includeStored } = settings;
  return new RowIndex<SeenRows>(
    table,
    () => ({ seen: new Uint8Array(table.size), validUntil: Number.POSITIVE_INFINITY }),
    (value, at) => {
      value.seen = ensureCapacity(value.seen, table.size);
      const row = table.row(at);
      const alive = row !== undefined && (row.expiresAt === undefined || row.expiresAt > now);
      const isIncluded = alive && (row.type === 'conversation' ? includeConversation : includeStored);
      // The expiry of a removed row still counts, which costs at most one extra pass.
      if (alive && row.expiresAt !== undefined) value.validUntil = Math.min(value.validUntil, row.expiresAt);
      value.seen[at] = isIncluded && viewerCanSee(row, viewer) ? 1 : 0;
    },
  );
}

function scopeOf(table: MemoryTable, seen: Uint8Array): ScopedRows {
  const { length: size } = seen;
  let count = 0;
  for (let at = 0; at < size; at++) count += seen[at]!;
  const scope: Scope = { size, allowed: count === table.liveCount ? null : seen, count };
  return { scope, returnable: count === size ? null : seen };
}

/** Leaves out `tags: []`, which filters nothing. */
function namesOf(filters: Filters): string[] {
  return Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !(name === 'tags' && Array.isArray(value) && value.length === 0))
    .map(([name]) => name);
}
