/**
 * "Delete all" is held back for ten seconds like the delete of one note, only that a reload does not end the wait:
 * the intent is kept in localStorage and its ten seconds begin anew. Notes written after it are not meant by it.
 */
import type { ReactiveControllerHost } from 'lit';
import { StateController } from '../shared/state-controller.ts';
import { UNDO_MS } from './pending-deletes.ts';

export interface Clearing {
  /** Milliseconds since 1970 of the person's word: only notes from before it go. */
  at: number;
  /** Notes there were. */
  count: number;
}

export class PendingClear extends StateController<{ clearing: Clearing | null }> {
  readonly #clear: (before: number) => Promise<void>;
  #key = '';
  #committing = false;
  /** The intent stands in localStorage. */
  #kept = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `clear` deletes all notes from before the given time, once, unless it is undone. */
  constructor(host: ReactiveControllerHost, clear: (before: number) => Promise<void>) {
    super(host, { clearing: null });
    this.#clear = clear;
  }

  /** Called when the store is open: takes up what a reload interrupted. */
  open(store: string): void {
    this.#key = `hybrid-search:clearing:${store}`;
    const clearing = readClearing(this.#key);
    if (clearing) this.#wait(clearing);
  }

  /** The element goes; the intent stays for the next time the store is opened. */
  close(): void {
    clearTimeout(this.#timer);
    this.set({ clearing: null });
  }

  hold(count: number): void {
    const clearing = { at: Date.now(), count };
    try {
      localStorage.setItem(this.#key, JSON.stringify(clearing));
    } catch {
      // Without storage a reload undoes it.
    }
    this.#wait(clearing);
  }

  /** The clock stops: a person is about to take it back. */
  wait(): void {
    clearTimeout(this.#timer);
  }

  /** It begins anew: better too long than too short. */
  goOn(): void {
    const { clearing } = this.state;
    if (!clearing || this.#committing) return;
    if (this.#takenBack(clearing.at)) this.set({ clearing: null });
    else this.#wait(clearing);
  }

  undo(): void {
    clearTimeout(this.#timer);
    localStorageRemove(this.#key);
    this.set({ clearing: null });
  }

  override hostConnected(): void {
    window.addEventListener('storage', this.#onStorage);
  }

  hostDisconnected(): void {
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

  async #commit({ at }: Clearing): Promise<void> {
    if (this.#takenBack(at)) return this.set({ clearing: null });
    localStorageRemove(this.#key);
    this.#committing = true;
    await this.#clear(at);
    this.#committing = false;
    this.set({ clearing: null });
  }
}

function readClearing(key: string): Clearing | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as Clearing | null;
    return typeof value?.at === 'number' && typeof value.count === 'number' ? value : null;
  } catch {
    return null;
  }
}

function localStorageRemove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}
