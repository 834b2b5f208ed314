/**
 * Each tab that has this store open holds a shared Web Lock, from before it opens the database until it closes the
 * store or dies. A tab that replaces the database takes the lock exclusively, so that no tab opens the store meanwhile.
 * A tab that knows it's alone trusts what it has in memory. So a tab that opens the store posts `opened` to the others,
 * and its first write waits for their answers.
 */
import { navigatorOf } from './context.ts';

/**
 * Messages between the tabs of one store. A lost message costs time, never data. Any page of the origin can post one,
 * so a tab checks the store before it closes it or drops data.
 */
const KINDS = ['opened', 'noticed', 'writing', 'changed', 'compacted', 'dropped', 'full', 'destroyed'] as const;
/**
 * `opened`: the others answer `noticed`. `writing`: a transaction is about to commit, and `changed` follows, unless the
 * commit fails or the tab is killed in between (once in 65 kills). `compacted`: a checkpoint covers your active segment
 * of the log, so drop it, then answer `dropped`. `full`: a deletion needs the log's space, so abandon a checkpoint that
 * you're writing. `destroyed`: the store is being deleted, so drop your segment, answer `dropped`, and close the store.
 */
export type TabMessage = (typeof KINDS)[number];

/**
 * Milliseconds after a `writing` at which listeners get a `changed` if none has arrived, because the writing tab may
 * have been killed.
 */
const DOUBT_MS = 300;

export class TabChannel {
  #channel: BroadcastChannel | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;
  /** Commits that other tabs announced, and that may still be followed by a `changed`. */
  #writing = 0;
  readonly #listeners = new Set<(message: TabMessage) => void>();

  constructor(store: string, available: boolean) {
    if (!available) return;
    this.#channel = new BroadcastChannel(`hybrid-search/${store}`);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const kind = (data as { kind?: unknown } | null)?.kind;
      const message = KINDS.find((known) => known === kind);
      if (message) this.#tell(message);
      if (message === 'writing') this.#expectChange();
      else if (message === 'changed' && this.#writing > 0 && --this.#writing === 0) clearTimeout(this.#doubt);
    };
  }

  #expectChange(): void {
    this.#writing++;
    clearTimeout(this.#doubt);
    this.#doubt = setTimeout(() => {
      this.#writing = 0;
      this.#tell('changed');
    }, DOUBT_MS);
  }

  post(message: TabMessage): void {
    this.#channel?.postMessage({ kind: message });
  }

  listen(listener: (message: TabMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves after `count` such messages, or `milliseconds` after `asked` settles: a frozen tab never answers. */
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
 * Maximum wait for answers after opening the store. A frozen or busy tab may answer later, because it handles `opened`
 * before any later call of its page. A tab with an earlier version never answers, but it understands `writing`.
 */
const ANSWER_MS = 250;
/** Replacing a database takes a second or two. If the lock is held for longer, something else may hold it. */
const WAITING_MS = 10_000;

export class Presence {
  readonly #lock: string;
  readonly #locks: LockManager | undefined;
  readonly #channel: TabChannel | undefined;
  #isOnlyTab = false;
  #heard = 0;
  #announced: Promise<void> = Promise.resolve();
  #held: { end(): void; released: Promise<unknown> } | undefined;

  /** @param channel carries messages between the tabs; without it, each tab must assume that there are others */
  constructor(store: string, available: boolean, channel?: TabChannel) {
    this.#lock = `hybrid-search/open/${store}`;
    this.#locks = available ? navigatorOf().locks : undefined;
    this.#channel = this.#locks && channel;
    this.#channel?.listen((message) => {
      this.#heard++;
      this.#isOnlyTab = false;
      if (message === 'opened') this.#channel?.post('noticed');
    });
  }

  /** Whether this tab knows that no other has the store open. */
  get isOnlyTab(): boolean {
    return this.#isOnlyTab;
  }

  /** Resolves when the other tabs know of this one, or didn't answer in time. Writes wait for it. */
  get announced(): Promise<void> {
    return this.#announced;
  }

  get lock(): string {
    return this.#lock;
  }

  /** @param onWaiting called if the lock isn't granted within ten seconds, because a tab is replacing the database */
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
    this.#announced = this.#announce().catch(() => {});
  }

  /** Queries the locks, because a tab that receives no broadcasts would assume forever that it's alone. */
  async checkLocks(): Promise<void> {
    if (this.#isOnlyTab && (await this.others()) > 0) this.#isOnlyTab = false;
  }

  async #announce(): Promise<void> {
    const channel = this.#channel;
    if (!channel) return;
    const heard = this.#heard;
    const others = await this.others();
    // A tab that opened after the query has announced itself.
    this.#isOnlyTab = others === 0 && heard === this.#heard;
    if (others === 0) return;
    const answered = channel.gather('noticed', others, ANSWER_MS);
    channel.post('opened');
    await answered;
  }

  async leave(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    held?.end();
    await held?.released;
  }

  /**
   * Runs `work` while no other tab can open the store, and returns its result. Returns false if another tab has the
   * store open, or if there are no locks.
   */
  async whileAlone(work: () => Promise<boolean>): Promise<boolean> {
    const locks = this.#locks;
    if (!locks || !this.#held) return false;
    // Meanwhile, this tab doesn't hold its shared lock, so another tab may open the store unnoticed. Writes wait until
    // `enter` has checked for that.
    let met = (): void => {};
    this.#announced = new Promise((resolve) => {
      met = resolve;
    });
    this.#isOnlyTab = false;
    await this.leave();
    try {
      return await locks.request(this.#lock, { ifAvailable: true }, (lock) => (lock ? work() : false));
    } finally {
      await this.enter();
      void this.#announced.then(met);
    }
  }

  /** Returns the number of other tabs with this store open. Without locks it's unknown, so one is assumed. */
  async others(): Promise<number> {
    if (!this.#locks) return 1;
    const { held } = await this.#locks.query();
    const tabs = (held ?? []).filter((lock) => lock.name === this.#lock).length;
    return Math.max(0, tabs - (this.#held ? 1 : 0));
  }
}
