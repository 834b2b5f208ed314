/** The weight of meaning that a person took over from their own evaluation, for each store. */
const keyOf = (store: string): string => `hybrid-search:alpha:${store}`;

/** 0–1; null: automatic. */
export function chosenAlpha(store: string): number | null {
  try {
    const kept = localStorage.getItem(keyOf(store));
    const alpha = kept === null ? Number.NaN : Number(kept);
    return alpha >= 0 && alpha <= 1 ? alpha : null;
  } catch {
    return null;
  }
}

export function keepChosenAlpha(store: string, alpha: number | null): void {
  try {
    if (alpha === null) localStorage.removeItem(keyOf(store));
    else localStorage.setItem(keyOf(store), String(alpha));
  } catch {
    // Refused: it holds as long as the page.
  }
}
