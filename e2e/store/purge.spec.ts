import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { inWorker } from './harness.ts';
import { test } from './test-browser.ts';

/** May miss text while LevelDB writes its log as a table: the table isn't listed yet, and then the log is gone. */
function filesWith(folder: string, text: string): string[] {
  const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    try {
      if (!statSync(path).isFile()) return false;
      const bytes = readFileSync(path);
      return forms.some((form) => bytes.includes(form));
    } catch {
      return false;
    }
  });
}

const databaseOf = (profile: string) => join(profile, 'Default', 'IndexedDB');
const filesOf = (profile: string) => join(profile, 'Default', 'File System');

// Incompressible, so that a compressed table contains it unchanged.
const SECRET = 'kQ7zWx2Lp9VbT4mYc1RdH6sJn8GfA3ue';

const fill = (page: Page) =>
  inWorker(
    page,
    async (kit, secret) => {
      const store = kit.createDurableStore('a');
      await store.open();
      kit.state.store = store;
      await kit.put(store, ['secret'], () => secret);
      const others = Array.from({ length: 50 }, (_, i) => `other${i}`);
      await kit.put(store, others, (id) => `${id} ${crypto.randomUUID()}`);
      await store.derived.writeVectors('f', new Map([['h', new Int8Array(384).fill(3)]]));
      await store.derived.writeSnapshot('index', new Uint8Array(200_000).fill(5), { at: 51 });
    },
    SECRET,
  );

const contents = (page: Page) =>
  inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    const rows = await store.derived.readAllVectors('f', 384);
    const snapshot = await store.derived.readSnapshot('index');
    const ids = Object.keys(await kit.all(store)).length;
    return { count: (await store.state()).count, ids, rows: rows.size, snapshot: snapshot?.bytes.length };
  });

test('a purged memory is in no file of IndexedDB or OPFS, and everything else stays', async ({ testBrowser }) => {
  const page = await testBrowser.page();
  await fill(page);
  await expect.poll(() => filesWith(databaseOf(testBrowser.profile), SECRET)).not.toEqual([]);
  expect(filesWith(filesOf(testBrowser.profile), SECRET)).not.toEqual([]);
  await inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    await kit.writeDecisions(store, ['secret'], () => [null]);
    await store.purge();
  });
  expect(filesWith(filesOf(testBrowser.profile), SECRET)).toEqual([]);
  await expect.poll(() => filesWith(databaseOf(testBrowser.profile), SECRET)).toEqual([]);
  expect(await contents(page)).toEqual({ count: 50, ids: 50, rows: 1, snapshot: 200_000 });
});

for (const [name, rotated] of [
  ['that was just written', false],
  ['of an earlier table', true],
] as const) {
  test(`the text of a deleted store ${name} is in no file of IndexedDB or OPFS`, async ({ testBrowser }) => {
    const page = await testBrowser.page();
    await fill(page);
    const tables = () => filesWith(databaseOf(testBrowser.profile), SECRET).filter((name) => name.endsWith('.ldb'));
    // A second after a store opens, LevelDB is made to write its log as a table.
    if (rotated) await expect.poll(tables).not.toEqual([]);
    await expect.poll(() => filesWith(databaseOf(testBrowser.profile), SECRET)).not.toEqual([]);
    await inWorker(page, (kit) => (kit.state.store as ReturnType<typeof kit.createDurableStore>).destroy());
    expect(filesWith(filesOf(testBrowser.profile), SECRET)).toEqual([]);
    await expect.poll(() => filesWith(databaseOf(testBrowser.profile), SECRET)).toEqual([]);
  });
}

test('writes and reads during a purge wait for it and are complete', async ({ testBrowser }) => {
  const page = await testBrowser.page();
  await fill(page);
  const found = await inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    const told: string[] = [];
    store.events.on('recovery', (report) => told.push(report.event));
    await kit.writeDecisions(store, ['secret'], () => [null]);
    let purging = true;
    const purged = store.purge().finally(() => {
      purging = false;
    });
    const wrong: string[] = [];
    let written = 0;
    while (purging) {
      const id = `during${written}`;
      await kit.put(store, [id], () => id);
      written++;
      const [read, other] = await store.get([id, 'other7']);
      if (read?.text !== id || !other) wrong.push(id);
    }
    await purged;
    const all = await kit.all(store);
    return { wrong, told, extra: Object.keys(all).length - 50 - written, secret: all.secret, written };
  });
  expect(found).toMatchObject({ wrong: [], told: [], extra: 0 });
  expect(found.secret).toBeUndefined();
  expect(found.written).toBeGreaterThan(0);
});

