/**
 * Which tabs have this store open: each holds a shared Web Lock, taken before it touches the database and held for as
 * long as it lives. Whoever replaces the database takes the lock for itself, so that no tab opens meanwhile.
 */
import { navigatorOf } from './context.ts';

export class Presence {
  readonly #lock: string;
  readonly #locks: LockManager | undefined;
  #held: { end(): void; released: Promise<unknown> } | undefined;

  constructor(store: string, available: boolean) {
    this.#lock = `hybrid-search/open/${store}`;
    this.#locks = available ? navigatorOf().locks : undefined;
  }

  /** Resolves when this tab counts: at once, or when another is through with replacing the database. */
  async enter(): Promise<void> {
    const locks = this.#locks;
    if (!locks || this.#held) return;
    await new Promise<void>((entered) => {
      const ended = new Promise<void>((end) => {
        const released = locks
          .request(this.#lock, { mode: 'shared' }, () => {
            entered();
            return ended;
          })
          .catch(() => entered());
        this.#held = { end, released };
      });
    });
  }

  /** Resolves when this tab counts no more. */
  async leave(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    held?.end();
    await held?.released;
  }

  /**
   * Runs `work` while no other tab has the store open and none can open it. False, without running it, where another has
   * it open or there are no locks to tell.
   */
  async alone(work: () => Promise<boolean>): Promise<boolean> {
    const locks = this.#locks;
    if (!locks || !this.#held) return false;
    await this.leave();
    try {
      return await locks.request(this.#lock, { ifAvailable: true }, (lock) => (lock ? work() : false));
    } finally {
      await this.enter();
    }
  }

  /** Other tabs with this store open; without locks unknown, and then one is assumed. */
  async others(): Promise<number> {
    if (!this.#locks) return 1;
    const { held } = await this.#locks.query();
    const tabs = (held ?? []).filter((lock) => lock.name === this.#lock).length;
    return Math.max(0, tabs - (this.#held ? 1 : 0));
  }
}
