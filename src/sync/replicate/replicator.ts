/**
 * Runs rounds: notes local changes, pulls, pushes, and then syncs vectors and kept files. After a transport failure, it
 * tries again. After a refusal, it stops until `resume`.
 */
import { HybridSearchError, isHybridSearchError } from '../../core/errors.ts';
import { createSerial } from '../../core/serial.ts';
import type { SyncState as PublicState } from '../../protocol/sync-api.ts';
import { SyncError, whySyncEnded } from '../sync-error.ts';
import { type ConnectParts, connect, startAgain } from './connect.ts';
import { registerDevice } from './devices.ts';
import { EmbeddingPause } from './embedding-pause.ts';
import { syncFiles } from './kept-files.ts';
import { noteLocalChanges } from './local-changes.ts';
import { publicState, type ReportedState } from './public-state.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { compareIfRolledBack, hasSameKeys } from './server-rollback.ts';
import { KeysChanged, type ReplicationSession } from './session.ts';
import { createSignal } from './signal.ts';
import { pushVectors } from './vectors.ts';

const BACK_OFF_MS = [1_000, 2_000, 5_000, 15_000, 60_000];
const LONGEST_RETRY_AFTER_MS = 3_600_000;
/** Shorter rounds don't change the stage. Otherwise, it would change twice with each edit. */
const LONG_ROUND_MS = 1_000;

export interface ReplicatorParts extends Omit<ConnectParts, 'onProgress' | 'store' | 'hold'> {
  /** An engine that died is replaced by another one, so don't keep the result. */
  store(): ConnectParts['store'];
  /** Called when the store's engine has died, and again after a while if `store` still returns no working one. */
  onStoreLost(): void;
  onState(state: PublicState): void;
  /** Maximum milliseconds between two attempts, unless the server requests more. Default: a minute. */
  longestWait?: number;
  /** Milliseconds to wait for the vectors of another device's memories before embedding them here. Default: 20 s. */
  awaitVectors?: number;
}

export class Replicator {
  #parts: ReplicatorParts;
  readonly #wake = createSignal();
  readonly #inOrder = createSerial();
  readonly #waiters = new Set<() => void>();
  readonly #storeWaiters = new Set<() => void>();
  #session: ReplicationSession | null = null;
  #state: PublicState = { stage: 'connecting', pulled: 0, pushed: 0, pending: 0 };
  #failures = 0;
  #round = 0;
  #paused = false;
  #visible = true;
  #stopped = false;
  #refused = false;
  readonly #embeddingPause: EmbeddingPause;
  #accepts: 'same' | 'any' = 'same';

  constructor(parts: ReplicatorParts) {
    this.#parts = parts;
    this.#embeddingPause = new EmbeddingPause((on) => this.#parts.store().call('hold', [on]), parts.awaitVectors);
  }

  get state(): PublicState {
    return this.#state;
  }

