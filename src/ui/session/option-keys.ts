/**
 * Keys of an editable combobox and its listbox (ARIA Authoring Practices Guide). If the box is in another shadow root,
 * the list takes the focus itself and has the same keys. Tab turns a filter at the end of the query into a chosen filter,
 * and Backspace at the start of the query turns the last chosen filter back into text.
 */
import type { FacetName } from '../../core/filter/filters.ts';
import type { QueryField } from '../../core/query/fields.ts';
import { completionId, fieldText, lastField, valuesOf } from './answer/completion.ts';
import { chosenValues, toggleValue } from './answer/filter-values.ts';
import type { Session } from './session.ts';

const PAGE = 5;

/** Ignores keys while an input method is composing text. For these keys, older Safari reports the key code 229. */
export function onOptionKeys(event: KeyboardEvent, session: Session): void {
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
  if (event.altKey) return;
  const handled = event.ctrlKey || event.metaKey ? openKeepingFocus(event, session) : handle(event, session);
  if (!handled) return;
  event.preventDefault();
  event.stopPropagation();
}

function openKeepingFocus({ key, shiftKey }: KeyboardEvent, session: Session): boolean {
  const { results, selection } = session;
  const row = results.row(selection.activeId ?? results.ids[0] ?? '');
  if (key !== 'Enter' || shiftKey || !row) return false;
  session.choose(row, true);
  return true;
}

function recall(session: Session): boolean {
  const [last] = session.recents.state.list;
  if (session.search.state.query !== '' || last === undefined) return false;
  session.ask(last, false);
  return true;
}

function handle(event: KeyboardEvent, session: Session): boolean {
  // Without a list, nobody could see the active option.
  const ids = session.places.list ? session.optionIds : [];
  const { activeId } = session.selection;
  const index = activeId === null ? -1 : ids.indexOf(activeId);
  const move = (to: number): boolean => {
    session.activate(ids[to] ?? null);
    return true;
  };
  switch (event.key) {
    case 'ArrowDown':
      return ids.length > 0 && move(index + 1 < ids.length ? index + 1 : -1);
    case 'ArrowUp':
      if (index < 0 && recall(session)) return true;
      return ids.length > 0 && move(index < 0 ? ids.length - 1 : index - 1);
    case 'PageDown':
      return index >= 0 && move(Math.min(ids.length - 1, index + PAGE));
    case 'PageUp':
      return index >= 0 && move(Math.max(0, index - PAGE));
    // Without an active option, Home and End move the caret.
    case 'Home':
      return index >= 0 && !event.shiftKey && move(0);
    case 'End':
      return index >= 0 && !event.shiftKey && move(ids.length - 1);
    case 'ArrowRight':
    case 'ArrowLeft':
      if (index < 0 || event.shiftKey || !leavesText(event)) return false;
      session.places.list?.focusActions();
      return true;
    case 'Enter':
      if (activeId !== null) session.chooseOption(activeId);
      else session.submit();
      return true;
    case 'Tab':
      return !event.shiftKey && chooseTyped(session, event.currentTarget);
    case 'Backspace':
      return editLastFilter(session, event.currentTarget);
    case 'Escape':
      if (index >= 0) return move(-1);
      return session.escape();
    default:
      return false;
  }
}

/** Whether the arrow points forward from the end of the text. Without text, the direction of the layout decides. */
function leavesText({ key, currentTarget }: KeyboardEvent): boolean {
  const field = currentTarget as HTMLElement;
  const input = field instanceof HTMLInputElement && field.value !== '' ? field : null;
  const running = input ?? field.parentElement!;
  const onward = getComputedStyle(running).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (key !== onward) return false;
  return input === null || (input.selectionStart === input.value.length && input.selectionEnd === input.value.length);
}

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
