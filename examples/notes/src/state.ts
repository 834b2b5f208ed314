/** Stores what this device has to remember in addition to the notes. */
let opening: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('offline-notes-state', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('state');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

/** Resolves when the transaction is complete, so the change is stored. */
async function run<Result>(
  mode: IDBTransactionMode,
  job: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await database()).transaction('state', mode);
  const request = job(transaction.objectStore('state'));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? request.error);
  });
}

export const writeState = (key: string, value: unknown): Promise<unknown> =>
  run('readwrite', (store) => store.put(value, key));
export const deleteState = (key: string): Promise<unknown> => run('readwrite', (store) => store.delete(key));

/** Returns the values whose keys start with the prefix, by the rest of the key. */
export async function readState<Value>(prefix: string): Promise<Map<string, Value>> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const [keys, values] = await Promise.all([
    run('readonly', (store) => store.getAllKeys(range)),
    run('readonly', (store) => store.getAll(range) as IDBRequest<Value[]>),
  ]);
  return new Map(keys.map((key, index) => [String(key).slice(prefix.length), values[index]!]));
}
