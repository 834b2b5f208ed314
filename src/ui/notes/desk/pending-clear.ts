/**
 * "Delete all", which can be undone for ten seconds, like deleting one note. The intent is stored in localStorage, so
 * that it survives a reload, which starts the ten seconds again. It includes the position in the store's change log, so
 * that nothing written later is deleted. Importing, starting sync or restoring a note cancels it.
 */
import type { Memory } from '../../../core/record/memory.ts';
import { State } from '../../shared/state.ts';
import { keepStored, readStoredJson, storedName } from '../../shared/stored.ts';
import { UNDO_MS } from './pending-deletes.ts';

export interface Clearing {
  /** Milliseconds since 1970. Distinguishes this intent from a later one, and decides which rows are hidden. */
  at: number;
  before: string;
  count: number;
}

export class PendingClear extends State<{ clearing: Clearing | null }> {
  readonly #clear: (before: string) => Promise<void>;
  #key = '';
  #committing: Promise<void> | undefined;
  readonly #written = new Set<string>();
  #kept = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param clear deletes all notes that weren't written after the given position */
  constructor(clear: (before: string) => Promise<void>) {
    super({ clearing: null });
    this.#clear = clear;
  }

  open(store: string): void {
    this.#key = storedName('clearing', store);
    const clearing = readClearing(this.#key);
    if (clearing) this.#startTimer(clearing);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.set({ clearing: null });
  }

  /** @param before the store's current position */
  schedule(count: number, before: string): void {
    const clearing = { at: Date.now(), before, count };
    this.#written.clear();
    // If localStorage isn't available, a reload undoes the "Delete all".
    keepStored(this.#key, JSON.stringify(clearing));
    this.#startTimer(clearing);
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  /** It's better to delete too late than too early. */
  resume(): void {
    const { clearing } = this.state;
    if (!clearing || this.#committing) return;
    if (this.#isSettledElsewhere(clearing.at)) this.set({ clearing: null });
    else this.#startTimer(clearing);
  }

  undo(): void {
    clearTimeout(this.#timer);
    keepStored(this.#key, null);
    this.set({ clearing: null });
  }

  includes(memory: Memory): boolean {
    const { clearing } = this.state;
    return clearing !== null && !this.#written.has(memory.id) && memory.updatedAt <= clearing.at;
  }

  spare(ids: readonly string[]): void {
    if (this.state.clearing) for (const id of ids) this.#written.add(id);
  }

  /**
   * Cancels "Delete all" in every tab, because it would also delete notes that an import or sync contains unchanged.
   * Waits for a deletion that's already running. Returns false if none was pending.
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

  /** Stops hiding the notes once another tab has cancelled the same "Delete all", or has carried it out. */
  readonly #onStorage = ({ key }: StorageEvent): void => {
    const { clearing } = this.state;
    if (key !== this.#key || !clearing || this.#committing || !this.#isSettledElsewhere(clearing.at)) return;
    clearTimeout(this.#timer);
    this.set({ clearing: null });
  };

  /** Always false if the intent couldn't be stored. */
  #isSettledElsewhere(at: number): boolean {
    return this.#kept && readClearing(this.#key)?.at !== at;
  }

  #startTimer(clearing: Clearing): void {
    clearTimeout(this.#timer);
    this.#kept = readClearing(this.#key)?.at === clearing.at;
    this.set({ clearing });
    this.#timer = setTimeout(() => void this.#commit(clearing), UNDO_MS);
  }

  async #commit({ at, before }: Clearing): Promise<void> {
    if (this.#isSettledElsewhere(at)) return this.set({ clearing: null });
    keepStored(this.#key, null);
    this.#committing = this.#clear(before);
    await this.#committing;
    this.#committing = undefined;
    this.set({ clearing: null });
  }
}

function readClearing(key: string): Clearing | null {
  const value = readStoredJson(key) as Partial<Clearing> | null | undefined;
  // An earlier version stored only the time, which doesn't show what was imported since. Intents without a position are
  // ignored.
  const whole = typeof value?.at === 'number' && typeof value.count === 'number' && typeof value.before === 'string';
  return whole ? (value as Clearing) : null;
}
