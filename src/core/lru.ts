export class Lru<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #capacity: number;
  readonly #forgotten: (value: Value) => void;

  /** @param forgotten called with each value that's removed or replaced */
  constructor(capacity: number, forgotten: (value: Value) => void = () => {}) {
    this.#capacity = capacity;
    this.#forgotten = forgotten;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  /** @param capacity for this call, for example because values have grown */
  set(key: string, value: Value, capacity = this.#capacity): void {
    const before = this.#entries.get(key);
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (before !== undefined) this.#forgotten(before);
    for (const [oldest, least] of this.#entries) {
      if (this.#entries.size <= capacity) return;
      this.#entries.delete(oldest);
      this.#forgotten(least);
    }
  }

  clear(): void {
    for (const value of this.#entries.values()) this.#forgotten(value);
    this.#entries.clear();
  }
}
