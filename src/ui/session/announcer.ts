/**
 * Announces messages to screen readers. Urgent messages, such as failures, are announced immediately; others, such as
 * answers, once no other message has followed for a moment.
 */
import { State } from '../shared/state.ts';

const REST_MS = 700;

export class Announcer extends State<{ polite: string; assertive: string }> {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super({ polite: '', assertive: '' });
  }

  stop(): void {
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

/** A live region stays silent if its text doesn't change. So a repeated message gets a no-break space at its end. */
function repeatable(previous: string, next: string): string {
  return previous === next ? `${next}\u00a0` : next;
}
