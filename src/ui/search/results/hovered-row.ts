/**
 * The row that the pointer was moved onto, which a new answer must not move. A row that slides under a resting pointer
 * doesn't count: only a pointer that moves points at a row, and releases it when it moves elsewhere.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class HoveredRow implements ReactiveController {
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #onLeave: () => void;
  #id: string | null = null;
  #before: string | null = null;

  constructor(host: ReactiveControllerHost & EventTarget, onLeave: () => void) {
    this.#host = host;
    this.#onLeave = onLeave;
    host.addController(this);
  }

  get id(): string | null {
    return this.#id;
  }

  /** Call it while the event is on its way from the host to the row and back. */
  point(id: string): void {
    this.#id = id;
  }

  /** Called when another query was typed, because the person has left the pointer. */
  release(): void {
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
    if (this.#before !== null && this.#id === null) this.#onLeave();
  };

  readonly #leave = (): void => {
    this.#begin();
    this.#end();
  };
}
