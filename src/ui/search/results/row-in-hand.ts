/**
 * The row that the pointer was moved onto, which a new answer must not move. A row that slides under a resting pointer
 * doesn't count: only moving the pointer takes a row, and moving it elsewhere releases the row.
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

  /** Call it while the event is on its way from the host to the row and back. */
  take(id: string): void {
    this.#id = id;
  }

  /** Releases the row. Called when another query was typed, because the person has left the pointer. */
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
