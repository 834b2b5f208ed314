/**
 * What the page keeps of a person in localStorage. A browser may refuse it (private mode, sandboxed frames) or be full:
 * then nothing is found, and what is put lives as long as the page.
 */

/** A name in localStorage. `of` says what it belongs to: a store, as most do. */
export const storedName = (what: string, of?: string): string =>
  of === undefined ? `hybrid-search:${what}` : `hybrid-search:${what}:${of}`;

/** Null where there is nothing, or nothing may be read. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Undefined where there is nothing, or what there is isn't JSON. */
export function readStoredJson(name: string): unknown {
  try {
    return JSON.parse(readStored(name) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

/** Puts the value, or takes the entry away where it is null. */
export function keepStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Refused or full.
  }
}
