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
  timer: ReturnType<typeof setTimeout>;
  committing: boolean;
}

export class PendingDeletes extends StateController<{ pending: ReadonlyMap<string, Pending> }> {
  readonly #remove: (id: string) => Promise<void>;

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
    const timer = setTimeout(() => void this.#commit(memory.id), UNDO_MS);
    this.#put(memory.id, { memory, timer, committing: false });
  }

  undo(id: string): void {
    const entry = this.state.pending.get(id);
    if (!entry || entry.committing) return;
    clearTimeout(entry.timer);
    this.#put(id, null);
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
