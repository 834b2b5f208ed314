/**
 * Keys of an editable combobox whose listbox stands below it in the same shadow root (APG; U2).
 * The focus stays in the input; the active option is named by `aria-activedescendant`. Which rows there are, and what
 * choosing one does, the listener knows.
 */
import type { ReactiveControllerHost } from 'lit';
import { StateController } from '../../shared/state-controller.ts';

/** Options that Page Up and Page Down jump over. */
const PAGE = 5;

export interface ComboboxListener {
  /** Ids of the options in visual order. */
  optionIds(): readonly string[];
  onChoose(id: string): void;
  /** Enter without an active option. */
  onSubmit(): void;
  /** Escape without an active option; false where there was nothing to do, so that the page may have the key. */
  onEscape(): boolean;
  onActiveChange(id: string | null): void;
  /** The arrow after the end of the text, with an option active: to what can be done with it. */
  onActions(): void;
}

export class Combobox extends StateController<{ activeId: string | null }> {
  readonly #listener: ComboboxListener;

  constructor(host: ReactiveControllerHost, listener: ComboboxListener) {
    super(host, { activeId: null });
    this.#listener = listener;
  }

  /** Null as well where the row is no longer there. */
  get activeId(): string | null {
    const { activeId } = this.state;
    return activeId !== null && this.#listener.optionIds().includes(activeId) ? activeId : null;
  }

  setActive(id: string | null): void {
    if (id === this.activeId) return;
    this.set({ activeId: id });
    this.#listener.onActiveChange(id);
  }

  /** Listens on the input. While an input method composes, every key is its own (229 in older Safari). */
  readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#handle(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  #handle(event: KeyboardEvent): boolean {
    const ids = this.#listener.optionIds();
    const index = this.activeId === null ? -1 : ids.indexOf(this.activeId);
    const move = (to: number): boolean => {
      this.setActive(ids[to] ?? null);
      return true;
    };
    switch (event.key) {
      case 'ArrowDown':
        return ids.length > 0 && move(index + 1 < ids.length ? index + 1 : -1);
      case 'ArrowUp':
        return ids.length > 0 && move(index < 0 ? ids.length - 1 : index - 1);
      case 'PageDown':
        return index >= 0 && move(Math.min(ids.length - 1, index + PAGE));
      case 'PageUp':
        return index >= 0 && move(Math.max(0, index - PAGE));
      // In the text, Home and End belong to the caret.
      case 'Home':
        return index >= 0 && !event.shiftKey && move(0);
      case 'End':
        return index >= 0 && !event.shiftKey && move(ids.length - 1);
      case 'ArrowRight':
      case 'ArrowLeft':
        if (index < 0 || event.shiftKey || !leavesText(event)) return false;
        this.#listener.onActions();
        return true;
      case 'Enter':
        if (this.activeId !== null) this.#listener.onChoose(this.activeId);
        else this.#listener.onSubmit();
        return true;
      case 'Escape':
        if (index >= 0) return move(-1);
        return this.#listener.onEscape();
      default:
        return false;
    }
  }
}

/** The caret stands at the end of the text, and the arrow points onward: as the text runs, in an empty box as the rows do. */
function leavesText({ key, currentTarget }: KeyboardEvent): boolean {
  const input = currentTarget as HTMLInputElement;
  const running = input.value === '' ? input.parentElement! : input;
  const onward = getComputedStyle(running).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  return key === onward && input.selectionStart === input.value.length && input.selectionEnd === input.value.length;
}
