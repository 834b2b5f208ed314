/** The panel beside the results: which one is open, and where the focus goes when it opens and closes. */
import type { LitElement } from 'lit';
import type { Memory } from '../../core/record/memory.ts';
import type { Hit } from '../../core/results/response.ts';
import { loadPanel, type PanelTag } from '../element/load-panel.ts';
import { StateController } from '../shared/state-controller.ts';
import type { ElementHost } from './session-host.ts';

export type SideKind = 'none' | 'memory' | 'form' | 'import' | 'settings' | 'judge' | 'help';

export type Side =
  | { kind: 'none' | 'import' | 'settings' | 'judge' | 'help' }
  | { kind: 'memory'; memory: Memory; hit: Hit | null }
  | { kind: 'form'; memory: Memory | null };

const TAGS: { [kind in Exclude<SideKind, 'none'>]: PanelTag } = {
  memory: 'hs-memory-view',
  form: 'hs-memory-form',
  import: 'hs-import-panel',
  settings: 'hs-settings-panel',
  judge: 'hs-judge-panel',
  help: 'hs-help-panel',
};

export interface SideListener {
  /** A panel has opened or closed; `before` was there until then. */
  onChange(before: Side): void;
  /** The script of a panel could not be fetched. */
  onMissing(error: Error): void;
}

export class SideController extends StateController<{ current: Side }> {
  readonly #host: ElementHost;
  readonly #listener: SideListener;
  #returnFocus: HTMLElement | null = null;

  constructor(host: ElementHost, listener: SideListener) {
    super(host, { current: { kind: 'none' } });
    this.#host = host;
    this.#listener = listener;
  }

  get isOpen(): boolean {
    return this.state.current.kind !== 'none';
  }

  /** The note that is read, null where none is. */
  get openMemory(): Memory | null {
    return this.state.current.kind === 'memory' ? this.state.current.memory : null;
  }

  /** Opens a panel and gives it the focus. */
  open(side: Side): void {
    const opener = this.#host.shadowRoot?.activeElement as HTMLElement | null | undefined;
    // One panel that leads to another is no place to go back to; a button outside that replaces it is.
    if (!this.isOpen || (opener && !opener.closest('.side'))) this.#returnFocus = opener ?? null;
    this.#change(side);
    if (side.kind !== 'none') void this.#focus(TAGS[side.kind]);
  }

  /** Shows the same note as it is now; the focus stays. `hit`: where its ranges still fit the text. */
  show(memory: Memory, hit: Hit | null = null): void {
    this.set({ current: { kind: 'memory', memory, hit } });
  }

  toggle(kind: SideKind): void {
    if (kind === 'none') this.close();
    else if (kind === 'form') this.open({ kind: 'form', memory: null });
    else if (kind !== 'memory') this.open({ kind });
  }

  /** The focus goes back to where it was, or into the box. */
  close(returnFocus = true): void {
    this.#change({ kind: 'none' });
    if (!returnFocus) return;
    void this.#host.updateComplete.then(() => {
      if (this.#returnFocus?.isConnected) this.#returnFocus.focus();
      if (!this.#host.shadowRoot?.activeElement) this.#host.focus();
    });
  }

  readonly onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  };

  async #focus(tag: PanelTag): Promise<void> {
    try {
      await loadPanel(tag);
    } catch (error) {
      this.close();
      this.#listener.onMissing(error as Error);
      return;
    }
    await this.#host.updateComplete;
    // Another may have been opened while this one's script was on its way.
    const panel = this.#host.renderRoot.querySelector<LitElement>(`.side > ${tag}`);
    await panel?.updateComplete;
    panel?.focus();
  }

  #change(current: Side): void {
    const before = this.state.current;
    this.set({ current });
    this.#listener.onChange(before);
  }
}
