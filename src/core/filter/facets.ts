/** Facet counts over matches (P3). The caller passes only rows that the viewer may see. */
import { setOwn } from '../record/json.ts';
import type { MemoryRow } from '../record/memory.ts';
import { monthName, monthsIn } from '../record/time.ts';
import { fold } from '../text/fold.ts';
import type { FacetName, Facets } from './filters.ts';
import type { FilterContext } from './predicate.ts';

type FacetRow = Pick<MemoryRow, 'tags' | 'type' | 'source' | 'createdAt'>;

/**
 * For each named facet, value → number of rows, most frequent first; the others stay empty. Spellings that the filters
 * take for one (`Home`, `home`) are counted as one, under the spelling met first.
 */
export function countFacets(
  rows: readonly FacetRow[],
  names: readonly FacetName[],
  context: FilterContext = {},
): Facets {
  const facets: Facets = { tags: {}, type: {}, source: {}, month: {} };
  for (const name of names) facets[name] = COUNTS[name](rows, context);
  return facets;
}

const COUNTS: { [name in FacetName]: (rows: readonly FacetRow[], context: FilterContext) => Facets[name] } = {
  tags: (rows) => countLabels(rows, ({ tags }) => tags),
  type: (rows) => countLabels(rows, ({ type }) => [type]),
  source: (rows) => countLabels(rows, ({ source }) => (source === undefined ? [] : [source])),
  month(rows, { timeZone }) {
    const monthOf = monthsIn(timeZone);
    const counts = new Map<number, Count>();
    for (const { createdAt } of rows) {
      const month = monthOf(createdAt);
      const count = counts.get(month);
      if (count) count.rows++;
      else counts.set(month, { label: monthName(month), rows: 1, last: null });
    }
    return mostFrequentFirst(counts.values());
  },
};

interface Count {
  label: string;
  rows: number;
  /** The row that was counted last: two spellings in one row are one row. */
  last: FacetRow | null;
}

function countLabels(rows: readonly FacetRow[], labelsOf: (row: FacetRow) => readonly string[]): Facets[FacetName] {
  // Many rows share few spellings, and folding one costs more than finding it.
  const bySpelling = new Map<string, Count>();
  const byFolded = new Map<string, Count>();
  for (const row of rows) {
    for (const label of labelsOf(row)) {
      let count = bySpelling.get(label);
      if (!count) {
        const folded = fold(label);
        count = byFolded.get(folded) ?? { label, rows: 0, last: null };
        byFolded.set(folded, count);
        bySpelling.set(label, count);
      }
      if (count.last !== row) count.rows++;
      count.last = row;
    }
  }
  return mostFrequentFirst(byFolded.values());
}

function mostFrequentFirst(counts: Iterable<Count>): Facets[FacetName] {
  const result: Facets[FacetName] = {};
  for (const { label, rows } of [...counts].sort((left, right) => right.rows - left.rows)) setOwn(result, label, rows);
  return result;
}
