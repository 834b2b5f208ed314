/** State that one class owns and others show. Only the owner sets it. Every change notifies the subscribers. */

export interface Watchable {
  subscribe(listener: () => void): () => void;
}

export abstract class State<Shape extends object> implements Watchable {
  readonly #listeners = new Set<() => void>();
  #state: Readonly<Shape>;

  constructor(initial: Shape) {
    this.#state = initial;
  }

  get state(): Readonly<Shape> {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  protected set(change: Partial<Shape>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of [...this.#listeners]) listener();
  }
}
