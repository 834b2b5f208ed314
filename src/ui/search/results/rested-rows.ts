/**
 * Rows get their buttons once they have been on the screen for a moment. The buttons are half of a row's elements and
 * only visible under the pointer, the keys or focus. Drawn with the rows, they delayed each key's answer.
 */
import { State } from '../../shared/state.ts';

/** Shorter than a hand takes from the box to a row, longer than drawing an answer takes. */
const REST_MS = 100;

export class RestedRows extends State<{ ids: ReadonlySet<string> }> {
  readonly #shown: () => readonly string[];
  #awaited = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(shown: () => readonly string[]) {
    super({ ids: new Set() });
    this.#shown = shown;
  }

  has(id: string): boolean {
    return this.state.ids.has(id);
  }

  look(): void {
    const ids = this.#shown();
    const awaited = JSON.stringify(ids);
    if (awaited === this.#awaited) return;
    this.#awaited = awaited;
    clearTimeout(this.#timer);
    if (ids.every((id) => this.has(id))) return;
    this.#timer = setTimeout(() => this.set({ ids: new Set(this.#shown()) }), REST_MS);
  }
}
