/**
 * A new answer must not move the row that the pointer was moved onto. A row that slides under a resting pointer
 * doesn't count. Without it, two tests in `no-jump` fail, because the row moves away just before the click.
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

  /**
   * Call it in a `pointermove` handler of an element inside the host. The host clears the row while it captures the
   * event, and checks it when the event bubbles up.
   */
  point(id: string): void {
    this.#id = id;
  }

  /** Call it when another query is typed, because someone who types isn't using the pointer. */
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
