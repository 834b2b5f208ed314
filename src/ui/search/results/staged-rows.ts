/**
 * Draws rows in three steps, each in a task of its own: the upper rows, so that they're visible a frame earlier and the
 * page responds in between; the others; and once they have been on the screen for a moment, their buttons.
 *
 * Drawn together, the first ten rows were the page's longest tasks: 8 to 13 ms to draw them, and 12 to 20 ms in the frame
 * that laid them out. While a worker starts, a task takes three to four times as long. The buttons are half of a row's
 * elements, but visible only on a row that's hovered, active or focused. With them, each keystroke was answered later.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { nextTask } from '../../shared/next-task.ts';

/** About as many rows as are visible if the element has a usual height. */
const UPPER = 5;
/** Milliseconds. Moving a hand from the box to a row takes longer, and drawing an answer takes less. */
const REST_MS = 100;

export class StagedRows implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #results: { readonly ids: readonly string[] };
  #empty = true;
  #most = Number.POSITIVE_INFINITY;
  #rested: ReadonlySet<string> = new Set();
  #awaited = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, results: { readonly ids: readonly string[] }) {
    this.#host = host;
    this.#results = results;
    host.addController(this);
  }

  get most(): number {
    return this.#most;
  }

  get rested(): ReadonlySet<string> {
    return this.#rested;
  }

  hostUpdate(): void {
    const { length } = this.#results.ids;
    if (this.#empty && length > UPPER) {
      this.#most = UPPER;
      void this.#drawAll();
    }
    this.#empty = length === 0;
  }

  hostUpdated(): void {
    const { ids } = this.#results;
    const awaited = JSON.stringify(ids);
    if (awaited === this.#awaited) return;
    this.#awaited = awaited;
    clearTimeout(this.#timer);
    if (ids.every((id) => this.#rested.has(id))) return;
    this.#timer = setTimeout(() => {
      this.#rested = new Set(this.#results.ids);
      this.#host.requestUpdate();
    }, REST_MS);
  }

  async #drawAll(): Promise<void> {
    await this.#host.updateComplete;
    // A page in the background gets no frames.
    if (!document.hidden) await new Promise(requestAnimationFrame);
    await nextTask();
    this.#most = Number.POSITIVE_INFINITY;
    this.#host.requestUpdate();
  }
}
