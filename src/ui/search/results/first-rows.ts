/**
 * Draws the first rows in two tasks, the upper ones first, so that they're visible a frame earlier and the page
 * responds in between. Drawn together, they were the page's longest tasks: 8 to 13 ms to draw ten rows, and 12 to 20 ms
 * in the frame that laid them out. While a worker starts, a task takes three to four times as long.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { nextTask } from '../../shared/next-task.ts';

/** About as many rows as are visible if the element has a usual height. */
const UPPER = 5;

export class FirstRows implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #results: { readonly ids: readonly string[] };
  #empty = true;
  #most = Number.POSITIVE_INFINITY;

  constructor(host: ReactiveControllerHost, results: { readonly ids: readonly string[] }) {
    this.#host = host;
    this.#results = results;
    host.addController(this);
  }

  get most(): number {
    return this.#most;
  }

  hostUpdate(): void {
    const { length } = this.#results.ids;
    if (this.#empty && length > UPPER) {
      this.#most = UPPER;
      void this.#drawAll();
    }
    this.#empty = length === 0;
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