test('a kill while the database is replaced loses neither memories nor derived data', async ({ testBrowser }) => {
  let deleted = (): void => {};
  const moment = new Promise<void>((resolve) => {
    deleted = resolve;
  });
  const page = await testBrowser.page((value) => value === 'deleted' && deleted());
  await fill(page);
  void inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    const remove = indexedDB.deleteDatabase.bind(indexedDB);
    // The purge doesn't continue before it knows the end of the deletion.
    indexedDB.deleteDatabase = (name) => {
      const request = remove(name);
      if (name === 'hybrid-search/a') {
        request.addEventListener('success', (event) => {
          event.stopImmediatePropagation();
          kit.report('deleted');
        });
      }
      return request;
    };
    await kit.writeDecisions(store, ['secret'], () => [null]);
    await store.purge();
  }).catch(() => {});
  await moment;
  await testBrowser.kill();
  await testBrowser.start();
  const again = await testBrowser.page();
  const report = await inWorker(again, async (kit) => {
    const store = kit.createDurableStore('a');
    kit.state.store = store;
    return await store.open();
  });
  expect(report).toEqual({ durability: 'durable', event: 'restored', restored: 50, lost: 0 });
  expect(await contents(again)).toEqual({ count: 50, ids: 50, rows: 1, snapshot: 200_000 });
});

test('replaced text leaves the files in the background, or at the next start if the tab was closed', async ({
  testBrowser,
}) => {
  const page = await testBrowser.page();
  await fill(page);
  await inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    await kit.put(store, ['secret'], () => 'another text');
  });
  await testBrowser.kill();
  expect(filesWith(filesOf(testBrowser.profile), SECRET)).not.toEqual([]);
  await testBrowser.start();
  const again = await testBrowser.page();
  await inWorker(again, async (kit) => {
    const store = kit.createDurableStore('a', { purgeDelay: 0 });
    kit.state.store = store;
    await store.open();
  });
  await expect.poll(() => filesWith(filesOf(testBrowser.profile), SECRET)).toEqual([]);
  await expect.poll(() => filesWith(databaseOf(testBrowser.profile), SECRET)).toEqual([]);
  expect(await contents(again)).toEqual({ count: 51, ids: 51, rows: 1, snapshot: 200_000 });
});

test('a purge reaches another tab’s open write-ahead log', async ({ testBrowser }) => {
  const [one, two] = [await testBrowser.page(), await testBrowser.page()];
  for (const page of [one, two]) {
    await inWorker(page, async (kit) => {
      kit.state.store = kit.createDurableStore('a');
      await (kit.state.store as ReturnType<typeof kit.createDurableStore>).open();
    });
  }
  await inWorker(two, (kit, text) => kit.put(kit.state.store as never, ['secret'], () => text), SECRET);
  expect(filesWith(filesOf(testBrowser.profile), SECRET)).not.toEqual([]);
  await inWorker(one, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    await kit.writeDecisions(store, ['secret'], () => [null]);
    await store.purge();
  });
  expect(filesWith(filesOf(testBrowser.profile), SECRET)).toEqual([]);
  const after = await inWorker(two, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    await kit.put(store, ['later'], () => 'text');
    return { mode: store.durability, all: await kit.all(store) };
  });
  expect(after).toEqual({ mode: 'durable', all: { later: 'text' } });
});

