/**
 * The row that the pointer was moved onto, which an answer must not move. A row that slid under a resting pointer isn't in
 * hand: only a movement takes a row, and the next one elsewhere lets go of it.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class RowInHand implements ReactiveController {
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #onLetGo: () => void;
  #id: string | null = null;
  #before: string | null = null;

  constructor(host: ReactiveControllerHost & EventTarget, onLetGo: () => void) {
    this.#host = host;
    this.#onLetGo = onLetGo;
    host.addController(this);
  }

  get id(): string | null {
    return this.#id;
  }

  /** Called by the row while the event is on its way from the host and back to it. */
  take(id: string): void {
    this.#id = id;
  }

  /** Another query, so the hand is on the keys. */
  forget(): void {
    this.#id = null;
  }

  hostConnected(): void {
    this.#host.addEventListener('pointermove', this.#begin, { capture: true });
    this.#host.addEventListener('pointermove', this.#end);
    this.#host.addEventListener('pointerleave', this.#leave);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('pointermove', this.#begin, { capture: true });
    this.#host.removeEventListener('pointermove', this.#end);
    this.#host.removeEventListener('pointerleave', this.#leave);
  }

  readonly #begin = (): void => {
    this.#before = this.#id;
    this.#id = null;
  };

  readonly #end = (): void => {
    if (this.#before !== null && this.#id === null) this.#onLetGo();
  };

  readonly #leave = (): void => {
    this.#begin();
    this.#end();
  };
}
