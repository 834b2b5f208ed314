/** When a person last exported the notes of a store, for the line that tells of it. */
import { keepStored, readStored, storedName } from '../../shared/stored.ts';

/** Milliseconds since 1970; null: never, as far as this browser knows. */
export function lastBackup(store: string): number | null {
  const at = Number(readStored(storedName('backup', store)) ?? Number.NaN);
  return Number.isFinite(at) && at > 0 ? at : null;
}

export const keepLastBackup = (store: string, at: number): void => keepStored(storedName('backup', store), String(at));
