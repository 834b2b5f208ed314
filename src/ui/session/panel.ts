import type { Memory } from '../../core/record/memory.ts';
import type { Hit } from '../../core/results/response.ts';
import { State } from '../shared/state.ts';
import { focused, type Places } from './places.ts';

export type SideKind = 'none' | 'memory' | 'form' | 'import' | 'settings' | 'judge' | 'help';
export type PanelKind = Exclude<SideKind, 'none'>;

export type Side =
  | { kind: 'none' | 'import' | 'settings' | 'judge' | 'help' }
  | { kind: 'memory'; memory: Memory; hit: Hit | null }
  | { kind: 'form'; memory: Memory | null };

export const PANEL_TAGS: { readonly [kind in PanelKind]: string } = {
  memory: 'hybrid-search-reader',
  form: 'hybrid-search-editor',
  import: 'hybrid-search-import',
  settings: 'hybrid-search-settings',
  judge: 'hybrid-search-judge',
  help: 'hybrid-search-help',
};

export class Panel extends State<{ current: Side }> {
  readonly #places: Places;
  readonly #onChange: (before: Side) => void;
  #returnFocus: HTMLElement | null = null;
  #focusDue = false;

  constructor(places: Places, onChange: (before: Side) => void) {
    super({ current: { kind: 'none' } });
    this.#places = places;
    this.#onChange = onChange;
  }

  get isOpen(): boolean {
    return this.state.current.kind !== 'none';
  }

  get openMemory(): Memory | null {
    return this.state.current.kind === 'memory' ? this.state.current.memory : null;
  }

  open(side: Side, takesFocus = true): void {
    const opener = focused();
    // Closing never returns the focus to another panel, only to an element outside the panels.
    if (!this.isOpen || (opener && !isInPanel(opener))) this.#returnFocus = opener;
    this.#focusDue = takesFocus && side.kind !== 'none';
    this.#change(side);
  }

  /** Shows the current version of the open note, without moving the focus. Pass `hit` if its ranges still fit. */
  show(memory: Memory, hit: Hit | null = null): void {
    this.set({ current: { kind: 'memory', memory, hit } });
  }

  toggle(kind: SideKind): void {
    if (kind === 'none' || kind === this.state.current.kind) this.close();
    else if (kind === 'form') this.open({ kind, memory: null });
    else if (kind !== 'memory') this.open({ kind });
  }

  close(returnFocus = true): void {
    this.#focusDue = false;
    this.#change({ kind: 'none' });
    if (!returnFocus) return;
    void this.#places.rendered().then(() => {
      if (this.#returnFocus?.isConnected) this.#returnFocus.focus();
      if (!focused()) this.#places.focusBox();
    });
  }

  /** Closes the panel that the element with this tag shows, because the element's script couldn't be fetched. */
  closeElement(tag: string): void {
    const { kind } = this.state.current;
    if (kind !== 'none' && PANEL_TAGS[kind] === tag) this.close();
  }

  /** Returns true once after each opening that takes the focus. So only the first panel of that kind takes it. */
  takeFocus(kind: PanelKind): boolean {
    const due = this.#focusDue && kind === this.state.current.kind;
    if (due) this.#focusDue = false;
    return due;
  }

  readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || !this.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  };

  #change(current: Side): void {
    const before = this.state.current;
    this.set({ current });
    this.#onChange(before);
  }
}

const PANELS = Object.values(PANEL_TAGS).join(', ');

function isInPanel(element: HTMLElement): boolean {
  for (let at: Node | null = element; at; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at instanceof Element && at.matches(PANELS)) return true;
  return false;
}
