/** Reading an object store in pages whose length follows its values' sizes, since IndexedDB tells no sizes ahead. */
import type { Connection } from './connection.ts';
import { headOf } from './head.ts';
import type { Head, MemoryRecord, StoreName, StoreSchema } from './schema.ts';

/** Bytes a page aims at; a quarter of the 16 MB that Firefox's IPC bears, so that a page of larger records fits. */
const TARGET_BYTES = 4 * 1024 * 1024;
const FIRST_PAGE = 16;
const LARGEST_PAGE = 4_000;

/** Records to ask for after a page of `records` holding `bytes`. Pure. */
export function nextPageSize(records: number, bytes: number): number {
  const average = Math.max(1, bytes / Math.max(1, records));
  return Math.max(1, Math.min(LARGEST_PAGE, Math.floor(TARGET_BYTES / average), records * 8));
}

/**
 * All values of `store` in the order of their keys, each page in a transaction of its own. `sizeOf` is in bytes.
 * `check` sees the head in the transaction of each page and throws where the page must not be read: a database that was
 * deleted and created again between two pages looks like the end otherwise.
 */
export async function* valuePages<Name extends Exclude<StoreName, 'meta'>>(
  connection: Connection,
  store: Name,
  sizeOf: (value: StoreSchema[Name]['value']) => number,
  check: (meta: { get(key: string): Promise<Head | undefined> }) => Promise<unknown> = async () => {},
): AsyncGenerator<StoreSchema[Name]['value'][]> {
  let after: IDBValidKey | undefined;
  let size = FIRST_PAGE;
  for (;;) {
    const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true);
    const [keys, page] = await connection.transact([store, 'meta'], 'readonly', async (tx) => {
      const values = tx.objectStore(store);
      const [found] = await Promise.all([
        Promise.all([values.getAllKeys(range, size), values.getAll(range, size)]),
        check(tx.objectStore('meta')),
      ]);
      return found;
    });
    if (page.length === 0) return;
    // Of a damaged database null, which the caller misses as it misses what is not there at all.
    yield page.filter((value) => value !== null);
    if (page.length < size) return;
    after = keys.at(-1) as IDBValidKey;
    size = nextPageSize(
      page.length,
      page.reduce((sum, value) => sum + (value === null ? 0 : sizeOf(value)), 0),
    );
  }
}

const bodySize = (record: MemoryRecord): number => record.body.byteLength;

/** All memory records of a database that is whole. Errors: those of `headOf`. */
export function recordPages(connection: Connection): AsyncGenerator<MemoryRecord[]> {
  return valuePages(connection, 'memories', bodySize, headOf);
}

/** All memory records, whatever the head says: for whoever puts them back. */
export function recordPagesAsFound(connection: Connection): AsyncGenerator<MemoryRecord[]> {
  return valuePages(connection, 'memories', bodySize);
}
