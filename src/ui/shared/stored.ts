/**
 * Access to localStorage that never throws. If the browser refuses storage (private mode, sandboxed frames) or it's full,
 * reads find nothing and writes are dropped.
 */

/**
 * Returns the name of an entry.
 * @param of name of the store that it belongs to
 */
export const storedName = (what: string, of?: string): string =>
  of === undefined ? `hybrid-search:${what}` : `hybrid-search:${what}:${of}`;

/** Returns null if there's no entry, or reading is refused. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Returns undefined if there's no entry, or it isn't JSON. */
export function readStoredJson(name: string): unknown {
  try {
    return JSON.parse(readStored(name) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** Stores the value. Null removes the entry. */
export function keepStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is refused or full.
  }
}
