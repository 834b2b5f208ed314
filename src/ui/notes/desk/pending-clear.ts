/**
 * "Delete all" is held back for ten seconds like the delete of one note. A reload doesn't end the wait: the intent is kept
 * in localStorage and its ten seconds start again. It remembers where the store's log of changes was, so it never takes
 * what was written later, and an import ends it.
 */
import type { Memory } from '../../../core/record/memory.ts';
import { State } from '../../shared/state.ts';
import { keepStored, readStoredJson, storedName } from '../../shared/stored.ts';
import { UNDO_MS } from './pending-deletes.ts';

export interface Clearing {
  /** Milliseconds since 1970 of the person's word: decides only which rows are hidden until then. */
  at: number;
  /** Position of the store at the person's word: only notes that weren't written since are deleted. */
  before: string;
  /** Number of notes at that time. */
  count: number;
}

export class PendingClear extends State<{ clearing: Clearing | null }> {
  readonly #clear: (before: string) => Promise<void>;
  #key = '';
  #committing: Promise<void> | undefined;
  /** Notes that were written since. */
  readonly #written = new Set<string>();
  /** Whether the intent is in localStorage. */
  #kept = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `clear` deletes all notes that weren't written after the given position, once, unless it is undone. */
  constructor(clear: (before: string) => Promise<void>) {
    super({ clearing: null });
    this.#clear = clear;
  }

  /** Called when the store is open: takes up what a reload interrupted. */
  open(store: string): void {
    this.#key = storedName('clearing', store);
    const clearing = readClearing(this.#key);
    if (clearing) this.#wait(clearing);
  }

  /** The element goes; the intent stays for the next time the store is opened. */
  close(): void {
    clearTimeout(this.#timer);
    this.set({ clearing: null });
  }

  /** @param before position of the store */
  hold(count: number, before: string): void {
    const clearing = { at: Date.now(), before, count };
    this.#written.clear();
    // Without storage a reload undoes it.
    keepStored(this.#key, JSON.stringify(clearing));
    this.#wait(clearing);
  }

  /** Stops the clock, because a person may be about to undo it. */
  wait(): void {
    clearTimeout(this.#timer);
  }

  /** Starts the ten seconds again: better too long than too short. */
  goOn(): void {
    const { clearing } = this.state;
    if (!clearing || this.#committing) return;
    if (this.#takenBack(clearing.at)) this.set({ clearing: null });
    else this.#wait(clearing);
  }

  undo(): void {
    clearTimeout(this.#timer);
    keepStored(this.#key, null);
    this.set({ clearing: null });
  }

  /** Whether the note is about to be deleted. */
  takes(memory: Memory): boolean {
    const { clearing } = this.state;
    return clearing !== null && !this.#written.has(memory.id) && memory.updatedAt <= clearing.at;
  }

  /** These notes were written just now. */
  spare(ids: readonly string[]): void {
    if (this.state.clearing) for (const id of ids) this.#written.add(id);
  }

  /**
   * Ends the intent of any tab, because notes come in that may be the same as before and would go with the others. One that
   * is being carried out is waited for. False where there was none.
   */
  async end(): Promise<boolean> {
    await this.#committing;
    const kept = readClearing(this.#key) !== null;
    if (!kept && !this.state.clearing) return false;
    this.undo();
    return true;
  }

  connect(): void {
    window.addEventListener('storage', this.#onStorage);
  }

  disconnect(): void {
    window.removeEventListener('storage', this.#onStorage);
  }

  /** Another tab that shows the same intent took it back, or has carried it out. */
  readonly #onStorage = ({ key }: StorageEvent): void => {
    const { clearing } = this.state;
    if (key !== this.#key || !clearing || this.#committing || !this.#takenBack(clearing.at)) return;
    clearTimeout(this.#timer);
    this.set({ clearing: null });
  };

  /** Never where the intent could not be kept in the first place. */
  #takenBack(at: number): boolean {
    return this.#kept && readClearing(this.#key)?.at !== at;
  }

  #wait(clearing: Clearing): void {
    clearTimeout(this.#timer);
    this.#kept = readClearing(this.#key)?.at === clearing.at;
    this.set({ clearing });
    this.#timer = setTimeout(() => void this.#commit(clearing), UNDO_MS);
  }

  async #commit({ at, before }: Clearing): Promise<void> {
    if (this.#takenBack(at)) return this.set({ clearing: null });
    keepStored(this.#key, null);
    this.#committing = this.#clear(before);
    await this.#committing;
    this.#committing = undefined;
    this.set({ clearing: null });
  }
}

function readClearing(key: string): Clearing | null {
  const value = readStoredJson(key) as Partial<Clearing> | null | undefined;
  // A former version stored only the time, which doesn't show what was imported since.
  const whole = typeof value?.at === 'number' && typeof value.count === 'number' && typeof value.before === 'string';
  return whole ? (value as Clearing) : null;
}
