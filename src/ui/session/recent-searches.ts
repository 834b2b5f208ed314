import { State } from '../shared/state.ts';
import { keepStored, readStoredJson, storedName } from '../shared/stored.ts';

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
