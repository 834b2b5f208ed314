/**
 * Which tabs have this store open: each holds a shared Web Lock, taken before it touches the database and held for as
 * long as it lives. The tab that replaces the database takes the lock alone, so that no tab opens meanwhile.
 *
 * A tab that knows it's alone uses what it has in memory without asking the database whether that's still current. So
 * each tab that opens says `opened`, and its first write waits until the others have answered.
 */
import { navigatorOf } from './context.ts';

/**
 * Messages between the tabs of one store: hints that something was written , and housekeeping of log files that
 * only their owner can touch. Hints only: a lost message costs time, never data; and since any page of the origin can
 * post one, a tab that hears one looks for itself before it believes.
 */
const KINDS = ['opened', 'noticed', 'writing', 'changed', 'compacted', 'dropped', 'destroyed'] as const;
/**
 * `opened`: there is one tab more, `noticed` is the answer.
 * `writing`: a transaction is about to commit, and `changed` follows. A tab that is killed in between (once in 65 kills)
 * leaves the others behind until the next write, so they look by themselves some time later.
 * `compacted`: a checkpoint covers what your active segment of the log holds: drop that, then answer `dropped`.
 * `destroyed`: the store is being deleted: drop what your segment holds, answer `dropped`, and let go of the store.
 */
export type TabMessage = (typeof KINDS)[number];

/** Milliseconds after the last `writing` until it counts as `changed`. */
const DOUBT_MS = 300;

export class TabChannel {
  #channel: BroadcastChannel | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<(message: TabMessage) => void>();

  constructor(store: string, available: boolean) {
    if (!available) return;
    this.#channel = new BroadcastChannel(`hybrid-search/${store}`);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const kind = (data as { kind?: unknown } | null)?.kind;
      const message = KINDS.find((known) => known === kind);
      if (message) this.#tell(message);
      if (message !== 'writing') return;
      clearTimeout(this.#doubt);
      this.#doubt = setTimeout(() => this.#tell('changed'), DOUBT_MS);
    };
  }

  /** Does nothing after `close`. */
  post(message: TabMessage): void {
    this.#channel?.postMessage({ kind: message });
  }

  listen(listener: (message: TabMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Resolves when `count` messages of a kind have arrived, or after `milliseconds`, because a frozen tab never
   * answers.
   * @param asked settles when the others have been asked, which starts the time
   */
  gather(kind: TabMessage, count: number, milliseconds: number, asked = Promise.resolve<unknown>(0)): Promise<void> {
    if (count <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      let missing = count;
      const finish = () => {
        done = true;
        clearTimeout(timer);
        stop();
        resolve();
      };
      let timer: ReturnType<typeof setTimeout> | undefined;
      let done = false;
      const start = (): void => {
        if (!done) timer = setTimeout(finish, milliseconds);
      };
      asked.then(start, start);
      const stop = this.listen((message) => {
        if (message === kind && --missing === 0) finish();
      });
    });
  }

  #tell(message: TabMessage): void {
    for (const listener of [...this.#listeners]) listener(message);
  }

  close(): void {
    clearTimeout(this.#doubt);
    this.#channel?.close();
    this.#channel = undefined;
    this.#listeners.clear();
  }
}

/**
 * A tab that is frozen or busy answers later. The message lies in its queue by then, before any call of its page that
 * could know of a write; a former version never answers, and hears `writing`.
 */
const ANSWER_MS = 250;
/** Replacing a database takes a second or two: a longer holder of the lock may be no tab of ours. */
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
    // A tab that took its lock since then has said so.
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
    // A tab that opens while this one counts for none is met on the return: writes wait for that.
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