  get #isHidden(): boolean {
    return !this.#visible && this.#waiters.size === 0;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      if (this.#paused || this.#refused || this.#isHidden) await this.#wake.next();
      else await this.#step();
    }
    await this.#embeddingPause.set(false);
  }

  wake(): void {
    this.#wake.raise();
  }

  pause(): void {
    this.#paused = true;
    this.#tell({ stage: 'paused' });
    this.#settle();
    this.wake();
  }

  resume(): void {
    this.#paused = false;
    this.#refused = false;
    this.#session?.forgetRefusals();
    if (this.#state.stage === 'paused' || this.#state.stage === 'refused') this.#tell({ stage: 'connecting' });
    this.wake();
  }

  /** @param on whether any tab of the store is visible. If none is, running work is finished and nothing new starts. */
  visible(on: boolean): void {
    this.#visible = on;
    this.wake();
  }

  /** Later connections use the stored key, because the passphrase may change meanwhile. */
  forgetPassphrase(): void {
    const { passphrase: _, recoveryKit: __, ...settings } = this.#parts.settings;
    this.#parts = { ...this.#parts, settings };
  }

  stop(): void {
    this.#stopped = true;
    this.#parts.transport.close();
    this.#settle();
    this.wake();
  }

  /** Resolves once a round that started after this call leaves nothing to do, or once sync can't continue. */
  idle(): Promise<void> {
    if (this.#refused || this.#paused || this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const from = this.#round;
      const waiter = (): void => {
        const isDone = this.#round > from && this.#state.stage === 'live';
        if (!isDone && !this.#refused && !this.#paused && !this.#stopped) {
          this.wake();
          return;
        }
        this.#waiters.delete(waiter);
        resolve();
      };
      this.#waiters.add(waiter);
      this.wake();
    });
  }

  /** Call it when `store` returns a new engine. */
  storeReplaced(): void {
    for (const resolve of this.#storeWaiters) resolve();
    this.#storeWaiters.clear();
    this.wake();
  }

  /** @param attempts how often the job may run, each time with another engine, if the engine dies meanwhile */
  async withSession<Result>(job: (session: ReplicationSession) => Promise<Result>, attempts = 1): Promise<Result> {
    try {
      return await this.#inOrder(async () => job(await this.#connected()));
    } catch (error) {
      if (isStoreLost(error) && attempts > 1 && !this.#stopped) {
        const replaced = new Promise<void>((resolve) => this.#storeWaiters.add(resolve));
        this.#parts.onStoreLost();
        await replaced;
        return this.withSession(job, attempts - 1);
      }
      if (!(error instanceof SyncError)) throw error;
      throw new HybridSearchError('sync-refused', error.message, { path: error.reason, cause: error });
    }
  }

  async startAgain(): Promise<void> {
    await this.withSession(async (session) => {
      await startAgain(session);
      this.#session = null;
    });
    this.resume();
  }

  /** Compares everything again. Also accepts another device's new generation. */
  async rebuild(): Promise<void> {
    await this.#inOrder(async () => {
      const { state } = this.#parts;
      const known = await state.known();
      await state.forget();
      if (known) await state.commit({ known: { ...known, position: null, first: null, log: null, witnesses: [] } });
      this.#session = null;
      this.#accepts = 'any';
    });
    this.resume();
  }

  async #step(): Promise<void> {
    try {
      const session = await this.#inOrder(async () => {
        const connected = await this.#connected();
        const late = setTimeout(() => {
          if (this.#state.stage === 'live') this.#tell({ stage: 'catching-up' });
          void this.#progress();
        }, LONG_ROUND_MS);
        await this.#runRound(connected).finally(() => clearTimeout(late));
        return connected;
      });
      this.#failures = 0;
      if (session === this.#session) await this.#rest(session);
    } catch (error) {
      if (!this.#stopped) await this.#failed(error);
    }
  }

  async #connected(): Promise<ReplicationSession> {
    if (this.#session && (this.#failures === 0 || (await hasSameKeys(this.#session)))) return this.#session;
    this.#session = null;
    // A user's request doesn't end a refusal or a pause.
    if (!this.#refused && !this.#paused) this.#tell({ stage: 'connecting' });
    const { onStoreLost: _, onState: __, ...parts } = this.#parts;
    // The engine may be replaced while this connects.
    const store: ConnectParts['store'] = { call: (...args) => this.#parts.store().call(...args) };
    const session = await connect(
      { ...parts, store, onProgress: () => void this.#progress(), hold: () => this.#embeddingPause.set(true) },
      this.#accepts,
    );
    this.#accepts = 'same';
    this.forgetPassphrase();
    await compareIfRolledBack(session);
    this.#session = session;
    return session;
  }

  async #runRound(session: ReplicationSession): Promise<void> {
    // It may have been paused while it connected.
    if (this.#paused) return;
    this.#round++;
    // Pauses embedding while many records arrive, because other devices' vectors for them are on their way too.
    if (session.position === null) await this.#embeddingPause.set(true);
    if (this.#state.stage !== 'live') this.#tell({ stage: 'catching-up' });
    for (let isOpen = true; isOpen && !this.#stopped && !this.#paused; ) {
      await noteLocalChanges(session);
      await pull(session);
      await this.#embeddingPause.follow(session);
      isOpen = await push(session);
      if (isOpen) continue;
      // Local changes need no room here, so they were sent first.
      if (session.full) throw session.full;
      await pushVectors(session);
      isOpen = (await syncFiles(session)) && !this.#isHidden;
    }
    await registerDevice(session);
    await this.#progress();
    if (!this.#paused) this.#tell({ stage: 'live' });
    this.#settle();
  }

  async #rest(session: ReplicationSession): Promise<void> {
    if (this.#paused || this.#isHidden || this.#stopped) return;
    const watching = new AbortController();
    const timer = session.awaited.size > 0 ? setTimeout(() => this.wake(), this.#embeddingPause.awaitMs) : undefined;
    const watched = session.transport.watch(session.position ?? '0', watching.signal);
    watched.catch(() => {});
    try {
      await this.#wake.next(watched);
    } finally {
      clearTimeout(timer);
      watching.abort();
    }
  }

  async #failed(error: unknown): Promise<void> {
    if (error instanceof KeysChanged) {
      this.#session = null;
      return;
    }
    if (isStoreLost(error)) {
      this.#session = null;
      this.#embeddingPause.engineLost();
      if (!this.#paused) this.#tell({ stage: 'connecting', message: error.message });
      this.#parts.onStoreLost();
      return this.#backOff();
    }
    const { reason, message, retryAfter } = whySyncEnded(error);
    if (reason !== 'transport') {
      this.#session = null;
      if (this.#paused) return;
      this.#refused = true;
      this.#tell({ stage: 'refused', detail: reason, message });
      this.#settle();
      return;
    }
    if (!this.#paused) this.#tell({ stage: 'offline', detail: reason, message });
    await this.#backOff(retryAfter);
    // Gives new writes a clock, even if the server can't be reached.
    if (this.#session) await noteLocalChanges(this.#session).catch(() => {});
  }

  /** @param least milliseconds that the server requested, during which local writes aren't sent either */
  async #backOff(least = 0): Promise<void> {
    const wait = BACK_OFF_MS[Math.min(this.#failures++, BACK_OFF_MS.length - 1)]!;
    const until = performance.now() + Math.min(least, LONGEST_RETRY_AFTER_MS);
    await this.#wake.nextWithin(Math.max(until - performance.now(), Math.min(this.#parts.longestWait ?? wait, wait)));
    while (!this.#stopped && !this.#paused && performance.now() < until)
      await this.#wake.nextWithin(until - performance.now());
  }

  async #progress(): Promise<void> {
    if (!this.#session) return;
    const pending = await this.#session.state.pendingCount();
    this.#tell({ ...this.#state, pending });
  }

  #tell(reported: ReportedState): void {
    const next = publicState(reported, this.#session ?? this.#state, this.#state.pending);
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return;
    this.#state = next;
    this.#parts.onState(next);
  }

  #settle(): void {
    for (const waiter of [...this.#waiters]) waiter();
  }
}

const isStoreLost = (error: unknown): error is HybridSearchError =>
  isHybridSearchError(error, 'worker-died') || isHybridSearchError(error, 'closed');
