/**
 * Run it once when a release changes the stored format: `tsx e2e/store/export-store.ts FILE`.
 * `former-versions.spec.ts` opens each such file with the current code.
 */
import { writeFileSync } from 'node:fs';
import { inWorker, launch, openPage, serveHarness, temporaryProfile } from './harness.ts';

const [file] = process.argv.slice(2);
if (!file) throw new Error('which file?');

const site = await serveHarness();
const profile = temporaryProfile();
const running = await launch(profile.path);
try {
  const exported = await inWorker(await openPage(running, site), async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    const ids = Array.from({ length: 40 }, (_, i) => `m${i}`);
    await kit.put(store, ids, (id) => `text of ${id}`);
    await kit.writeDecisions(store, ['m0', 'm1'], () => [null, kit.memory('m1', 'changed')]);
    await kit.put(store, ['last'], () => 'häßlich \ud800 text');
    await store.derived.writeVectors('f', new Map([['h', new Int8Array(8).fill(3)]]));
    await store.derived.writeChunks(
      'f',
      new Map([['last', { contentHash: 'c', chunks: [{ hash: 'h', start: 0, end: 4 }] }]]),
    );
    await store.derived.writeSnapshot('index', new Uint8Array(100_000).fill(5), { at: 43 });
    await store.close();
    const base64 = (bytes: Uint8Array): string => {
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    };
    const plain = (value: unknown): unknown => {
      if (value instanceof Uint8Array) return { bytes: base64(value) };
      if (value instanceof Int8Array)
        return { signed: base64(new Uint8Array(value.buffer, value.byteOffset, value.length)) };
      if (Array.isArray(value)) return value.map(plain);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
    };
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open('hybrid-search/a'));
    const stores = [];
    for (const name of database.objectStoreNames) {
      const records = database.transaction(name).objectStore(name);
      const { keyPath } = records;
      const [keys, values] = await Promise.all([done(records.getAllKeys()), done(records.getAll())]);
      stores.push({ name, keyPath, keys, values: values.map(plain) });
    }
    const root = await navigator.storage.getDirectory();
    const folder = await (await root.getDirectoryHandle('hybrid-search-journal')).getDirectoryHandle('a');
    const files = [];
    for await (const entry of (folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values()) {
      const bytes = new Uint8Array(await (await entry.getFile()).arrayBuffer());
      files.push({ name: entry.name, bytes: base64(bytes) });
    }
    return { version: database.version, stores, files };
  });
  writeFileSync(file, `${JSON.stringify(exported)}\n`);
} finally {
  await running.close();
  site.close();
  profile.remove();
}
