/** A half-typed filter at the end of the query isn't applied, because it would hide every row until it's complete. */
import { isField, type KnownValues, lastField, valuesOf } from './completion.ts';

const WHOLE_DATE = /^\d{4}(-\d\d){0,2}$/;

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
