/** Sync's state has a database of its own, because nothing in it is part of the store's guarantees. */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import { syncDatabaseName } from '../../protocol/side-databases.ts';
import type { SizeLimit } from '../transport/remembered-limit.ts';
import type { Kept } from './kept-settings.ts';
import type { Commit, KnownServer, Pending, ReplicationState, Shadow, Waiting } from './sync-state.ts';

interface Schema extends DBSchema {
  known: { key: string; value: KnownServer };
  settings: { key: string; value: Kept };
  shadows: { key: string; value: Shadow };
  pending: { key: string; value: Pending };
  waiting: { key: string; value: Waiting };
  limits: { key: string; value: SizeLimit };
}

const VERSION = 3;
const ONLY = 'known';
const RECORDS = ['shadows', 'pending', 'waiting'] as const;
const ALL = ['known', ...RECORDS] as const;

export async function openIdbState(name: string): Promise<ReplicationState> {
  const db: IDBPDatabase<Schema> = await openDB<Schema>(syncDatabaseName(name), VERSION, {
    upgrade(created, former) {
      if (former < 1) {
        created.createObjectStore('known');
        for (const store of RECORDS) created.createObjectStore(store, { keyPath: 'id' });
      }
      if (former < 2) created.createObjectStore('settings');
      if (former < 3) created.createObjectStore('limits');
    },
    // Another tab is about to delete or upgrade the database.
    blocking: () => db.close(),
  });

  const getAll = async <Store extends 'shadows' | 'pending'>(
    store: Store,
    ids: readonly string[],
  ): Promise<(Schema[Store]['value'] | undefined)[]> => {
    const tx = db.transaction(store);
    return Promise.all(ids.map((id) => tx.store.get(id)));
  };

  return {
    known: () => db.get('known', ONLY),
    shadows: (ids) => getAll('shadows', ids),
    allShadows: () => db.getAll('shadows'),
    pendingOf: (ids) => getAll('pending', ids),
    pending: (after, limit) => db.getAll('pending', IDBKeyRange.lowerBound(after, true), limit),
    pendingCount: () => db.count('pending'),
    waiting: (after, limit) => db.getAll('waiting', IDBKeyRange.lowerBound(after, true), limit),
    async commit(changes: Commit) {
      const tx = db.transaction(ALL, 'readwrite', { durability: 'strict' });
      const writes: Promise<unknown>[] = [];
      const apply = <Store extends (typeof RECORDS)[number]>(
        store: Store,
        drop: readonly string[] = [],
        put: readonly Schema[Store]['value'][] = [],
      ): void => {
        const target = tx.objectStore(store);
        for (const id of drop) writes.push(target.delete(id));
        for (const row of put) writes.push(target.put(row));
      };
      if (changes.known) writes.push(tx.objectStore('known').put(changes.known, ONLY));
      apply('shadows', changes.dropShadows, changes.shadows);
      apply('pending', changes.dropPending, changes.pending);
      apply('waiting', changes.dropWaiting, changes.waiting);
      await Promise.all([...writes, tx.done]);
    },
    async forget() {
      const tx = db.transaction(RECORDS, 'readwrite');
      await Promise.all([...RECORDS.map((store) => tx.objectStore(store).clear()), tx.done]);
    },
    kept: () => db.get('settings', ONLY),
    async keep(settings) {
      await db.put('settings', settings, ONLY);
    },
    sizeLimit: (key) => db.get('limits', key),
    async keepSizeLimit(key, limit) {
      await db.put('limits', limit, key);
    },
    close: () => db.close(),
    async destroy() {
      db.close();
      await deleteDB(syncDatabaseName(name));
    },
  };
}
