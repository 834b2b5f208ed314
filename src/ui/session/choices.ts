/** The user's choices for a store, in localStorage, so that a reload keeps them. */
import { keepStored, readStored, storedName } from '../shared/stored.ts';

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
