import { expect } from '@playwright/test';
import { inWorker } from './harness.ts';
import { openings } from './openings.ts';
import { test } from './test-browser.ts';

test('a tab that opens between any two steps of another tab’s writes restores and undoes nothing', async ({
  testBrowser,
}) => {
  const [one, two] = [await testBrowser.page(), await testBrowser.page()];
  await inWorker(one, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    kit.state.told = [];
    store.events.on('recovery', (report) => (kit.state.told as unknown[]).push(report));
    const ids = Array.from({ length: 60 }, (_, i) => `m${i}`);
    await kit.put(store, ids, (id) => `${id} first`);
    // Each time the other tab is about to touch a file, this removes one memory and changes another.
    let next = 0;
    const asked = new BroadcastChannel('asked');
    asked.onmessage = async () => {
      const [gone, changed] = [`m${next}`, `m${next + 1}`];
      next += 2;
      await kit.writeDecisions(store, [gone, changed], () => [null, kit.memory(changed, `${changed} second`)]);
      asked.postMessage('written');
    };
    kit.state.store = store;
    kit.state.steps = () => next;
  });
  const opened = await inWorker(two, async (kit) => {
    const asked = new BroadcastChannel('asked');
    const step = () =>
      new Promise<void>((resolve) => {
        asked.onmessage = () => resolve();
        asked.postMessage('now');
      });
    const { getFile } = FileSystemFileHandle.prototype;
    FileSystemFileHandle.prototype.getFile = async function (this: FileSystemFileHandle) {
      await step();
      return await getFile.call(this);
    };
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      const bytes = await arrayBuffer.call(this);
      await step();
      return bytes;
    };
    const store = kit.createDurableStore('a');
    const report = await store.open();
    return { report, all: await kit.all(store) };
  });
  const found = await inWorker(one, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    const all = await kit.all(store);
    return {
      all,
      told: kit.state.told,
      steps: (kit.state.steps as () => number)(),
      count: (await store.state()).count,
    };
  });
  expect(found.steps).toBeGreaterThan(0);
  expect(opened.report).toEqual({ durability: 'durable', event: 'ok', restored: 0, lost: 0 });
  expect(found.told).toEqual([]);
  for (let i = 0; i < found.steps; i += 2) {
    expect(found.all[`m${i}`], `m${i} was deleted`).toBeUndefined();
    expect(found.all[`m${i + 1}`]).toBe(`m${i + 1} second`);
  }
  expect(Object.keys(found.all)).toHaveLength(60 - found.steps / 2);
  expect(found.count).toBe(60 - found.steps / 2);
  expect(opened.all).toEqual(found.all);
});

test('a tab can open at any moment of removing, rewriting, adding again and clearing', async ({ testBrowser }) => {
  const [writer, opener] = [await testBrowser.page(), await testBrowser.page()];
  await inWorker(writer, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    const told: string[] = [];
    store.events.on('recovery', (report) => told.push(report.event));
    const model = new Map<string, string>();
    kit.state.stop = false;
    const work = async () => {
      for (let n = 0; !kit.state.stop; n++) {
        if (n % 200 === 199) {
          await store.clear();
          model.clear();
          continue;
        }
        const put = [`m${n % 40}`, `m${(n * 7) % 40}`].filter((id, i, ids) => ids.indexOf(id) === i);
        const gone = `m${(n * 11 + 3) % 40}`;
        const ids = [...new Set([...put, gone])];
        await kit.writeDecisions(store, ids, () =>
          ids.map((id) => (id === gone ? null : kit.memory(id, `${id} ${n}`))),
        );
        for (const id of ids) id === gone ? model.delete(id) : model.set(id, `${id} ${n}`);
      }
      return { told, model: Object.fromEntries(model), all: await kit.all(store), count: (await store.state()).count };
    };
    kit.state.done = work();
  });
  const events = await inWorker(opener, async (kit) => {
    const events: { [event: string]: number } = {};
    for (let i = 0; i < 25; i++) {
      const store = kit.createDurableStore('a');
      const { event } = await store.open();
      events[event] = (events[event] ?? 0) + 1;
      store.events.on('recovery', (report) => {
        events[report.event] = (events[report.event] ?? 0) + 1;
      });
      await kit.all(store);
      await store.close();
    }
    return events;
  });
  const found = await inWorker(writer, async (kit) => {
    kit.state.stop = true;
    return (await kit.state.done) as { told: string[]; model: object; all: object; count: number };
  });
  expect(events).toEqual({ ok: 25 });
  expect(found.told).toEqual([]);
  expect(found.all).toEqual(found.model);
  expect(found.count).toBe(Object.keys(found.model).length);
});

