/**
 * Rows get their buttons once they have been on the screen for a moment. The buttons are half of a row's elements, but
 * visible only on a row that's hovered, active or focused. Drawing them together with the rows delayed the answer to
 * each keystroke.
 */
import { State } from '../../shared/state.ts';

/** Milliseconds. Moving a hand from the box to a row takes longer, and drawing an answer takes less. */
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
