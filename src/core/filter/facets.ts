/** Facet counts over matches (P3). The caller passes only rows that the viewer may see. */
import { setOwn } from '../record/json.ts';
import type { MemoryRow } from '../record/memory.ts';
import { monthOf } from '../record/time.ts';
import { fold } from '../text/fold.ts';
import type { FacetName, Facets } from './filters.ts';
import type { FilterContext } from './predicate.ts';

type FacetRow = Pick<MemoryRow, 'tags' | 'type' | 'source' | 'createdAt'>;

/**
 * For each named facet, value → number of rows, most frequent first; the others stay empty. Spellings that the filters
 * take for one (`Home`, `home`) are counted as one, under the spelling met first.
 */
export function countFacets(
  rows: Iterable<FacetRow>,
  names: readonly FacetName[],
  context: FilterContext = {},
): Facets {
  const counters = new Map(names.map((name) => [name, new Counter()]));
  for (const row of rows) {
    for (const tag of new Set(row.tags.map(fold))) {
      counters.get('tags')?.add(tag, row.tags.find((own) => fold(own) === tag) ?? tag);
    }
    counters.get('type')?.add(fold(row.type), row.type);
    if (row.source !== undefined) counters.get('source')?.add(fold(row.source), row.source);
    if (counters.has('month')) {
      const month = monthOf(row.createdAt, context.timeZone);
      counters.get('month')!.add(month, month);
    }
  }
  return {
    tags: counters.get('tags')?.counts() ?? {},
    type: counters.get('type')?.counts() ?? {},
    source: counters.get('source')?.counts() ?? {},
    month: counters.get('month')?.counts() ?? {},
  };
}

class Counter {
  readonly #entries = new Map<string, { label: string; count: number }>();

  add(key: string, label: string): void {
    const entry = this.#entries.get(key);
    if (entry) entry.count++;
    else this.#entries.set(key, { label, count: 1 });
  }

  counts(): { [value: string]: number } {
    const result: { [value: string]: number } = {};
    const sorted = [...this.#entries.values()].sort((left, right) => right.count - left.count);
    for (const { label, count } of sorted) setOwn(result, label, count);
    return result;
  }
}
