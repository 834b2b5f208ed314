const KINDS: { readonly [prefix: string]: string } = {
  tail: 'log, active',
  segment: 'log, sealed',
  base: 'log, checkpoint',
  rows: 'snapshot of rows',
  keyword: 'snapshot of keywords',
};

export interface DiskPart {
  what: string;
  bytes: number;
}

/** Deflated bytes. With the database's size, a lower bound for texts stored twice, in a database and in a log. */
export async function bareDisk(texts: readonly string[]): Promise<number> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('bare');
    opening.onupgradeneeded = () => opening.result.createObjectStore('texts');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise<void>((resolve, reject) => {
    const writing = database.transaction('texts', 'readwrite');
    for (const [at, text] of texts.entries()) writing.objectStore('texts').put(text, at);
    writing.oncomplete = () => resolve();
    writing.onerror = () => reject(writing.error);
  });
  database.close();
  const deflated = new Blob([texts.join('\n')]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const { byteLength } = await new Response(deflated as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer();
  return byteLength;
}

async function databaseBytes(): Promise<number> {
  const { usageDetails } = (await navigator.storage.estimate()) as { usageDetails?: { indexedDB?: number } };
  return usageDetails?.indexedDB ?? 0;
}

/** `values` don't add up to `database`, because IndexedDB compresses values and keeps old ones until compaction. */
export async function diskParts(name: string): Promise<{ database: number; values: DiskPart[]; files: DiskPart[] }> {
  const root = await navigator.storage.getDirectory();
  const files = new Map<string, number>();
  for (const folder of ['hybrid-search-journal', 'hybrid-search-snapshots']) {
    const parent = await root.getDirectoryHandle(folder, { create: true });
    const own = await parent.getDirectoryHandle(name, { create: true });
    for await (const handle of (own as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values()) {
      const kind = KINDS[handle.name.split('-')[0]!] ?? handle.name;
      files.set(kind, (files.get(kind) ?? 0) + (await handle.getFile()).size);
    }
  }
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`hybrid-search/${name}`);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const values: DiskPart[] = [];
  for (const what of database.objectStoreNames) values.push({ what, bytes: await valueBytes(database, what) });
  database.close();
  return {
    database: await databaseBytes(),
    values: values.filter(({ bytes }) => bytes > 0),
    files: [...files].map(([what, bytes]) => ({ what, bytes })),
  };
}

function valueBytes(database: IDBDatabase, store: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const walking = database.transaction(store).objectStore(store).openCursor();
    walking.onerror = () => reject(walking.error);
    walking.onsuccess = () => {
      const cursor = walking.result;
      if (!cursor) {
        resolve(bytes);
        return;
      }
      bytes += sizeOf(cursor.value);
      cursor.continue();
    };
  });
}

function sizeOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === 'string') return value.length;
  if (typeof value === 'object' && value !== null)
    return Object.values(value).reduce<number>((sum, one) => sum + sizeOf(one), 0);
  return 8;
}
