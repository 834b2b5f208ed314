/**
 * The ten-second undo (DESIGN M2, U4): the element holds a delete back and hides the row; the store hears of it only
 * when the time is over, or when the element or the page goes away.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Memory } from '../../core/record/memory.ts';

export const UNDO_MS = 10_000;

interface Pending {
  memory: Memory;
  timer: ReturnType<typeof setTimeout>;
  committing: boolean;
}

export class PendingDeletes implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #remove: (id: string) => Promise<void>;
  readonly #pending = new Map<string, Pending>();

  /** `remove` is called once for each delete that was not undone. */
  constructor(host: ReactiveControllerHost, remove: (id: string) => Promise<void>) {
    this.#host = host;
    this.#remove = remove;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('pagehide', this.#onPagehide);
  }

  hostDisconnected(): void {
    window.removeEventListener('pagehide', this.#onPagehide);
  }

  /** Those that can still be undone, newest last. */
  get memories(): Memory[] {
    return [...this.#pending.values()].filter((entry) => !entry.committing).map((entry) => entry.memory);
  }

  has(id: string): boolean {
    return this.#pending.has(id);
  }

  hold(memory: Memory): void {
    if (this.#pending.has(memory.id)) return;
    const timer = setTimeout(() => void this.#commit(memory.id), UNDO_MS);
    this.#pending.set(memory.id, { memory, timer, committing: false });
    this.#host.requestUpdate();
  }

  undo(id: string): void {
    const entry = this.#pending.get(id);
    if (!entry || entry.committing) return;
    clearTimeout(entry.timer);
    this.#pending.delete(id);
    this.#host.requestUpdate();
  }

  /** Deletes at once all that is held back; resolves when the store has heard of all. */
  async flush(): Promise<void> {
    await Promise.all([...this.#pending.keys()].map((id) => this.#commit(id)));
  }

  readonly #onPagehide = (): void => void this.flush();

  async #commit(id: string): Promise<void> {
    const entry = this.#pending.get(id);
    if (!entry || entry.committing) return;
    clearTimeout(entry.timer);
    // The row stays hidden until the store has let go of it, or it would come back for a moment.
    entry.committing = true;
    this.#host.requestUpdate();
    await this.#remove(id);
    this.#pending.delete(id);
    this.#host.requestUpdate();
  }
}
