/**
 * Keys of an editable combobox and its listbox (ARIA Authoring Practices Guide). If the box is in another shadow root,
 * the list takes the focus itself and has the same keys.
 */
import { chooseTyped, editLastFilter } from './filter-keys.ts';
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
