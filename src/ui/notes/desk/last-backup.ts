import { keepStored, readStored, storedName } from '../../shared/stored.ts';

/** Milliseconds since 1970. Null if this browser knows of no backup. */
export function lastBackup(store: string): number | null {
  const at = Number(readStored(storedName('backup', store)) ?? Number.NaN);
  return Number.isFinite(at) && at > 0 ? at : null;
}

export const keepLastBackup = (store: string, at: number): void => keepStored(storedName('backup', store), String(at));
