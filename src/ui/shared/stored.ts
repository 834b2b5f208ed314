/** Access to localStorage that never throws, even if it's refused (private mode, sandboxed frames) or full. */

/** Omit `store` for entries that all stores share. */
export const storedName = (what: string, store?: string): string =>
  store === undefined ? `hybrid-search:${what}` : `hybrid-search:${what}:${store}`;

export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function readStoredJson(name: string): unknown {
  try {
    return JSON.parse(readStored(name) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

export function keepStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is refused or full.
  }
}
