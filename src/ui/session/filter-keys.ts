/**
 * Tab turns a filter at the end of the query into a chosen filter. Backspace at the start of the query turns the last
 * chosen filter back into text.
 */
import type { FacetName } from '../../core/filter/filters.ts';
import type { QueryField } from '../../core/query/fields.ts';
import { completionId, fieldText, lastField, valuesOf } from './completion.ts';
import { chosenValues, toggleValue } from './filter-values.ts';
import type { Session } from './session.ts';

const FACETS: { readonly [field in QueryField]?: FacetName } = { tag: 'tags', type: 'type', source: 'source' };

/** Returns false if the query doesn't end with such a filter, or if no filters part would show the choice. */
export function chooseTyped(session: Session, target: EventTarget | null): boolean {
  const { search, selection, places, strings, announcer } = session;
  if (!isCaretAt(target, search.state.query.length) || !places.has('hybrid-search-filters')) return false;
  const completion = session.completions.find((one) => completionId(one) === selection.activeId);
  const query = completion?.query.trimEnd() ?? search.state.query;
  const { head, sign, field, value } = lastField(query.replace(/"$/, '')) ?? {};
  const facet = FACETS[field as QueryField];
  if (!facet || !value || sign === '-' || head?.endsWith('(')) return false;
  const chosen = knownValue(session, field as QueryField, value);
  const { filters } = search.state;
  session.ask(head!, true);
  if (!chosenValues(filters, facet).includes(chosen)) search.setFilters(toggleValue(filters, facet, chosen));
  announcer.sayNow(`${strings.facet[facet]}: ${chosen}`);
  return true;
}

function knownValue(session: Session, field: QueryField, typed: string): string {
  const known = valuesOf(field, session.knownValues, '').map(([value]) => value);
  const begin = typed.toLowerCase();
  const same = known.find((value) => value.toLowerCase() === begin);
  return same ?? known.find((value) => value.toLowerCase().startsWith(begin)) ?? typed;
}

export function editLastFilter(session: Session, target: EventTarget | null): boolean {
  const { filters, query } = session.search.state;
  const facet = Object.keys(filters).findLast((key) => Object.values<string>(FACETS).includes(key)) as FacetName;
  if (!facet || !isCaretAt(target, 0)) return false;
  const value = chosenValues(filters, facet).at(-1)!;
  const field = (Object.keys(FACETS) as QueryField[]).find((one) => FACETS[one] === facet)!;
  const text = fieldText(field, value);
  session.ask(query === '' ? text : `${text} ${query}`, true);
  session.search.setFilters(toggleValue(filters, facet, value));
  session.announcer.sayNow(text);
  void session.places.rendered().then(() => target.setSelectionRange(text.length, text.length));
  return true;
}

function isCaretAt(target: EventTarget | null, at: number): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.selectionStart === at && target.selectionEnd === at;
}
