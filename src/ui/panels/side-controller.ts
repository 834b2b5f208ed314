/** The panel beside the results: which one is open, and where the focus goes when it opens and closes. */
import type { LitElement } from 'lit';
import type { Memory } from '../../core/record/memory.ts';
import type { Hit } from '../../core/results/response.ts';
import type { ElementHost } from '../shared/element-host.ts';
import { StateController } from '../shared/state-controller.ts';

export type SideKind = 'none' | 'memory' | 'form' | 'import' | 'settings' | 'help';

export type Side =
  | { kind: 'none' | 'import' | 'settings' | 'help' }
  | { kind: 'memory'; memory: Memory; hit: Hit | null }
  | { kind: 'form'; memory: Memory | null };

export class SideController extends StateController<{ current: Side }> {
  readonly #host: ElementHost;
  readonly #onChange: (before: Side) => void;
  #returnFocus: HTMLElement | null = null;

  /** `onChange` is called when a panel has opened or closed, with the one that was there before. */
  constructor(host: ElementHost, onChange: (before: Side) => void) {
    super(host, { current: { kind: 'none' } });
    this.#host = host;
    this.#onChange = onChange;
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
    if (!this.isOpen) this.#returnFocus = this.#host.shadowRoot?.activeElement as HTMLElement | null;
    this.#change(side);
    void this.#host.updateComplete.then(async () => {
      const panel = this.#host.renderRoot.querySelector<LitElement>('.side > *');
      await panel?.updateComplete;
      panel?.focus();
    });
  }

  /** Shows the same note as it is now; the focus stays. */
  show(memory: Memory): void {
    this.set({ current: { kind: 'memory', memory, hit: null } });
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

  #change(current: Side): void {
    const before = this.state.current;
    this.set({ current });
    this.#onChange(before);
  }
}
