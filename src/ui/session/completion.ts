/**
 * Completions of the end of a query: the person's own values after a field (`tag:ho` → `tag:home`), and the field
 * meant by a typo (`tga:home`). Pure.
 */
import { QUERY_FIELDS, type QueryField } from '../../core/query/fields.ts';
import { editDistance } from '../../core/text/edit-distance.ts';

export interface Completion {
  /** The whole query with it. */
  query: string;
  /** The shown text: the field with its value. */
  text: string;
  /** Notes that have it, if known. */
  count: number | null;
  /** The field was misspelt, and this one is similar. */
  meant: boolean;
}

/** A completion's id among the options. No memory's id begins like this. */
export const completionId = (completion: Completion): string => `\u0000${completion.query}`;

/** Values by field with their number of notes. */
export type KnownValues = { readonly [field in QueryField]?: { readonly [value: string]: number } };

const MOST = 6;
/** A word before a colon at the end of the query, with the typed part of its value. */
const LAST_FIELD = /(?:^|(?<=[\s(]))(?<sign>[-+]?)(?<name>\p{L}{2,12}):(?<quote>"?)(?<value>[^"]*)$/u;

interface LastField {
  /** The query before the word. */
  head: string;
  sign: string;
  /** In small letters. Not a known field if it's misspelt. */
  field: string;
  /** An opening quote without a closing one. */
  quote: string;
  value: string;
}

/** Null if the query doesn't end in a field. */
export function lastField(query: string): LastField | null {
  const found = LAST_FIELD.exec(query)?.groups;
  if (!found) return null;
  const { sign = '', name = '', quote = '', value = '' } = found;
  if (quote === '' && /\s/.test(value)) return null;
  const head = query.slice(0, query.length - sign.length - name.length - 1 - quote.length - value.length);
  return { head, sign, field: name.toLowerCase(), quote, value };
}

/** As it's written in a query. */
export function fieldText(field: QueryField, value: string): string {
  return `${field}:${/[\s,()"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
}

/** At most six, most frequent first. None if the query doesn't end in a field. */
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

/** Values that fit the field, most frequent first. */
export function valuesOf(field: QueryField, known: KnownValues, today: string): [string, number | null][] {
  if (field === 'has') return [['image', null]];
  if (field === 'before' || field === 'after') {
    const year = Number(today.slice(0, 4));
    const dates = [today, today.slice(0, 7), String(year), String(year - 1), String(year - 2)];
    return dates.map((date) => [date, null]);
  }
  return Object.entries(known[field] ?? {}).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** One letter more, less or different, or two neighbours swapped, in names of three letters and more. */
function isNearMiss(typed: string, name: string): boolean {
  return typed.length >= 3 && editDistance(typed, name, 1) === 1;
}
