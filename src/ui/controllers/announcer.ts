/**
 * Says results to screen readers: counts politely and only once typing rests, failures and empty answers at once.
 * The host renders `polite` and `assertive` into two live regions that are always there.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Rest after the last call before a polite message is spoken. */
const REST_MS = 700;

export class AnnouncerController implements ReactiveController {
  polite = '';
  assertive = '';
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  say(message: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.polite = repeatable(this.polite, message);
      this.#host.requestUpdate();
    }, REST_MS);
  }

  sayNow(message: string): void {
    clearTimeout(this.#timer);
    this.assertive = repeatable(this.assertive, message);
    this.#host.requestUpdate();
  }
}

/** A region that gets the same text twice stays silent; a trailing no-break space makes it another text. */
function repeatable(previous: string, next: string): string {
  return previous === next ? `${next}\u00a0` : next;
}
