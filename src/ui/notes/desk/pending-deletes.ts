/** Deletes that can be undone for ten seconds, or until the page is left. Then the note is put into the trash. */
import type { Memory } from '../../../core/record/memory.ts';
import { State } from '../../shared/state.ts';

export const UNDO_MS = 10_000;

interface Before {
  readonly position: Promise<string | undefined>;
  known: boolean;
}

type Remove = (id: string, before: Promise<string | undefined>) => Promise<void>;

interface Pending {
  memory: Memory;
  before: Before;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** When the note is deleted, as a `performance.now()` time. While paused: the milliseconds left. */
  dueAt: number;
  committing: boolean;
}

export class PendingDeletes extends State<{ pending: ReadonlyMap<string, Pending> }> {
  readonly #remove: Remove;
  readonly #position: () => Promise<string> | undefined;
  #paused = false;

  constructor(remove: Remove, position: () => Promise<string> | undefined) {
    super({ pending: new Map() });
    this.#remove = remove;
    this.#position = position;
  }

  connect(): void {
    window.addEventListener('pagehide', this.#onPagehide);
  }

  disconnect(): void {
    window.removeEventListener('pagehide', this.#onPagehide);
  }

  get memories(): Memory[] {
    return [...this.state.pending.values()].filter((entry) => !entry.committing).map((entry) => entry.memory);
  }

  has(id: string): boolean {
    return this.state.pending.has(id);
  }

  schedule(memory: Memory): void {
    if (this.has(memory.id)) return;
    const before: Before = { position: Promise.resolve(this.#position()), known: false };
    before.position.then(
      () => {
        before.known = true;
      },
      // Ignored here: the delete awaits the same promise later, and then reports the error.
      () => {},
    );
    this.#put(memory.id, { memory, before, ...this.#start(memory.id, UNDO_MS), committing: false });
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    const now = performance.now();
    for (const [id, entry] of this.state.pending) {
      clearTimeout(entry.timer);
      this.#put(id, { ...entry, timer: undefined, dueAt: Math.max(0, entry.dueAt - now) });
    }
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    for (const [id, entry] of this.state.pending)
      if (!entry.committing) this.#put(id, { ...entry, ...this.#start(id, entry.dueAt) });
  }

  #start(id: string, milliseconds: number): Pick<Pending, 'timer' | 'dueAt'> {
    if (this.#paused) return { timer: undefined, dueAt: milliseconds };
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
   * Keeps notes that were saved after the user deleted them, because the user didn't mean that version. The store
   * applies the same rule, but doing it here shows the note sooner. A change that's reported before the position is
   * known was made before the delete.
   */
  spare(ids: readonly string[]): void {
    for (const id of ids) if (this.state.pending.get(id)?.before.known) this.undo(id);
  }

  async flush(): Promise<void> {
    await Promise.all([...this.state.pending.keys()].map((id) => this.#commit(id)));
  }

  readonly #onPagehide = (): void => void this.flush();

  async #commit(id: string): Promise<void> {
    const entry = this.state.pending.get(id);
    if (!entry || entry.committing) return;
    clearTimeout(entry.timer);
    // Otherwise the row would briefly reappear.
    this.#put(id, { ...entry, committing: true });
    await this.#remove(id, entry.before.position);
    this.#put(id, null);
  }

  #put(id: string, entry: Pending | null): void {
    const pending = new Map(this.state.pending);
    if (entry) pending.set(id, entry);
    else pending.delete(id);
    this.set({ pending });
  }
}
