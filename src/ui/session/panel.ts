/** Which panel is open next to the results, and where the focus goes when it opens and closes. */
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

/** The elements that show them. */
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

  /** @param onChange called when a panel opens or closes, with the one before */
  constructor(places: Places, onChange: (before: Side) => void) {
    super({ current: { kind: 'none' } });
    this.#places = places;
    this.#onChange = onChange;
  }

  get isOpen(): boolean {
    return this.state.current.kind !== 'none';
  }

  /** The note that is read, null where none is. */
  get openMemory(): Memory | null {
    return this.state.current.kind === 'memory' ? this.state.current.memory : null;
  }

  /** Opens a panel, which takes the focus unless told otherwise. */
  open(side: Side, takesFocus = true): void {
    const opener = focused();
    // Don't return into a panel that led to this one. A button outside the panels is a place to return to.
    if (!this.isOpen || (opener && !isInPanel(opener))) this.#returnFocus = opener;
    this.#focusDue = takesFocus && side.kind !== 'none';
    this.#change(side);
  }

  /** Shows the same note as it is now; the focus stays. `hit`: if its ranges still fit the text. */
  show(memory: Memory, hit: Hit | null = null): void {
    this.set({ current: { kind: 'memory', memory, hit } });
  }

  toggle(kind: SideKind): void {
    if (kind === 'none' || kind === this.state.current.kind) this.close();
    else if (kind === 'form') this.open({ kind, memory: null });
    else if (kind !== 'memory') this.open({ kind });
  }

  /** The focus goes back to where it was, or into the box. */
  close(returnFocus = true): void {
    this.#focusDue = false;
    this.#change({ kind: 'none' });
    if (!returnFocus) return;
    void this.#places.rendered().then(() => {
      if (this.#returnFocus?.isConnected) this.#returnFocus.focus();
      if (!focused()) this.#places.focusBox();
    });
  }

  /** True once after each opening: the panel that asks first takes the focus. */
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
