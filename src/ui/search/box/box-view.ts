import { onOptionKeys } from '../../session/option-keys.ts';
import type { View } from '../../session/part.ts';
import type { BoxPlace } from '../../session/places.ts';
import type { Session } from '../../session/session.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';
import { renderSearchBox } from './search-box.ts';
import { shortcutHint } from './shortcut-keys.ts';
import { onShortcut } from './shortcuts.ts';
import { spinnerStyles } from './spinner.styles.ts';

export interface Box extends BoxPlace, Element {
  query: string;
  readonly placeholder: string | null;
  readonly shortcut: string | boolean | null | undefined;
  readonly composed: boolean;
  readonly outer: Element;
  focus(): void;
  select(): void;
}

/** On these devices, the on-screen keyboard covers half of the page. */
const PHONE = '(pointer: coarse) and (max-width: 34rem)';

export class BoxView implements View {
  readonly styles = [spinnerStyles];
  readonly watched;
  readonly #box: Box;
  readonly #session: Session;
  readonly #stops: readonly (() => void)[];

  constructor(box: Box, session: Session) {
    const { search, results, selection, connection, places } = session;
    this.#box = box;
    this.#session = session;
    this.watched = [search, results, selection, connection];
    places.box = box;
    if (box.query && !search.state.query) session.takeQuery(box.query);
    else box.query = search.state.query;
    const follow = (): void => {
      box.query = search.state.query;
    };
    const take = (): void => {
      box.focus();
      box.select();
    };
    this.#stops = [search.subscribe(follow), onShortcut(box, take)];
  }

  render(strings: SearchStrings): unknown {
    const box = this.#box;
    const session = this.#session;
    const { activeId } = session.selection;
    return renderSearchBox({
      strings,
      filled: box.query !== '',
      placeholder: box.placeholder ?? strings.placeholder,
      shortcutHint: shortcutHint(box.shortcut),
      busy: session.search.state.late,
      options: box.composed
        ? {
            expanded: session.optionIds.length > 0,
            active: activeId === null ? null : session.results.optionId(activeId),
          }
        : null,
      onFocus: () => {
        this.#moveToTop();
        session.search.expectTyping();
      },
      onInput: (text) => {
        this.#moveToTop();
        session.ask(text, true);
      },
      onKeydown: this.#onKeydown,
      onClear: () => session.ask('', false),
    });
  }

  close(): void {
    const { places } = this.#session;
    if (places.box === this.#box) places.box = null;
    for (const stop of this.#stops) stop();
  }

  #moveToTop(): void {
    if (matchMedia(PHONE).matches) this.#box.outer.scrollIntoView({ block: 'start' });
  }

  /** Alt+Z undoes the newest delete, because Ctrl+Z belongs to the text in the box. */
  readonly #onKeydown = (event: KeyboardEvent): void => {
    const { writing, selection, places } = this.#session;
    const deleted = writing.state.deletes.at(-1);
    if (event.altKey && event.code === 'KeyZ' && deleted) {
      event.preventDefault();
      writing.state.writer?.undo(deleted);
      return;
    }
    onOptionKeys(event, this.#session);
    // ARIA can't refer to an option in another shadow root. So if the list is in another root, it takes the focus.
    if (!this.#box.composed && selection.activeId !== null) places.list?.focus();
  };
}
