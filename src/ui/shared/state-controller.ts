/**
 * A controller whose state is one object that nobody else writes: giving it other values is the one way to ask for a
 * rendering, so no part of the element has to remember to.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export abstract class StateController<State extends object> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #state: Readonly<State>;

  constructor(host: ReactiveControllerHost, initial: State) {
    this.#host = host;
    this.#state = initial;
    // A host that is in the page already calls `hostConnected` at once, before a subclass has its fields.
    queueMicrotask(() => host.addController(this));
  }

  get state(): Readonly<State> {
    return this.#state;
  }

  hostConnected(): void {}

  protected set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    this.#host.requestUpdate();
  }
}
