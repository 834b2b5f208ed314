/** Two filters → one that holds where both hold: those of the query's text and those of the search options. */
import type { Filters } from './filters.ts';

/** All of whose entries must hold, so that two lists are simply one. */
const CONCATENATED: ReadonlySet<keyof Filters> = new Set(['allTags', 'metadataFilters', 'and', 'not']);
/** One of whose entries must hold, and which filter nothing when empty. */
const LISTS: ReadonlySet<keyof Filters> = new Set(['tags', 'type', 'source', 'thread', 'session']);

/**
 * A field that both give, and that cannot hold both demands in one value, goes under `and`. An empty list that filters
 * nothing gives way to the other's list. Neither input is changed.
 */
export function mergeFilters(left: Filters | null | undefined, right: Filters | null | undefined): Filters | undefined {
  if (!left || !right) return left ?? right ?? undefined;
  const merged: Filters = { ...left };
  const rest: Filters = {};
  for (const field of Object.keys(right) as (keyof Filters)[]) {
    if (right[field] === undefined) continue;
    if (merged[field] === undefined) take(merged, right, field);
    else join(merged, right, rest, field);
  }
  if (Object.keys(rest).length > 0) merged.and = [...(merged.and ?? []), rest];
  return merged;
}

function join(merged: Filters, right: Filters, rest: Filters, field: keyof Filters): void {
  const held: unknown = merged[field];
  const given: unknown = right[field];
  if (field === 'includeImages') {
    take(merged, right, field);
  } else if (Array.isArray(held) && Array.isArray(given) && CONCATENATED.has(field)) {
    Object.assign(merged, { [field]: [...held, ...given] });
  } else if (LISTS.has(field) && isEmptyList(held)) {
    take(merged, right, field);
  } else if (!LISTS.has(field) || !isEmptyList(given)) {
    take(rest, right, field);
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function take<Field extends keyof Filters>(target: Filters, source: Filters, field: Field): void {
  target[field] = source[field]!;
}
