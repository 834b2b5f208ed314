/** What no start can avoid: reads the database's head and the index files at the same time, as the engine does. */
const store = self.name;

async function readHead(): Promise<void> {
  const opening = indexedDB.open(`hybrid-search/${store}`);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise<void>((resolve) => {
    database.transaction('meta').objectStore('meta').get('head').onsuccess = () => resolve();
  });
  database.close();
}

interface OpenableFile {
  createSyncAccessHandle(): Promise<{ getSize(): number; read(into: Uint8Array): number; close(): void }>;
}

async function readFiles(): Promise<number> {
  const root = await navigator.storage.getDirectory();
  const folder = await (await root.getDirectoryHandle('hybrid-search-snapshots')).getDirectoryHandle(store);
  const reading: Promise<number>[] = [];
  for await (const handle of (folder as unknown as { values(): AsyncIterable<OpenableFile> }).values()) {
    reading.push(
      handle.createSyncAccessHandle().then((file) => {
        const bytes = new Uint8Array(file.getSize());
        file.read(bytes);
        file.close();
        return bytes.length;
      }),
    );
  }
  return (await Promise.all(reading)).reduce((sum, length) => sum + length, 0);
}

const [bytes] = await Promise.all([readFiles(), readHead()]);
self.postMessage({ bytes });

export {};
