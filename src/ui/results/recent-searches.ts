/** The last few committed searches of one store, in localStorage; gone on request (U4). Works without storage. */
import type { ReactiveControllerHost } from 'lit';
import { StateController } from '../shared/state-controller.ts';

const LIMIT = 8;
const MAX_LENGTH = 200;

export class RecentSearches extends StateController<{ list: readonly string[] }> {
  #key = '';

  constructor(host: ReactiveControllerHost) {
    super(host, { list: [] });
  }

  /** Those of this store from now on. */
  open(store: string): void {
    this.#key = `hybrid-search:recent:${store}`;
    this.set({ list: this.#read() });
  }

  #read(): string[] {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]');
      return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(0, LIMIT) : [];
    } catch {
      // Storage is refused (private mode, sandboxed frame) or damaged: no recent searches then.
      return [];
    }
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
    try {
      if (entries.length === 0) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(entries));
    } catch {
      // See above.
    }
  }
}
