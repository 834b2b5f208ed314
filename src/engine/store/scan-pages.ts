/** Reads records in pages, whose sizes are estimated from earlier records because IndexedDB doesn't report them. */
import type { IDBPObjectStore } from 'idb';
import { headOf } from './change-log.ts';
import type { Connection } from './connection.ts';
import { isIntact } from './memory-codec.ts';
import type { Head, MemoryRecord, StoreName, StoreSchema } from './schema.ts';
import { isUnreadable, isValueLost } from './storage-errors.ts';

type Values<Name extends StoreName> = IDBPObjectStore<StoreSchema, [Name, 'meta'], Name, 'readonly'>;

/** A quarter of the 16 MB that Firefox's IPC allows, so that a page with larger records fits too. */
const TARGET_BYTES = 4 * 1024 * 1024;
const FIRST_PAGE = 16;
const LARGEST_PAGE = 4_000;
const AT_ONCE = 500;

export function nextPageSize(records: number, bytes: number): number {
  const average = Math.max(1, bytes / Math.max(1, records));
  return Math.max(1, Math.min(LARGEST_PAGE, Math.floor(TARGET_BYTES / average), records * 8));
}

export interface ValuePage<Value> {
  values: Value[];
  /** Keys whose value in a damaged database is null or of the wrong kind. */
  damaged: IDBValidKey[];
}

/**
 * Yields values in key order, each page in its own transaction. `sizeOf` returns undefined or throws for a value of the
 * wrong kind. `check` can read the head in each page's transaction. Without it, a database that's deleted and created
 * again between two pages would look like the end.
 */
export async function* valuePages<Name extends Exclude<StoreName, 'meta'>>(
  connection: Connection,
  store: Name,
  sizeOf: (value: StoreSchema[Name]['value']) => number | undefined,
  check: (meta: { get(key: string): Promise<Head | undefined> }) => Promise<unknown> = async () => {},
): AsyncGenerator<ValuePage<StoreSchema[Name]['value']>> {
  let after: IDBValidKey | undefined;
  let size = FIRST_PAGE;
  for (;;) {
    const range = after === undefined ? null : IDBKeyRange.lowerBound(after, true);
    const reading = <T>(work: (values: Values<Name>) => Promise<T>): Promise<T> =>
      connection.transact([store, 'meta'], 'readonly', async (tx) => {
        const [found] = await Promise.all([work(tx.objectStore(store)), check(tx.objectStore('meta'))]);
        return found;
      });
    const [keys, page] = await reading((values) =>
      Promise.all([values.getAllKeys(range, size), values.getAll(range, size)]),
    ).catch(async (error: unknown) => {
      if (!isValueLost(error)) throw error;
      const all = await reading((values) => values.getAllKeys(range, size));
      const each = readable(all, (some) => reading((values) => Promise.all(some.map((key) => values.get(key)))));
      return [all, await each] as const;
    });
    if (page.length === 0) return;
    const found: ValuePage<StoreSchema[Name]['value']> = { values: [], damaged: [] };
    let bytes = 0;
    page.forEach((value, at) => {
      const size = value ? sizeOrNothing(value, sizeOf) : undefined;
      if (size === undefined) found.damaged.push(keys[at]!);
      else found.values.push(value!);
      bytes += size ?? 0;
    });
    yield found;
    if (page.length < size) return;
    after = keys.at(-1) as IDBValidKey;
    size = nextPageSize(page.length, bytes);
  }
}

function sizeOrNothing<Value>(value: Value, sizeOf: (value: Value) => number | undefined): number | undefined {
  try {
    return sizeOf(value);
  } catch {
    return undefined;
  }
}

const bodySize = ({ id, seq, body }: MemoryRecord): number | undefined =>
  typeof id === 'string' && Number.isInteger(seq) ? body.byteLength : undefined;

/** Errors: those of `headOf`. */
export async function* recordPages(connection: Connection): AsyncGenerator<MemoryRecord[]> {
  for await (const { values } of valuePages(connection, 'memories', bodySize, headOf)) yield values;
}

/** Yields all memory records, whatever the head says, for a restoration. */
export function recordPagesAsFound(connection: Connection): AsyncGenerator<ValuePage<MemoryRecord>> {
  return valuePages(connection, 'memories', bodySize);
}

/** Reads a database with a broken reference (SQLite, "Seek failure") from both ends, as far as possible. */
export async function salvage(connection: Connection): Promise<Map<string, MemoryRecord>> {
  const found = new Map<string, MemoryRecord>();
  for (const direction of ['next', 'prev'] as const) {
    await readAlong(connection, direction, (record) => {
      if (isIntact(record)) found.set(record.id, record);
    });
  }
  return found;
}

async function readAlong(
  connection: Connection,
  direction: 'next' | 'prev',
  keep: (record: MemoryRecord) => void,
): Promise<void> {
  let reached: string | undefined;
  const rest = (from: string): IDBKeyRange =>
    direction === 'next' ? IDBKeyRange.lowerBound(from, true) : IDBKeyRange.upperBound(from, true);
  for (let ended = false; !ended; ) {
    const begun = reached;
    try {
      await connection.transact(['memories'], 'readonly', async (tx) => {
        const range = reached === undefined ? null : rest(reached);
        let cursor = await tx.objectStore('memories').openCursor(range, direction);
        for (let n = 0; n < AT_ONCE && cursor; n++) {
          reached = cursor.key;
          if (cursor.value) keep(cursor.value);
          cursor = await cursor.continue();
        }
        ended = cursor === null;
      });
    } catch (error) {
      if (!isUnreadable(error) && !isValueLost(error)) throw error;
      // The browser reads ahead of a cursor, so a new cursor may get closer to the damage.
      if (reached === begun) return;
    }
  }
}

/**
 * Returns the values of `keys`, undefined for lost ones. One lost value fails the whole read, so the keys are halved
 * until each lost one is read alone.
 */
export async function readable<Key, Value>(
  keys: readonly Key[],
  read: (keys: readonly Key[]) => Promise<(Value | undefined)[]>,
): Promise<(Value | undefined)[]> {
  try {
    return await read(keys);
  } catch (error) {
    if (!isValueLost(error)) throw error;
    if (keys.length === 1) return [undefined];
    const half = keys.length >> 1;
    return [...(await readable(keys.slice(0, half), read)), ...(await readable(keys.slice(half), read))];
  }
}