test('a purge reaches it even if that tab writes while the checkpoint is made', async ({ testBrowser }) => {
  const [one, two] = [await testBrowser.page(), await testBrowser.page()];
  for (const page of [one, two]) {
    await inWorker(page, async (kit) => {
      kit.state.store = kit.createDurableStore('a');
      await (kit.state.store as ReturnType<typeof kit.createDurableStore>).open();
    });
  }
  const ids = Array.from({ length: 12_000 }, (_, n) => `filler ${n}`);
  await inWorker(one, (kit, all) => kit.put(kit.state.store as never, all, (id) => id.repeat(20)), ids);
  await inWorker(two, (kit, text) => kit.put(kit.state.store as never, ['secret'], () => text), SECRET);
  const written = inWorker(two, async (kit) => {
    const begun = new BroadcastChannel('purging');
    await new Promise((resolve) => {
      begun.onmessage = resolve;
    });
    await kit.put(kit.state.store as never, ['meanwhile'], () => 'text');
  });
  await inWorker(one, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    await kit.writeDecisions(store, ['secret'], () => [null]);
    const begun = new BroadcastChannel('purging');
    const { getAll } = IDBObjectStore.prototype;
    // The purge still has to read thousands of records.
    IDBObjectStore.prototype.getAll = function (...range) {
      if (this.name === 'memories') begun.postMessage('begun');
      return getAll.apply(this, range);
    };
    await store.purge();
    IDBObjectStore.prototype.getAll = getAll;
  });
  await written;
  expect(filesWith(filesOf(testBrowser.profile), SECRET)).toEqual([]);
  const all = await inWorker(one, (kit) => kit.all(kit.state.store as never));
  expect(Object.keys(all)).toHaveLength(ids.length + 1);
});

test('a purge reaches it even if that tab writes after the checkpoint but before it has read it', async ({
  testBrowser,
}) => {
  const [one, two] = [await testBrowser.page(), await testBrowser.page()];
  for (const page of [one, two]) {
    await inWorker(page, async (kit) => {
      kit.state.store = kit.createDurableStore('a');
      await (kit.state.store as ReturnType<typeof kit.createDurableStore>).open();
    });
  }
  await inWorker(
    two,
    async (kit, text) => {
      await kit.put(kit.state.store as never, ['secret'], () => text);
      const channel = new BroadcastChannel('hybrid-search/a');
      const compacted = new Promise<void>((resolve) => {
        channel.onmessage = ({ data }) => (data as { kind: string }).kind === 'compacted' && resolve();
      });
      const written = compacted.then(() => kit.put(kit.state.store as never, ['meanwhile'], () => 'text'));
      const { getFile } = FileSystemFileHandle.prototype;
      FileSystemFileHandle.prototype.getFile = async function (this: FileSystemFileHandle) {
        await written;
        return await getFile.call(this);
      };
    },
    SECRET,
  );
  await inWorker(one, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    await kit.writeDecisions(store, ['secret'], () => [null]);
    await store.purge();
  });
  expect(filesWith(filesOf(testBrowser.profile), SECRET)).toEqual([]);
  const after = await inWorker(two, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    await kit.put(store, ['later'], () => 'text');
    return { mode: store.durability, all: await kit.all(store) };
  });
  expect(after).toEqual({ mode: 'durable', all: { meanwhile: 'text', later: 'text' } });
  await testBrowser.kill();
  rmSync(databaseOf(testBrowser.profile), { recursive: true });
  await testBrowser.start();
  const again = await testBrowser.page();
  const restored = await inWorker(again, async (kit) => {
    const store = kit.createDurableStore('a');
    const { event } = await store.open();
    return { event, all: await kit.all(store) };
  });
  expect(restored).toEqual({ event: 'restored', all: { meanwhile: 'text', later: 'text' } });
});

test('removed memories that an older database brought back leave the files after the restoring start', async ({
  testBrowser,
}) => {
  const page = await testBrowser.page();
  await fill(page);
  await inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    const before = await kit.copyDatabase('hybrid-search/a');
    await kit.writeDecisions(store, ['secret'], () => [null]);
    await store.purge();
    await store.close();
    await kit.putBackDatabase(before);
  });
  await expect.poll(() => filesWith(databaseOf(testBrowser.profile), SECRET)).not.toEqual([]);
  const ids = await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a', { purgeDelay: 0 });
    kit.state.store = store;
    await store.open();
    return Object.keys(await kit.all(store)).length;
  });
  expect(ids).toBe(50);
  await expect.poll(() => filesWith(databaseOf(testBrowser.profile), SECRET)).toEqual([]);
  expect(filesWith(filesOf(testBrowser.profile), SECRET)).toEqual([]);
  expect(await contents(page)).toMatchObject({ count: 50, ids: 50, rows: 1 });
});
