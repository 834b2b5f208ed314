import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { RunningBrowser, Site } from './harness.ts';
import { inWorker, launch, levelDbOf, openPage, serveHarness, temporaryProfile } from './harness.ts';

let site: Site;
let profile: ReturnType<typeof temporaryProfile>;
let running: RunningBrowser;

test.beforeAll(async () => {
  site = await serveHarness();
});
test.afterAll(() => site.close());
test.beforeEach(async () => {
  profile = temporaryProfile();
  running = await launch(profile.path);
});
test.afterEach(async () => {
  await running.close();
  profile.remove();
});

const restart = async () => {
  await running.kill();
  running = await launch(profile.path);
  return await openPage(running, site);
};

async function addMemories(prefix: string, count: number) {
  const page = await openPage(running, site);
  await inWorker(
    page,
    async (kit, { prefix, count }) => {
      const store = kit.createDurableStore('a');
      await store.open();
      for (let i = 0; i < count; i++)
        await kit.put(store, [prefix + i], (id) => `${id} ${crypto.randomUUID().repeat(40)}`);
    },
    { prefix, count },
  );
  return page;
}

async function reopen(page: Awaited<ReturnType<typeof openPage>>) {
  return await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a');
    const report = await store.open();
    const all = await kit.all(store);
    const mismatched = Object.entries(all).filter(([id, text]) => !text.startsWith(`${id} `)).length;
    return { report, ids: Object.keys(all).length, count: (await store.state()).count, mismatched };
  });
}

test('a torn log record loses nothing, now or at the next start', async () => {
  await addMemories('a', 60);
  await running.kill();
  const folder = levelDbOf(profile.path, site);
  const log = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const file = join(folder, log.at(-1) ?? '');
  truncateSync(file, statSync(file).size - 1);
  running = await launch(profile.path);
  const first = await reopen(await addMemories('b', 30));
  expect(first).toMatchObject({ ids: 90, count: 90, mismatched: 0 });
  const second = await reopen(await restart());
  expect(second).toMatchObject({ ids: 90, count: 90, mismatched: 0 });
});

test('a deleted database is restored completely and reported', async () => {
  await addMemories('a', 40);
  await running.kill();
  rmSync(levelDbOf(profile.path, site), { recursive: true });
  running = await launch(profile.path);
  const found = await reopen(await openPage(running, site));
  expect(found.report).toEqual({ durability: 'durable', event: 'restored', restored: 40, lost: 0 });
  expect(found).toMatchObject({ ids: 40, mismatched: 0 });
});

test('a database whose files lost their second half is restored from the write-ahead log', async () => {
  await addMemories('a', 120);
  await running.kill();
  const folder = levelDbOf(profile.path, site);
  for (const name of readdirSync(folder).filter((file) => /\.(log|ldb)$/.test(file))) {
    truncateSync(join(folder, name), Math.floor(statSync(join(folder, name)).size / 2));
  }
  running = await launch(profile.path);
  const found = await reopen(await openPage(running, site));
  expect(found).toMatchObject({ ids: 120, count: 120, mismatched: 0 });
  expect(found.report.event).toBe('restored');
});

test('a database lost while open is rebuilt during the next call', async () => {
  const page = await openPage(running, site);
  const found = await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    await kit.put(store, ['x', 'y'], (id) => `text of ${id}`);
    await kit.writeDecisions(store, ['y'], () => [null]);
    const told: string[] = [];
    store.events.on('recovery', (report) => told.push(report.event));
    await kit.loseDatabase('hybrid-search/a');
    await kit.put(store, ['z'], (id) => `text of ${id}`);
    return { all: await kit.all(store), told };
  });
  expect(found).toEqual({ all: { x: 'text of x', z: 'text of z' }, told: ['restored'] });
});

test('a newer version may upgrade the database, and the store then fails with storage-version', async () => {
  const page = await openPage(running, site);
  const found = await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    await kit.put(store, ['x'], () => 'text');
    const newer = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('hybrid-search/a', 99);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    newer.close();
    return await store.get(['x']).then(
      () => 'read',
      (error) => error.code,
    );
  });
  expect(found).toBe('storage-version');
});

test('a blocked open gives up at its deadline', async () => {
  const page = await openPage(running, site);
  const found = await inWorker(page, async (kit) => {
    // Simulates an older page that doesn't react to `versionchange`.
    await new Promise((resolve) => {
      const request = indexedDB.open('hybrid-search/a', 1);
      request.onsuccess = resolve;
    });
    const connection = new kit.Connection('a');
    const opened = connection.open().then(
      () => 'opened',
      (error) => error.code,
    );
    return await Promise.race([opened, kit.late(7_500)]);
  });
  expect(found).toBe('timeout');
});

test('a full disk drops derived data first, then refuses with a typed error, and keeps what it acknowledged', async () => {
  const page = await openPage(running, site);
  const cdp = await running.context.newCDPSession(page);
  // Set before the first write, because Chromium remembers for a while how much space it saw.
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: site.url.slice(0, -1), quotaSize: 8_000_000 });
  await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    kit.state.store = store;
    await kit.put(store, ['first'], () => 'text');
    await store.derived.writeSnapshot('index', new Uint8Array(3_000_000), {});
  });
  const found = await inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    const acknowledged: string[] = ['first'];
    let code = '';
    for (let i = 0; i < 40 && code === ''; i++) {
      const text = Array.from({ length: 12_000 }, () => crypto.randomUUID()).join('');
      await kit
        .put(store, [`big${i}`], () => text)
        .then(
          () => acknowledged.push(`big${i}`),
          (error) => {
            code = error.code;
          },
        );
    }
    const all = await kit.all(store);
    return {
      code,
      missing: acknowledged.filter((id) => !all[id]),
      extra: Object.keys(all).length - acknowledged.length,
      snapshot: (await store.derived.readSnapshot('index')) !== undefined,
    };
  });
  expect(found).toEqual({ code: 'quota', missing: [], extra: 0, snapshot: false });
});

test('a renderer crash during writes loses no acknowledged write', async () => {
  const acknowledged: string[] = [];
  let enough = (): void => {};
  const written = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const page = await openPage(running, site, (id) => {
    acknowledged.push(id as string);
    if (acknowledged.length === 25) enough();
  });
  void inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a');
    await store.open();
    for (let n = 0; ; n++) {
      await kit.put(store, [`n${n}`], (id) => `${id} ${crypto.randomUUID().repeat(40)}`);
      kit.report(`n${n}`);
    }
  }).catch(() => {});
  await written;
  const crashed = page.waitForEvent('crash');
  const cdp = await running.context.newCDPSession(page);
  void cdp.send('Page.crash').catch(() => {});
  await crashed;
  const found = await reopen(await openPage(running, site));
  expect(found.ids).toBeGreaterThanOrEqual(acknowledged.length);
  expect(found).toMatchObject({ count: found.ids, mismatched: 0, report: { durability: 'durable' } });
});
