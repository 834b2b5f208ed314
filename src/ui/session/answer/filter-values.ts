/** Filters can't name a month, so a chosen month is stored as its first and last day. */
import type { FacetName, Filters } from '../../../core/filter/filters.ts';

type Mutable = { -readonly [key in keyof Filters]: Filters[key] };

function asList(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

export function chosenValues(filters: Filters, facet: FacetName): readonly string[] {
  if (facet === 'tags') return filters.tags ?? [];
  if (facet === 'month') {
    const { startDate, endDate } = filters;
    if (typeof startDate !== 'string' || typeof endDate !== 'string') return [];
    const month = startDate.slice(0, 7);
    return startDate === `${month}-01` && endDate === lastDay(month) ? [month] : [];
  }
  return asList(filters[facet]);
}

export function toggleValue(filters: Filters, facet: FacetName, value: string): Filters {
  const chosen = chosenValues(filters, facet);
  const next = chosen.includes(value) ? chosen.filter((entry) => entry !== value) : [...chosen, value];
  const result: Mutable = { ...filters };
  if (facet === 'month') {
    delete result.startDate;
    delete result.endDate;
    if (next.includes(value)) {
      result.startDate = `${value}-01`;
      result.endDate = lastDay(value);
    }
    return result;
  }
  delete result[facet];
  if (next.length > 0) result[facet] = next;
  return result;
}

export function hasFilters(filters: Filters): boolean {
  return Object.keys(filters).length > 0;
}

function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const day = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return `${month}-${String(day).padStart(2, '0')}`;
}
