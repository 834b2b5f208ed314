/** How many tabs have this store open: each holds a shared Web Lock for as long as it lives. */
import { navigatorOf } from './context.ts';

export class Presence {
  readonly #lock: string;
  readonly #available: boolean;
  #leave: (() => void) | undefined;

  constructor(store: string, available: boolean) {
    this.#lock = `hybrid-search/open/${store}`;
    this.#available = available;
  }

  /** Resolves when this tab counts. */
  async enter(): Promise<void> {
    const { locks } = navigatorOf();
    if (!this.#available || !locks || this.#leave) return;
    const left = new Promise<void>((resolve) => {
      this.#leave = resolve;
    });
    await new Promise<void>((entered) => {
      locks
        .request(this.#lock, { mode: 'shared' }, () => {
          entered();
          return left;
        })
        .catch(() => entered());
    });
  }

  leave(): void {
    this.#leave?.();
    this.#leave = undefined;
  }

  /** Other tabs with this store open; without locks unknown, and then one is assumed. */
  async others(): Promise<number> {
    const { locks } = navigatorOf();
    if (!this.#available || !locks) return 1;
    const { held } = await locks.query();
    return Math.max(0, (held ?? []).filter((lock) => lock.name === this.#lock).length - 1);
  }
}
