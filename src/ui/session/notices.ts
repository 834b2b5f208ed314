import { HsErrorEvent } from '../shared/error-event.ts';
import { State } from '../shared/state.ts';

const NOTICE_MS = 5_000;
const ACTION_MS = 10_000;

export interface Notice {
  text: string;
  kind: 'done' | 'problem';
  action?: { label: string; run: () => void };
}

export class Notices extends State<{ current: Notice | null }> {
  readonly #target: Pick<EventTarget, 'dispatchEvent'>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(target: Pick<EventTarget, 'dispatchEvent'>) {
    super({ current: null });
    this.#target = target;
  }

  tell(text: string, kind: Notice['kind'] = 'done', action?: Notice['action']): void {
    this.set({ current: { text, kind, ...(action && { action }) } });
    this.resume();
  }

  dismiss(): void {
    this.set({ current: null });
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  resume(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dismiss(), this.state.current?.action ? ACTION_MS : NOTICE_MS);
  }

  /** A bound function, so that it can be passed to `.catch()`. */
  readonly report = (error: Error): void => {
    this.tell(error.message, 'problem');
    this.#target.dispatchEvent(new HsErrorEvent(error));
  };
}
