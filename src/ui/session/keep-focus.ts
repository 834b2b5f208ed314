/** If rendering removes the focused element, focuses the box, so that the page's body never gets the focus. */
import type { LitElement, ReactiveController } from 'lit';

export class KeepFocus implements ReactiveController {
  readonly #host: LitElement;
  readonly #focusBox: () => void;
  readonly #drawn: () => Promise<unknown>;
  #had = false;

  /** @param drawn resolves when the elements inside the host are drawn too */
  constructor(host: LitElement, focusBox: () => void, drawn: () => Promise<unknown>) {
    this.#host = host;
    this.#focusBox = focusBox;
    this.#drawn = drawn;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#had = this.#host.matches(':focus-within');
  }

  hostUpdated(): void {
    if (!this.#had) return;
    void this.#drawn().then(() => {
      if (this.#host.isConnected && document.activeElement === document.body) this.#focusBox();
    });
  }
}
