/** Each step gets the database as the last one left it, so it mustn't use the current schema's types for old data. */

/** Both `IDBPDatabase` and the tests' recorder have it. */
export interface UpgradeTarget {
  createObjectStore(name: string, options?: { keyPath?: string | string[] }): unknown;
}

export type Migration = (target: UpgradeTarget) => void;

/** `MIGRATIONS[n]` upgrades version n to version n + 1. */
export const MIGRATIONS: readonly Migration[] = [
  (target) => {
    target.createObjectStore('memories', { keyPath: 'id' });
    target.createObjectStore('changes', { keyPath: 'seq' });
    target.createObjectStore('meta');
    target.createObjectStore('vectorRows', { keyPath: ['fingerprint', 'hash'] });
    target.createObjectStore('vectorBlocks', { keyPath: ['fingerprint', 'block'] });
    target.createObjectStore('chunks', { keyPath: 'id' });
    target.createObjectStore('snapshots', { keyPath: 'name' });
    target.createObjectStore('snapshotParts', { keyPath: ['name', 'part'] });
  },
  // From version 2 on, a record of the change log may have several changes. Records of version 1 are still readable.
  () => {},
];

/** Upgrades a database from `oldVersion` (0: none) to the current version. */
export function migrate(target: UpgradeTarget, oldVersion: number): void {
  for (const step of MIGRATIONS.slice(oldVersion)) step(target);
}
