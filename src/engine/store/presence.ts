/**
 * Which tabs have this store open: each holds a shared Web Lock, taken before it touches the database and held for as
 * long as it lives. Whoever replaces the database takes the lock for itself, so that no tab opens meanwhile.
 *
 * A tab that knows itself alone shows what it holds in memory without asking the database whether it still stands. So each
 * tab that opens says `opened`, and its first write waits until the others have answered that they know.
 */
import { navigatorOf } from './context.ts';
import type { TabChannel } from './tab-channel.ts';

/**
 * A tab that is frozen or busy answers later. What it was told lies in its queue by then, before any call of its page that
 * could know of a write; a former version never answers, and hears `writing`.
 */
const ANSWER_MS = 250;
/** Replacing a database takes a second or two: whoever holds the lock for longer than this may be no tab of ours. */
const WAITING_MS = 10_000;

export class Presence {
  readonly #lock: string;
  readonly #locks: LockManager | undefined;
  readonly #channel: TabChannel | undefined;
  #alone = false;
  /** Others that were heard of. */
  #heard = 0;
  #noticed: Promise<void> = Promise.resolve();
  #held: { end(): void; released: Promise<unknown> } | undefined;

  /** @param channel by which tabs hear of one another; without it each must take it that there are others */
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

  /** No other tab has this store open, nor can one write to it before this is false. */
  get alone(): boolean {
    return this.#alone;
  }

  /** Resolves when the others know that they are not alone: before a write is acknowledged. */
  get noticed(): Promise<void> {
    return this.#noticed;
  }

  /** Name of the lock that every tab of the store holds. */
  get lock(): string {
    return this.#lock;
  }

  /**
   * Resolves when this tab counts: at once, or when another is through with replacing the database.
   * @param onWaiting called where that has lasted ten seconds
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

  /** Asks the locks: a tab that hears no broadcast would take itself to be alone for ever. */
  async look(): Promise<void> {
    if (this.#alone && (await this.others()) > 0) this.#alone = false;
  }

  async #announce(): Promise<void> {
    const channel = this.#channel;
    if (!channel) return;
    const heard = this.#heard;
    const others = await this.others();
    // Whoever took its lock since then has said so.
    this.#alone = others === 0 && heard === this.#heard;
    if (others === 0) return;
    const answered = channel.gather('noticed', others, ANSWER_MS);
    channel.post('opened');
    await answered;
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
  async whileAlone(work: () => Promise<boolean>): Promise<boolean> {
    const locks = this.#locks;
    if (!locks || !this.#held) return false;
    // A tab that opens while this one counts for none is met upon the return: writes wait for that.
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

  /** Other tabs with this store open; without locks unknown, and then one is assumed. */
  async others(): Promise<number> {
    if (!this.#locks) return 1;
    const { held } = await this.#locks.query();
    const tabs = (held ?? []).filter((lock) => lock.name === this.#lock).length;
    return Math.max(0, tabs - (this.#held ? 1 : 0));
  }
}
