import type { Filters } from './filters.ts';

/** Each entry is a condition of its own. */
const CONCATENATED: ReadonlySet<keyof Filters> = new Set(['allTags', 'metadataFilters', 'and', 'not']);
/** One matching entry is enough. An empty list filters nothing. */
const LISTS: ReadonlySet<keyof Filters> = new Set(['tags', 'type', 'source', 'thread', 'session']);

/** If one value can't express both conditions, the second is added under `and`. */
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
