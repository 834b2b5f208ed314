/** Copies, restores and deletes a database. Each function is self-contained, to run in a page or a worker. */

export interface DatabaseCopy {
  name: string;
  stores: { name: string; keys: IDBValidKey[]; values: unknown[] }[];
}

export async function copyDatabase(name: string): Promise<DatabaseCopy> {
  const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open(name));
  const names = ['memories', 'changes', 'meta'];
  const reading = database.transaction(names);
  const stores = await Promise.all(
    names.map(async (each) => {
      const source = reading.objectStore(each);
      const [keys, values] = await Promise.all([done(source.getAllKeys()), done(source.getAll())]);
      return { name: each, keys, values: values as unknown[] };
    }),
  );
  database.close();
  return { name, stores };
}

/** Snapshots and vectors stay as they are. */
export async function putBackDatabase({ name, stores }: DatabaseCopy): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const writing = database.transaction(
    stores.map((store) => store.name),
    'readwrite',
  );
  for (const { name: each, keys, values } of stores) {
    const target = writing.objectStore(each);
    target.clear();
    for (const [at, value] of values.entries())
      target.keyPath === null ? target.put(value, keys[at]) : target.put(value);
  }
  await new Promise((resolve, reject) => {
    writing.oncomplete = resolve;
    writing.onerror = reject;
  });
  database.close();
}

export function loseDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
