/** Chromium stores a large value in a separate file. Without that file, every read that includes the value fails. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { inWorker, levelDbOf } from './harness.ts';
import { type TestBrowser, test } from './test-browser.ts';

async function fill(testBrowser: TestBrowser): Promise<void> {
  const page = await testBrowser.page();
  await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    // Incompressible, like the bytes of images.
    const large = Array.from({ length: 8_000 }, () => crypto.randomUUID()).join(' ');
    await kit.put(store, ['a', 'b', 'c', 'd'], (id) => (id === 'b' ? large : `text of ${id}`));
    await kit.writeDecisions(store, ['d'], () => [null]);
    await store.close();
  });
}

function loseValues(testBrowser: TestBrowser): void {
  const folder = levelDbOf(testBrowser.profile, testBrowser.site).replace(/leveldb$/, 'blob');
  expect(readdirSync(folder).length).toBeGreaterThan(0);
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}

const look = async (testBrowser: TestBrowser) =>
  await inWorker(await testBrowser.page(), async (kit) => {
    const store = kit.createDurableStore('a');
    const opened = await store.open();
    const told: unknown[] = [opened.event, opened.lost];
    const all = await kit.all(store);
    store.events.on('recovery', (report) => told.push(report.event, report.lost));
    const lengths = Object.fromEntries(Object.entries(all).map(([id, text]) => [id, text.length]));
    const { count } = await store.state();
    await kit.put(store, ['e'], () => 'text of e');
    const mode = store.durability;
    await store.close();
    return { lengths, told, count, mode };
  });

test('an unreadable value is restored from the write-ahead log', async ({ testBrowser }) => {
  await fill(testBrowser);
  await testBrowser.kill();
  loseValues(testBrowser);
  await testBrowser.start();
  const first = await look(testBrowser);
  expect(first).toEqual({
    lengths: { a: 9, b: 295_999, c: 9 },
    told: ['ok', 0, 'restored', 0],
    count: 3,
    mode: 'durable',
  });
  expect(await look(testBrowser)).toMatchObject({ lengths: { a: 9, b: 295_999, c: 9, e: 9 }, told: ['ok', 0] });
});

test('without the write-ahead log, everything readable is kept', async ({ testBrowser }) => {
  await fill(testBrowser);
  await inWorker(await testBrowser.page(), (kit) => kit.cutLog('a', 0));
  await testBrowser.kill();
  loseValues(testBrowser);
  await testBrowser.start();
  expect(await look(testBrowser)).toMatchObject({ lengths: { a: 9, c: 9 }, told: ['storage-lost', 1], count: 2 });
  expect(await look(testBrowser)).toMatchObject({ lengths: { a: 9, c: 9, e: 9 }, told: ['ok', 0], mode: 'durable' });
});

test('other reads continue, and an update uses the write-ahead log’s version', async ({ testBrowser }) => {
  await fill(testBrowser);
  await testBrowser.kill();
  loseValues(testBrowser);
  await testBrowser.start();
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    const read = (await store.get(['a', 'b', 'c'])).map((memory) => memory?.text.length);
    const { outcome } = await store.commit({
      ids: ['b'],
      decide: ([now]) => ({
        decisions: [now ? kit.memory('b', `${now.text}, changed`) : undefined],
        outcome: now?.text.length,
      }),
    });
    const after = (await store.get(['b']))[0]?.text;
    return { read, before: outcome, changed: after?.endsWith(', changed') };
  });
  expect(found).toEqual({ read: [9, undefined, 9], before: 295_999, changed: true });
});

for (const log of ['whole', 'gone'] as const) {
  test(`a record that is no memory is replaced or reported, with the write-ahead log ${log}`, async ({
    testBrowser,
  }) => {
    const page = await testBrowser.page();
    const found = await inWorker(
      page,
      async (kit, log) => {
        const store = kit.createDurableStore('a');
        await store.open();
        await kit.put(store, ['a', 'b', 'c', 'd'], (id) => `text of ${id}`);
        await kit.writeDecisions(store, ['d'], () => [null]);
        await store.close();
        if (log === 'gone') await kit.cutLog('a', 0);
        const connection = new kit.Connection('a');
        await connection.transact(['memories'], 'readwrite', async (tx) => {
          await tx.objectStore('memories').put({ id: 'b' } as never);
          await tx.objectStore('memories').put({ id: 'c', seq: 3, crc: 1, body: 'text' } as never);
        });
        await connection.close();
        const starts = [];
        for (let start = 0; start < 2; start++) {
          const again = kit.createDurableStore('a');
          const { event, lost } = await again.open();
          const told: unknown[] = [event, lost];
          const all = await kit.all(again);
          again.events.on('recovery', (report) => told.push(report.event, report.lost));
          starts.push({ all: Object.keys(all).sort().join(), told: told.join() });
          await again.close();
        }
        return starts;
      },
      log,
    );
    expect(found).toEqual(
      log === 'whole'
        ? [
            { all: 'a,b,c', told: 'ok,0,restored,0' },
            { all: 'a,b,c', told: 'ok,0' },
          ]
        : [
            { all: 'a', told: 'storage-lost,2' },
            { all: 'a', told: 'ok,0' },
          ],
    );
  });
}

for (const by of ['scan', 'get', 'write'] as const) {
  test(`a broken reference found by a ${by} makes the store rebuild the database`, async ({ testBrowser }) => {
    const page = await testBrowser.page();
    const found = await inWorker(
      page,
      async (kit, by) => {
        const store = kit.createDurableStore('a');
        await store.open();
        const ids = Array.from({ length: 60 }, (_, at) => `m${10 + at}`);
        await kit.put(store, ids, (id) => `text of ${id}`);
        await kit.writeDecisions(store, ['m69'], () => [null]);
        const told: unknown[] = [];
        store.events.on('recovery', (report) => told.push(report.event, report.restored, report.lost));
        kit.breakRecord(ids.slice(0, -1), 'm40');
        if (by === 'write') await kit.put(store, ['m40'], (id) => `text of ${id}`);
        const one = by === 'scan' ? 'text of m40' : (await store.get(['m40']))[0]?.text;
        const all = Object.keys(await kit.all(store)).length;
        const { count } = await store.state();
        await kit.put(store, ['later'], () => 'text');
        await store.close();
        const again = kit.createDurableStore('a');
        const { event, durability } = await again.open();
        return {
          one,
          all,
          count,
          told: told.join(),
          after: Object.keys(await kit.all(again)).length,
          event,
          durability,
        };
      },
      by,
    );
    expect(found).toEqual({
      one: 'text of m40',
      all: 59,
      count: 59,
      told: 'restored,1,0',
      after: 60,
      event: 'ok',
      durability: 'durable',
    });
  });
}

test('a broken reference without the write-ahead log keeps what can be read and reports the rest', async ({
  testBrowser,
}) => {
  const page = await testBrowser.page();
  const found = await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    const ids = Array.from({ length: 60 }, (_, at) => `m${10 + at}`);
    await kit.put(store, ids, (id) => `text of ${id}`);
    await store.close();
    await kit.cutLog('a', 0);
    kit.breakRecord(ids, 'm40');
    const starts = [];
    for (let start = 0; start < 2; start++) {
      const again = kit.createDurableStore('a');
      const { event, lost, durability } = await again.open();
      const all = await kit.all(again);
      starts.push({ event, lost, durability, all: Object.keys(all).length, right: all.m41 === 'text of m41' });
      await again.close();
    }
    return starts;
  });
  expect(found).toEqual([
    { event: 'storage-lost', lost: 1, durability: 'durable', all: 59, right: true },
    { event: 'ok', lost: 0, durability: 'durable', all: 59, right: true },
  ]);
});

test('without the write-ahead log, the head says how many memories are missing', async ({ testBrowser }) => {
  const page = await testBrowser.page();
  const found = await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    const ids = Array.from({ length: 30 }, (_, at) => `m${at}`);
    await kit.put(store, ids, (id) => `text of ${id}`);
    await store.close();
    await kit.cutLog('a', 0);
    const connection = new kit.Connection('a');
    await connection.transact(['memories'], 'readwrite', async (tx) => {
      for (const id of ids.slice(0, 20)) await tx.objectStore('memories').delete(id);
    });
    await connection.close();
    const { event, lost } = await kit.createDurableStore('a').open();
    return { event, lost };
  });
  expect(found).toEqual({ event: 'storage-lost', lost: 20 });
});