test('a tab that opens and reads during a purge sees every memory', async ({ testBrowser }) => {
  const [one, two] = [await testBrowser.page(), await testBrowser.page()];
  await inWorker(two, (kit) => {
    const channel = new BroadcastChannel('purge');
    const hears = (what: string) =>
      new Promise<void>((resolve) => {
        channel.addEventListener('message', ({ data }) => data === what && resolve());
      });
    const deleted = Promise.race([hears('deleted'), hears('purged')]);
    kit.state.done = (async () => {
      await hears('open');
      const store = kit.createDurableStore('a');
      const { event } = await store.open();
      channel.postMessage('opened');
      let pages = 0;
      const seen = new Set<string>();
      await store.scan(async (page) => {
        for (const { memory } of page) seen.add(memory.id);
        if (++pages === 1) await deleted;
      });
      return { event, seen: seen.size };
    })();
  });
  await inWorker(one, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    const ids = Array.from({ length: 3_000 }, (_, i) => `m${i}`);
    await kit.put(store, ids, (id) => `text of ${id}`);
    await kit.writeDecisions(store, ['m0'], () => [null]);
    const channel = new BroadcastChannel('purge');
    const opened = new Promise((resolve) => channel.addEventListener('message', resolve));
    // The purge asks which other tabs are open. Another tab opens after that query, but before the purge gets the
    // result.
    const { query } = LockManager.prototype;
    LockManager.prototype.query = async function (this: LockManager) {
      LockManager.prototype.query = query;
      const found = await query.call(this);
      channel.postMessage('open');
      await opened;
      return found;
    };
    const remove = indexedDB.deleteDatabase.bind(indexedDB);
    indexedDB.deleteDatabase = (name) => {
      const request = remove(name);
      if (name === 'hybrid-search/a') request.addEventListener('success', () => channel.postMessage('deleted'));
      return request;
    };
    await store.purge();
    channel.postMessage('purged');
  });
  expect(await inWorker(two, (kit) => kit.state.done)).toEqual({ event: 'ok', seen: 2_999 });
});

test('a database deleted and created again between two pages does not count as destroyed', async ({ testBrowser }) => {
  const page = await testBrowser.page();
  const found = await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    const ids = Array.from({ length: 900 }, (_, i) => `m${i}`);
    await kit.put(store, ids, (id) => `text of ${id}`);
    const told: string[] = [];
    store.events.on('recovery', (report) => told.push(report.event));
    const seen = new Map<string, number>();
    let pages = 0;
    await store.scan(async (page) => {
      for (const { memory } of page) seen.set(memory.id, (seen.get(memory.id) ?? 0) + 1);
      if (++pages > 1) return;
      await kit.loseDatabase('hybrid-search/a');
    });
    return { seen: seen.size, twice: [...seen.values()].filter((times) => times > 1).length, told };
  });
  expect(found).toEqual({ seen: 900, twice: 0, told: ['restored'] });
});

// Any page of the origin can post on the store's channel, so its messages aren't trusted.
test('messages that a page posts on the store’s channel close and drop nothing', async ({ testBrowser }) => {
  const [one, stranger] = [await testBrowser.page(), await testBrowser.page()];
  await inWorker(one, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    await kit.put(store, ['x'], () => 'text');
    kit.state.store = store;
    kit.state.heard = new Promise<void>((resolve) => store.events.on('changed', () => resolve()));
  });
  await inWorker(stranger, () => {
    const channel = new BroadcastChannel('hybrid-search/a');
    const messages = [null, 7, 'destroyed', [], { kind: null }, { kind: 'destroyed' }];
    for (const message of messages) channel.postMessage(message);
    channel.postMessage({ kind: 'compacted', seq: Number.MAX_SAFE_INTEGER, epoch: '' });
    channel.postMessage({ kind: 'dropped' });
    channel.postMessage({ kind: 'changed' });
  });
  const found = await inWorker(one, async (kit) => {
    await kit.state.heard;
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    await kit.put(store, ['y'], () => 'text');
    const mode = store.durability;
    await kit.loseDatabase('hybrid-search/a');
    return { mode, all: await kit.all(store) };
  });
  expect(found).toEqual({ mode: 'durable', all: { x: 'text', y: 'text' } });
});

test('while a store is deleted, calls of another tab reject with closed in any state', async ({ testBrowser }) => {
  const [one, two] = [await testBrowser.page(), await testBrowser.page()];
  for (const page of [one, two]) {
    await inWorker(page, async (kit) => {
      const store = kit.createDurableStore('a');
      await store.open();
      kit.state.store = store;
    });
  }
  await inWorker(two, (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    kit.state.done = (async () => {
      for (let n = 0; ; n++) {
        const code = await kit
          .put(store, [`m${n % 9}`], (id) => id)
          .then(
            () => '',
            (error) => error.code ?? String(error),
          );
        if (code !== '') return code;
      }
    })();
  });
  await inWorker(one, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    await kit.put(store, ['x'], () => 'text');
    await store.destroy();
  });
  const code = await inWorker(two, (kit) => kit.state.done);
  expect(code).toBe('closed');
  const again = await inWorker(one, async (kit) => {
    const store = kit.createDurableStore('a');
    return { report: await store.open(), all: await kit.all(store) };
  });
  expect(again).toEqual({ report: { durability: 'durable', event: 'created', restored: 0, lost: 0 }, all: {} });
});

test('a tab can open next to three writing tabs, one of which purges', async () => {
  const result = await openings({ openings: 12, writers: 3 });
  expect(result).toMatchObject({ events: { ok: 12 }, wrong: [] });
  expect(result.acknowledged).toBeGreaterThan(12);
});
