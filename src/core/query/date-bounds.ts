/** `before:` and `after:` take a year, a month, a day or a full ISO 8601 time. */

const PARTIAL = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const FULL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:?\d{2})?$/;
const DAY_MS = 86_400_000;

/** Returns the first day of the period as a bare date, or a full time as it is. Null if it's neither. */
export function startOf(value: string): string | null {
  if (FULL.test(value)) return Number.isNaN(Date.parse(value)) ? null : value;
  const match = PARTIAL.exec(value);
  if (!match) return null;
  const [, year, month = '01', day = '01'] = match;
  const date = `${year}-${month}-${day}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : date;
}

/** Filters are inclusive, so the last day before the period. For a full time, the millisecond before. */
export function lastBefore(value: string): string | null {
  const start = startOf(value);
  if (start === null) return null;
  if (start.includes('T')) return new Date(Date.parse(start) - 1).toISOString();
  return new Date(Date.parse(`${start}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}
