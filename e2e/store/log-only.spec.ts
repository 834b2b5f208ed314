import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { inWorker, levelDbOf } from './harness.ts';
import { type TestBrowser, test } from './test-browser.ts';

async function fill(testBrowser: TestBrowser): Promise<string> {
  await inWorker(await testBrowser.page(), async (kit) => {
    const { store } = await kit.openStore('a');
    const ids = Array.from({ length: 21 }, (_, i) => `m${i}`);
    await kit.put(store, ids, (id) => `text of ${id}`);
    await kit.writeDecisions(store, ['m20'], () => [null]);
    const { seq } = await store.state();
    // The sentinel is written shortly after the write that it describes.
    while ((await kit.notedSeq('a')) < seq);
  });
  await testBrowser.kill();
  return levelDbOf(testBrowser.profile, testBrowser.site);
}

test('works from the log with a file in place of the database’s folder', async ({ testBrowser }) => {
  const folder = await fill(testBrowser);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'not a folder');
  await testBrowser.start();
  const page = await testBrowser.page();
  const found = await inWorker(page, async (kit) => {
    const { store, report } = await kit.openStore('a');
    kit.state.store = store;
    const before = Object.keys(await kit.all(store)).length;
    await kit.writeDecisions(store, ['m0', 'new', 'm1'], () => [
      null,
      kit.memory('new', 'written meanwhile'),
      kit.memory('m1', 'changed'),
    ]);
    const all = await kit.all(store);
    return { report, mode: store.durability, before, after: Object.keys(all).length, m1: all.m1 };
  });
  expect(found).toEqual({
    report: { durability: 'log-only', event: 'database-unavailable', restored: 20, lost: 0, reason: 'storage' },
    mode: 'log-only',
    before: 20,
    after: 20,
    m1: 'changed',
  });
  const second = await inWorker(await testBrowser.page(), async (kit) => {
    const { store } = await kit.openStore('a');
    await kit.put(store, ['second'], (id) => `text of ${id}`);
    return Object.keys(await kit.all(store)).length;
  });
  expect(second).toBe(21);
  await inWorker(page, async (kit) => {
    await kit.put(kit.state.store as never, ['third'], (id) => `text of ${id}`);
  });
  await testBrowser.kill();
  rmSync(folder);
  await testBrowser.start();
  const again = await inWorker(await testBrowser.page(), async (kit) => {
    const { store, report } = await kit.openStore('a');
    const all = await kit.all(store);
    return { report, ids: Object.keys(all).length, m0: all.m0, m1: all.m1, written: all.new, third: all.third };
  });
  expect(again).toEqual({
    report: { durability: 'durable', event: 'restored', restored: 22, lost: 0 },
    ids: 22,
    m0: undefined,
    m1: 'changed',
    written: 'written meanwhile',
    third: 'text of third',
  });
});

test('without the log either, reports how many memories cannot be read', async ({ testBrowser }) => {
  const folder = await fill(testBrowser);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'not a folder');
  rmSync(join(testBrowser.profile, 'Default/File System'), { recursive: true });
  await testBrowser.start();
  const report = await inWorker(await testBrowser.page(), async (kit) => (await kit.openStore('a')).report);
  expect(report).toEqual({
    durability: 'log-only',
    event: 'database-unavailable',
    restored: 0,
    lost: 20,
    reason: 'storage',
  });
});

for (const [what, damage] of [
  ['without its MANIFEST', (folder: string) => remove(folder, /^(MANIFEST|CURRENT)/)],
  ['with flipped bytes in its files', (folder: string) => flip(folder, /\.(ldb|log)$|^MANIFEST/)],
] as const) {
  test(`${what}: nothing is missing and nothing deleted is back`, async ({ testBrowser }) => {
    damage(await fill(testBrowser));
    await testBrowser.start();
    const found = await inWorker(await testBrowser.page(), async (kit) => {
      const { store, report } = await kit.openStore('a');
      const ids = Object.keys(await kit.all(store));
      await kit.put(store, ['new'], () => 'text');
      return { event: report.event, mode: store.durability, ids: ids.length, back: ids.includes('m20') };
    });
    expect(found.ids).toBe(20);
    expect(found.back).toBe(false);
    expect(['durable', 'log-only']).toContain(found.mode);
    expect(found.event).not.toBe('created');
    await testBrowser.kill();
    await testBrowser.start();
    const again = await inWorker(await testBrowser.page(), async (kit) => {
      const { store } = await kit.openStore('a');
      return Object.keys(await kit.all(store)).length;
    });
    expect(again).toBe(21);
  });
}

