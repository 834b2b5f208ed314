/** Completions for the end of a query: values of a field (`tag:ho` → `tag:home`), and misspelt fields (`tga:home`). */
import { QUERY_FIELDS, type QueryField } from '../../../core/query/fields.ts';
import { editDistance } from '../../../core/text/edit-distance.ts';

export interface Completion {
  query: string;
  text: string;
  count: number | null;
  /** Whether the field was misspelt. */
  meant: boolean;
}

/** Begins with a lone surrogate, which no memory's id may contain. */
export const completionId = (completion: Completion): string => `\udc00${completion.query}`;

export type KnownValues = { readonly [field in QueryField]?: { readonly [value: string]: number } };

const MOST = 6;
const LAST_FIELD = /(?:^|(?<=[\s(]))(?<sign>[-+]?)(?<name>\p{L}{2,12}):(?<quote>"?)(?<value>[^"]*)$/u;

interface LastField {
  head: string;
  sign: string;
  /** Name of the field in lower case. It isn't a known field if it's misspelt. */
  field: string;
  /** An opening quote that isn't closed. */
  quote: string;
  value: string;
}

export function lastField(query: string): LastField | null {
  const found = LAST_FIELD.exec(query)?.groups;
  if (!found) return null;
  const { sign = '', name = '', quote = '', value = '' } = found;
  if (quote === '' && /\s/.test(value)) return null;
  const head = query.slice(0, query.length - sign.length - name.length - 1 - quote.length - value.length);
  return { head, sign, field: name.toLowerCase(), quote, value };
}

export function fieldText(field: QueryField, value: string): string {
  return `${field}:${/[\s,()"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
}

export function completions(query: string, known: KnownValues, today: string): Completion[] {
  const last = lastField(query);
  if (!last) return [];
  const { head, sign, field, quote, value } = last;
  if (!isField(field)) {
    const meant = value.startsWith('//') ? undefined : QUERY_FIELDS.find((known) => isNearMiss(field, known));
    if (!meant) return [];
    const text = `${meant}:${quote}${value}`;
    return [{ query: `${head}${sign}${text}`, text, count: null, meant: true }];
  }
  const typed = value.toLowerCase();
  return valuesOf(field, known, today)
    .filter(([candidate]) => candidate.toLowerCase().startsWith(typed) && candidate.toLowerCase() !== typed)
    .slice(0, MOST)
    .map(([candidate, count]) => {
      const text = fieldText(field, candidate);
      return { query: `${head}${sign}${text} `, text, count, meant: false };
    });
}

export function isField(name: string): name is QueryField {
  return (QUERY_FIELDS as readonly string[]).includes(name);
}

/** Returns the values of a field with their counts, most frequent first. Dates and `has:` have no count. */
export function valuesOf(field: QueryField, known: KnownValues, today: string): [string, number | null][] {
  if (field === 'has') return [['image', null]];
  if (field === 'before' || field === 'after') {
    const year = Number(today.slice(0, 4));
    const dates = [today, today.slice(0, 7), String(year), String(year - 1), String(year - 2)];
    return dates.map((date) => [date, null]);
  }
  return Object.entries(known[field] ?? {}).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function isNearMiss(typed: string, name: string): boolean {
  return typed.length >= 3 && editDistance(typed, name, 1) === 1;
}

const WHOLE_DATE = /^\d{4}(-\d\d){0,2}$/;

/** A half-typed filter at the end of the query isn't applied, because it would hide every row until it's complete. */
export function withoutHalfTyped(query: string, known: KnownValues, today: string): string {
  const last = lastField(query);
  if (!last || !isField(last.field)) return query;
  const { head, field, quote, value } = last;
  const typed = value.toLowerCase();
  const values = valuesOf(field, known, today).map(([candidate]) => candidate.toLowerCase());
  const half =
    typed === '' ||
    quote !== '' ||
    (field === 'before' || field === 'after'
      ? /^[\d-]+$/.test(typed) && !WHOLE_DATE.test(typed)
      : values.some((candidate) => candidate.startsWith(typed)) && !values.includes(typed));
  return half ? head.replace(/[\s(]+$/u, '') : query;
}
