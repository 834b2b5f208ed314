/** When a person last exported the notes of a store, for the line that tells of it. */
const keyOf = (store: string): string => `hybrid-search:backup:${store}`;

/** Milliseconds since 1970; null: never, as far as this browser knows. */
export function lastBackup(store: string): number | null {
  try {
    const at = Number(localStorage.getItem(keyOf(store)) ?? Number.NaN);
    return Number.isFinite(at) && at > 0 ? at : null;
  } catch {
    return null;
  }
}

export function keepLastBackup(store: string, at: number): void {
  try {
    localStorage.setItem(keyOf(store), String(at));
  } catch {
    // Refused: the line then says nothing of it.
  }
}
