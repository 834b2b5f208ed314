import { expect, type Page } from '@playwright/test';
import { inWorker } from './harness.ts';
import { test } from './test-browser.ts';

const openWithLoss = (page: Page) =>
  inWorker(page, async (kit) => {
    const whole = kit.createDurableStore('a');
    await whole.open();
    const ids = Array.from({ length: 10 }, (_, at) => `m${at}`);
    await kit.put(whole, ids, (id) => `text of ${id}`);
    await whole.close();
    const connection = new kit.Connection('a');
    await connection.transact(['memories'], 'readwrite', async (tx) => {
      for (const id of ids.slice(0, 3)) await tx.objectStore('memories').delete(id);
    });
    await connection.close();
    const store = kit.createDurableStore('a', { countBehind: true });
    const told: unknown[] = [];
    store.events.on('recovery', ({ event, restored }) => told.push({ event, restored }));
    Object.assign(kit.state, { store, told });
    return await store.open();
  });

test('restores and reports missing memories on its own', async ({ testBrowser }) => {
  const page = await testBrowser.page();
  expect(await openWithLoss(page)).toMatchObject({ event: 'ok', restored: 0 });
  const told = () => inWorker(page, async (kit) => kit.state.told);
  await expect.poll(told).toEqual([{ event: 'restored', restored: 3 }]);
  const found = await inWorker(page, async (kit) => Object.keys(await kit.all(kit.state.store as never)).length);
  expect(found).toBe(10);
});

test('a write, clear or purge waits until memories are counted and missing ones restored', async ({ testBrowser }) => {
  for (const first of ['write', 'clear', 'purge'] as const) {
    const page = await testBrowser.page();
    await openWithLoss(page);
    const found = await inWorker(
      page,
      async (kit, kind) => {
        const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
        if (kind === 'write') await kit.put(store, ['m0', 'new'], () => 'another text');
        else await store[kind]();
        const told = [...(kit.state.told as unknown[])];
        const all = await kit.all(store);
        const { count } = await store.state();
        await store.destroy();
        return { told, count, ids: Object.keys(all).length, first: all.m0, second: all.m1 };
      },
      first,
    );
    expect(found.told).toEqual([{ event: 'restored', restored: 3 }]);
    if (first === 'write') {
      expect(found).toMatchObject({ count: 11, ids: 11, first: 'another text', second: 'text of m1' });
    } else expect(found).toMatchObject(first === 'clear' ? { count: 0, ids: 0 } : { count: 10, ids: 10 });
  }
});

test('an intact store reports nothing', async ({ testBrowser }) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    const store = kit.createDurableStore('a', { countBehind: true });
    const told: string[] = [];
    store.events.on('recovery', ({ event }) => told.push(event));
    const { event } = await store.open();
    await kit.put(store, ['x'], () => 'text');
    return { event, told, all: await kit.all(store) };
  });
  expect(found).toEqual({ event: 'created', told: [], all: { x: 'text' } });
});
