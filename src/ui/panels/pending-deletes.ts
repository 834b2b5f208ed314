/**
 * The ten-second undo (M2, U4): the element holds a delete back and hides the row; the store hears of it only
 * when the time is over, or when the element or the page goes away.
 */
import type { ReactiveControllerHost } from 'lit';
import type { Memory } from '../../core/record/memory.ts';
import { StateController } from '../shared/state-controller.ts';

export const UNDO_MS = 10_000;

interface Pending {
  memory: Memory;
  /** Milliseconds since 1970 of the person's word. */
  at: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** `performance.now()` at which it is over; while it waits, the milliseconds that are left. */
  dueAt: number;
  committing: boolean;
}

export class PendingDeletes extends StateController<{ pending: ReadonlyMap<string, Pending> }> {
  readonly #remove: (id: string) => Promise<void>;
  #waiting = false;

  /** `remove` is called once for each delete that was not undone. */
  constructor(host: ReactiveControllerHost, remove: (id: string) => Promise<void>) {
    super(host, { pending: new Map() });
    this.#remove = remove;
  }

  override hostConnected(): void {
    window.addEventListener('pagehide', this.#onPagehide);
  }

  hostDisconnected(): void {
    window.removeEventListener('pagehide', this.#onPagehide);
  }

  /** Those that can still be undone, newest last. */
  get memories(): Memory[] {
    return [...this.state.pending.values()].filter((entry) => !entry.committing).map((entry) => entry.memory);
  }

  has(id: string): boolean {
    return this.state.pending.has(id);
  }

  hold(memory: Memory): void {
    if (this.has(memory.id)) return;
    this.#put(memory.id, { memory, at: Date.now(), ...this.#start(memory.id, UNDO_MS), committing: false });
  }

  /** The clock of all stops: a person is about to take one back. */
  wait(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    const now = performance.now();
    for (const [id, entry] of this.state.pending) {
      clearTimeout(entry.timer);
      this.#put(id, { ...entry, timer: undefined, dueAt: Math.max(0, entry.dueAt - now) });
    }
  }

  goOn(): void {
    if (!this.#waiting) return;
    this.#waiting = false;
    for (const [id, entry] of this.state.pending)
      if (!entry.committing) this.#put(id, { ...entry, ...this.#start(id, entry.dueAt) });
  }

  #start(id: string, milliseconds: number): Pick<Pending, 'timer' | 'dueAt'> {
    if (this.#waiting) return { timer: undefined, dueAt: milliseconds };
    const timer = setTimeout(() => void this.#commit(id), milliseconds);
    return { timer, dueAt: performance.now() + milliseconds };
  }

  undo(id: string): void {
    const entry = this.state.pending.get(id);
    if (!entry || entry.committing) return;
    clearTimeout(entry.timer);
    this.#put(id, null);
  }

  /**
   * These notes were written. One that was saved, in another tab, after the person's word here stays: that word did not
   * mean what was saved. Known before the time is over, so that a page that goes away need not ask.
   */
  async spare(ids: readonly string[], read: (id: string) => Promise<Memory | undefined> | undefined): Promise<void> {
    for (const id of ids) {
      const entry = this.state.pending.get(id);
      const stored = entry && (await read(id)?.catch(() => undefined));
      if (entry && stored && stored.updatedAt > entry.at) this.undo(id);
    }
  }

  /** Deletes at once all that is held back; resolves when the store has heard of all. */
  async flush(): Promise<void> {
    await Promise.all([...this.state.pending.keys()].map((id) => this.#commit(id)));
  }

  readonly #onPagehide = (): void => void this.flush();

  async #commit(id: string): Promise<void> {
    const entry = this.state.pending.get(id);
    if (!entry || entry.committing) return;
    clearTimeout(entry.timer);
    // The row stays hidden until the store has let go of it, or it would come back for a moment.
    this.#put(id, { ...entry, committing: true });
    await this.#remove(id);
    this.#put(id, null);
  }

  #put(id: string, entry: Pending | null): void {
    const pending = new Map(this.state.pending);
    if (entry) pending.set(id, entry);
    else pending.delete(id);
    this.set({ pending });
  }
}
