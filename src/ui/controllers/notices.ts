/** One short message at the foot at a time; it goes by itself. Failures are told and sent as `hs-error`. */
import { HsErrorEvent } from '../events.ts';
import type { ElementHost } from './element-host.ts';

const NOTICE_MS = 5_000;

export interface Notice {
  text: string;
  kind: 'done' | 'problem';
}

export class Notices {
  current: Notice | null = null;
  readonly #host: ElementHost;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ElementHost) {
    this.#host = host;
  }

  tell(text: string, kind: Notice['kind'] = 'done'): void {
    clearTimeout(this.#timer);
    this.current = { text, kind };
    this.#timer = setTimeout(() => this.dismiss(), NOTICE_MS);
    this.#host.requestUpdate();
  }

  dismiss(): void {
    this.current = null;
    this.#host.requestUpdate();
  }

  /** Bound, so that it can stand in `.catch()`. */
  readonly report = (error: Error): void => {
    this.tell(error.message, 'problem');
    this.#host.dispatchEvent(new HsErrorEvent(error));
  };
}
