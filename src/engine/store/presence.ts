/**
 * Which tabs have this store open. Each takes a shared Web Lock before it touches the database and holds it as long as
 * it lives. A tab that replaces the database takes the lock exclusively, so that no tab opens meanwhile.
 *
 * A tab that knows it's alone uses what it has in memory without asking the database whether that's still current. So
 * each tab that opens says `opened`, and its first write waits until the others have answered.
 */
import { navigatorOf } from './context.ts';
import type { TabChannel } from './tab-channel.ts';

/**
 * A frozen or busy tab answers later. By then the message is in its queue, before any call of its page that could know
 * of a write. A former version never answers, but handles `writing`.
 */
const ANSWER_MS = 250;
/** Replacing a database takes a second or two. A longer holder of the lock may be a page that isn't ours. */
const WAITING_MS = 10_000;

export class Presence {
  readonly #lock: string;
  readonly #locks: LockManager | undefined;
  readonly #channel: TabChannel | undefined;
  #alone = false;
  /** Number of other tabs that announced themselves. */
  #heard = 0;
  #noticed: Promise<void> = Promise.resolve();
  #held: { end(): void; released: Promise<unknown> } | undefined;

  /** @param channel between the tabs; without it, each must assume that there are others */
  constructor(store: string, available: boolean, channel?: TabChannel) {
    this.#lock = `hybrid-search/open/${store}`;
    this.#locks = available ? navigatorOf().locks : undefined;
    this.#channel = this.#locks && channel;
    this.#channel?.listen((message) => {
      this.#heard++;
      this.#alone = false;
      if (message === 'opened') this.#channel?.post('noticed');
    });
  }

  /** No other tab has this store open, and none can write to it before this is false. */
  get alone(): boolean {
    return this.#alone;
  }

  /** Resolves when the others know that they aren't alone. A write is acknowledged only after that. */
  get noticed(): Promise<void> {
    return this.#noticed;
  }

  /** Name of the lock that every tab of the store holds. */
  get lock(): string {
    return this.#lock;
  }

  /**
   * Resolves when this tab is present: at once, or when another has finished replacing the database.
   * @param onWaiting called when that has lasted ten seconds
   */
  async enter(onWaiting?: () => void): Promise<void> {
    const locks = this.#locks;
    if (!locks || this.#held) return;
    const waiting = onWaiting && setTimeout(onWaiting, WAITING_MS);
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
    clearTimeout(waiting);
    this.#noticed = this.#announce().catch(() => {});
  }

  /** Asks the locks, because a tab that receives no broadcast would assume for ever that it's alone. */
  async look(): Promise<void> {
    if (this.#alone && (await this.others()) > 0) this.#alone = false;
  }

  async #announce(): Promise<void> {
    const channel = this.#channel;
    if (!channel) return;
    const heard = this.#heard;
    const others = await this.others();
    // A tab that took its lock since then has announced itself.
    this.#alone = others === 0 && heard === this.#heard;
    if (others === 0) return;
    const answered = channel.gather('noticed', others, ANSWER_MS);
    channel.post('opened');
    await answered;
  }

  /** Resolves when this tab is no longer present. */
  async leave(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    held?.end();
    await held?.released;
  }

  /**
   * Runs `work` while no other tab has the store open and none can open it. Returns false without running it if
   * another has it open or there are no locks.
   */
  async whileAlone(work: () => Promise<boolean>): Promise<boolean> {
    const locks = this.#locks;
    if (!locks || !this.#held) return false;
    // A tab that opens while this one isn't present is discovered on return, and writes wait for that.
    let met = (): void => {};
    this.#noticed = new Promise((resolve) => {
      met = resolve;
    });
    this.#alone = false;
    await this.leave();
    try {
      return await locks.request(this.#lock, { ifAvailable: true }, (lock) => (lock ? work() : false));
    } finally {
      await this.enter();
      void this.#noticed.then(met);
    }
  }

  /** Number of other tabs with this store open. Without locks it's unknown, and one is assumed. */
  async others(): Promise<number> {
    if (!this.#locks) return 1;
    const { held } = await this.#locks.query();
    const tabs = (held ?? []).filter((lock) => lock.name === this.#lock).length;
    return Math.max(0, tabs - (this.#held ? 1 : 0));
  }
}
