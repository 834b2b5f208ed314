/** What the user chose and asked, in localStorage, so that a reload keeps it. */
import { State } from '../shared/state.ts';
import { keepStored, readStored, readStoredJson, storedName } from '../shared/stored.ts';

export const chosenModel = (store: string): string | null => readStored(storedName('model', store));

export const keepChosenModel = (store: string, model: string): void => keepStored(storedName('model', store), model);

/** Returns the weight of meaning, 0–1. Null: automatic. */
export function chosenAlpha(store: string): number | null {
  const kept = readStored(storedName('alpha', store));
  const alpha = kept === null ? Number.NaN : Number(kept);
  return alpha >= 0 && alpha <= 1 ? alpha : null;
}

export function keepChosenAlpha(store: string, alpha: number | null): void {
  keepStored(storedName('alpha', store), alpha === null ? null : String(alpha));
}

const HIDDEN = storedName('keys-hidden');

export class KeyHints extends State<{ hidden: boolean }> {
  constructor() {
    super({ hidden: readStored(HIDDEN) !== null });
  }

  setHidden(hidden: boolean): void {
    this.set({ hidden });
    keepStored(HIDDEN, hidden ? '1' : null);
  }
}

const LIMIT = 8;
const MAX_LENGTH = 200;

export class RecentSearches extends State<{ list: readonly string[] }> {
  #name = '';

  constructor() {
    super({ list: [] });
  }

  open(store: string): void {
    this.#name = storedName('recent', store);
    this.set({ list: this.#read() });
  }

  #read(): string[] {
    const value = readStoredJson(this.#name);
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(0, LIMIT) : [];
  }

  remember(query: string): void {
    const text = query.trim().slice(0, MAX_LENGTH);
    if (!text) return;
    const rest = this.#read().filter((entry) => entry.toLowerCase() !== text.toLowerCase());
    this.#write([text, ...rest].slice(0, LIMIT));
  }

  clear(): void {
    this.#write([]);
  }

  #write(entries: string[]): void {
    this.set({ list: entries });
    keepStored(this.#name, entries.length === 0 ? null : JSON.stringify(entries));
  }
}