test('the database takes over once it can be opened, with the writes made in between', async ({ testBrowser }) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    const first = await kit.openStore('a');
    await kit.put(first.store, ['x', 'y'], (id) => `text of ${id}`);
    await first.store.close();
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = () => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    };
    const { store, report } = await kit.openStore('a', { retryMs: [50] });
    const modes: string[] = [];
    store.events.on('durability', (mode) => modes.push(mode));
    const recovered = new Promise<unknown>((resolve) => store.events.on('recovery', resolve));
    await kit.writeDecisions(store, ['y', 'z'], () => [null, kit.memory('z', 'text of z')]);
    indexedDB.open = open;
    await recovered;
    await kit.put(store, ['later'], () => 'text');
    const all = Object.keys(await kit.all(store)).sort();
    await store.close();
    const again = await kit.openStore('a');
    return { event: report.event, modes, all, again: Object.keys(await kit.all(again.store)).sort() };
  });
  expect(found).toEqual({
    event: 'database-unavailable',
    modes: ['durable'],
    all: ['later', 'x', 'z'],
    again: ['later', 'x', 'z'],
  });
});

test('a write that must not bypass another tab’s database opens it here, or gets a typed error', async ({
  testBrowser,
}) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    const first = await kit.openStore('a');
    await kit.put(first.store, ['x'], (id) => `text of ${id}`);
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = () => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    };
    // Longer than the test, so the store doesn't retry on its own.
    const { store, report } = await kit.openStore('a', { retryMs: [600_000] });
    const refused = await kit.put(store, ['y'], () => 'refused').catch((error) => error.code as string);
    indexedDB.open = open;
    await Promise.all([kit.put(store, ['y'], (id) => `text of ${id}`), kit.put(store, ['z'], (id) => `text of ${id}`)]);
    return { mode: report.durability, refused, after: store.durability, all: await kit.all(first.store) };
  });
  expect(found).toEqual({
    mode: 'log-only',
    refused: 'storage',
    after: 'durable',
    all: { x: 'text of x', y: 'text of y', z: 'text of z' },
  });
});

test('without a write-ahead log either, the database gets the writes made in between', async ({ testBrowser }) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    const first = await kit.openStore('a');
    await kit.put(first.store, ['x'], (id) => `text of ${id}`);
    await first.store.close();
    Object.defineProperty(navigator.storage, 'getDirectory', { value: undefined });
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = () => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    };
    const { store, report } = await kit.openStore('a', { retryMs: [50] });
    const recovered = new Promise<unknown>((resolve) => store.events.on('recovery', resolve));
    await kit.put(store, ['y'], (id) => `text of ${id}`);
    const before = store.durability;
    indexedDB.open = open;
    await recovered;
    return { report, before, after: store.durability, all: Object.keys(await kit.all(store)).sort() };
  });
  expect(found).toEqual({
    report: { durability: 'ephemeral', event: 'database-unavailable', restored: 0, lost: 1, reason: 'storage' },
    before: 'ephemeral',
    after: 'best-effort',
    all: ['x', 'y'],
  });
});

function remove(folder: string, names: RegExp): void {
  for (const name of readdirSync(folder)) if (names.test(name)) rmSync(join(folder, name));
}

function flip(folder: string, names: RegExp): void {
  for (const name of readdirSync(folder).filter((one) => names.test(one))) {
    const bytes = readFileSync(join(folder, name));
    for (let at = 7; at < bytes.length; at += 61) bytes[at]! ^= 0x55;
    writeFileSync(join(folder, name), bytes);
  }
}
