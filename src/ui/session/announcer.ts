/**
 * Says results to screen readers: answers politely and only once typing rests, failures, and empty answers to Enter, at once.
 * The host renders `polite` and `assertive` into two live regions that are always there.
 */
import type { ReactiveControllerHost } from 'lit';
import { StateController } from '../shared/state-controller.ts';

/** Rest after the last call before a polite message is spoken. */
const REST_MS = 700;

export class Announcer extends StateController<{ polite: string; assertive: string }> {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    super(host, { polite: '', assertive: '' });
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  say(message: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.set({ polite: repeatable(this.state.polite, message) }), REST_MS);
  }

  sayNow(message: string): void {
    clearTimeout(this.#timer);
    this.set({ assertive: repeatable(this.state.assertive, message) });
  }
}

/** A region that gets the same text twice stays silent; a trailing no-break space makes it another text. */
function repeatable(previous: string, next: string): string {
  return previous === next ? `${next}\u00a0` : next;
}
