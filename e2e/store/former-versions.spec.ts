import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { inWorker } from './harness.ts';
import { test } from './test-browser.ts';

/** Each wrote a file in `e2e/fixtures/stores`, with `e2e/store/export-store.ts`. */
const FORMER = ['954560f'];

interface Former {
  version: number;
  stores: { name: string; keyPath: string | string[] | null; keys: IDBValidKey[]; values: unknown[] }[];
  files: { name: string; bytes: string }[];
}

const layOut = (page: Page, former: Former) =>
  inWorker(
    page,
    async (_, { version, stores, files }) => {
      const bytesOf = (text: string) => Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
      const revive = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(revive);
        if (typeof value !== 'object' || value === null) return value;
        const { bytes, signed } = value as { bytes?: string; signed?: string };
        if (bytes !== undefined && Object.keys(value).length === 1) return bytesOf(bytes);
        if (signed !== undefined) return new Int8Array(bytesOf(signed).buffer);
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(inner)]));
      };
      if (stores.length > 0) {
        await new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('hybrid-search/a', version);
          request.onupgradeneeded = () => {
            for (const { name, keyPath, keys, values } of stores) {
              const store = request.result.createObjectStore(name, keyPath === null ? {} : { keyPath });
              for (const [i, value] of values.entries())
                keyPath === null ? store.put(revive(value), keys[i]!) : store.put(revive(value));
            }
          };
          request.onsuccess = () => {
            request.result.close();
            resolve();
          };
          request.onerror = () => reject(request.error);
        });
      }
      const root = await navigator.storage.getDirectory();
      const parent = await root.getDirectoryHandle('hybrid-search-journal', { create: true });
      const folder = await parent.getDirectoryHandle('a', { create: true });
      for (const { name, bytes } of files) {
        const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await stream.write(bytesOf(bytes));
        await stream.close();
      }
    },
    former,
  );

const look = (page: Page) =>
  inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a');
    const report = await store.open();
    const all = await kit.all(store);
    const { seq, count } = await store.state();
    const changes = await store.changesSince(40);
    await kit.put(store, ['new'], () => 'written by this version');
    let chunks = 0;
    await store.derived.readChunks('f', () => chunks++);
    return {
      report,
      ids: Object.keys(all).length,
      gone: all.m0,
      changed: all.m1,
      last: all.last?.startsWith('häßlich'),
      seq,
      count,
      changes: changes?.map(({ kind, id }) => `${kind} ${id}`),
      vectors: (await store.derived.readAllVectors('f', 8)).size,
      chunks,
      snapshot: (await store.derived.readSnapshot('index'))?.bytes.length,
    };
  });

for (const commit of FORMER) {
  const former = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', 'fixtures', 'stores', `${commit}.json`), 'utf8'),
  ) as Former;
  const memories = { ids: 40, gone: undefined, changed: 'changed', last: true, seq: 43, count: 40 };

  test(`a store of ${commit} opens unchanged, derived data included`, async ({ testBrowser }) => {
    const page = await testBrowser.page();
    await layOut(page, former);
    expect(await look(page)).toEqual({
      report: { durability: 'durable', event: 'ok', restored: 0, lost: 0 },
      ...memories,
      changes: ['remove m0', 'put m1', 'put last'],
      vectors: 1,
      chunks: 1,
      snapshot: 100_000,
    });
  });

  test(`the write-ahead log of ${commit} alone restores every memory`, async ({ testBrowser }) => {
    const page = await testBrowser.page();
    await layOut(page, { ...former, stores: [] });
    expect(await look(page)).toMatchObject({
      report: { durability: 'durable', event: 'restored', restored: 40, lost: 0 },
      ...memories,
    });
  });

  test(`the database of ${commit} alone is complete, and gets a write-ahead log`, async ({ testBrowser }) => {
    const page = await testBrowser.page();
    await layOut(page, { ...former, files: [] });
    expect(await look(page)).toMatchObject({
      report: { durability: 'durable', event: 'ok', restored: 0, lost: 0 },
      ...memories,
    });
  });
}
