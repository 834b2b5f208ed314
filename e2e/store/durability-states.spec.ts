import { expect, type Page } from '@playwright/test';
import { inWorker } from './harness.ts';
import { test } from './test-browser.ts';

const open = (page: Page) =>
  inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a', { retryMs: [100] });
    kit.state.store = store;
    kit.state.modes = [];
    store.events.on('durability', (mode) => (kit.state.modes as string[]).push(mode));
    return await store.open();
  });

const withoutDatabase = (page: Page) =>
  inWorker(page, async (kit) => {
    await kit.loseDatabase('hybrid-search/a');
    return Object.keys(await kit.all(kit.state.store as never)).sort();
  });

test('durable → best effort → durable: the mode rises only after a failed log write is repaired', async ({
  testBrowser,
}) => {
  const page = await testBrowser.page();
  await open(page);
  const found = await inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    await kit.put(store, ['before'], () => 'text');
    const makeRoom = kit.fillDisk();
    await kit.put(store, ['unlogged'], () => 'text');
    const full = store.durability;
    makeRoom();
    await kit.untilDurable(store);
    return { full, now: store.durability, modes: kit.state.modes };
  });
  expect(found).toEqual({ full: 'best-effort', now: 'durable', modes: ['durable', 'best-effort', 'durable'] });
  expect(await withoutDatabase(page)).toEqual(['before', 'unlogged']);
});

test('a write that one tab could not log lowers the mode of the other, which repairs the log', async ({
  testBrowser,
}) => {
  const [one, two] = [await testBrowser.page(), await testBrowser.page()];
  await open(one);
  await inWorker(two, async (kit) => {
    // As if OPFS had failed.
    kit.refuseLog();
    const store = kit.createDurableStore('a', { retryMs: [1e6] });
    kit.state.store = store;
    await store.open();
    await kit.put(store, ['unlogged'], () => 'text');
  });
  const found = await inWorker(one, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    const modes = kit.state.modes as string[];
    const risen = new Promise<void>((resolve) => {
      const done = () => modes.lastIndexOf('durable') > modes.indexOf('best-effort') && modes.includes('best-effort');
      if (done()) resolve();
      store.events.on('durability', () => done() && resolve());
    });
    await kit.put(store, ['logged'], () => 'text');
    await risen;
    return { modes };
  });
  expect(found.modes).toEqual(['durable', 'best-effort', 'durable']);
  await inWorker(two, (kit) => (kit.state.store as ReturnType<typeof kit.createDurableStore>).close());
  expect(await withoutDatabase(one)).toEqual(['logged', 'unlogged']);
});

test('after unlogged writes, a start writes the log again before it reports durable', async ({ testBrowser }) => {
  const page = await testBrowser.page();
  await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a', { retryMs: [1e6] });
    await store.open();
    await kit.put(store, ['a', 'b'], () => 'text');
    const makeRoom = kit.fillDisk();
    await kit.writeDecisions(store, ['a', 'c'], () => [null, kit.memory('c', 'text')]);
    makeRoom();
    // A second store continues with a write-ahead log that lacks the earlier positions.
    const other = kit.createDurableStore('a');
    await other.open();
    await kit.put(other, ['d'], () => 'text');
    await other.close();
  });
  await testBrowser.kill();
  await testBrowser.start();
  const again = await testBrowser.page();
  expect(await open(again)).toEqual({ durability: 'durable', event: 'ok', restored: 0, lost: 0 });
  expect(await withoutDatabase(again)).toEqual(['b', 'c', 'd']);
});

test('the sentinel reveals a loss when the database is lost and the write-ahead log is cut', async ({
  testBrowser,
}) => {
  const page = await testBrowser.page();
  await open(page);
  const report = await inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    for (let i = 0; i < 30; i++) await kit.put(store, [`m${i}`], () => 'text');
    await store.close();
    await kit.cutLog('a', 0.7);
    await kit.loseDatabase('hybrid-search/a');
    const again = kit.createDurableStore('a');
    const first = await again.open();
    const count = (await again.state()).count;
    // As after a kill.
    const third = kit.createDurableStore('a');
    return { first, count, second: (await third.open()).event };
  });
  expect(report.first.event).toBe('storage-lost');
  expect(report.first.restored).toBe(report.count);
  expect(report.count).toBeGreaterThan(10);
  expect(report.count).toBeLessThan(30);
  expect(report.second).toBe('ok');
});

test('a loss found before anyone listens is reported to the first listener', async ({ testBrowser }) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    await kit.put(store, ['x', 'y'], (id) => `text of ${id}`);
    const connection = new kit.Connection('a');
    await connection.transact(['memories'], 'readwrite', async (tx) => {
      const record = await tx.objectStore('memories').get('x');
      // The count stays the same.
      await tx.objectStore('memories').delete('x');
      if (record) await tx.objectStore('memories').put({ ...record, id: 'stray' });
    });
    await connection.close();
    const all = await kit.all(store);
    const told: string[] = [];
    store.events.on('recovery', (report) => told.push(report.event));
    return { all, told };
  });
  expect(found.all).toMatchObject({ x: 'text of x', y: 'text of y' });
  expect(found.told.length).toBeGreaterThan(0);
});
