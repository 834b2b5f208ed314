import { expect } from '@playwright/test';
import { inWorker, openPage } from './harness.ts';
import { test } from './test-browser.ts';

test('an opaque origin gets a store in memory, and the report says so', async ({ testBrowser }) => {
  const page = await testBrowser.running.context.newPage();
  await page.goto(`${testBrowser.site.url}opaque`);
  const frame = page.frames()[1]!;
  expect(await frame.evaluate(() => origin)).toBe('null');
  const found = await inWorker(frame, async (kit) => {
    const { store, report } = await kit.openStore('a');
    await kit.put(store, ['x'], (id) => `text of ${id}`);
    return { report, mode: store.durability, all: await kit.all(store) };
  });
  expect(found.report).toMatchObject({ durability: 'ephemeral', event: 'created' });
  expect(found.report.reason).toBeDefined();
  expect(found).toMatchObject({ mode: 'ephemeral', all: { x: 'text of x' } });
});

test.describe('plain HTTP', () => {
  test.use({ flags: ['--host-resolver-rules=MAP notes.test 127.0.0.1', '--disable-features=HttpsUpgrades'] });

  test('without locks and OPFS the store is best effort', async ({ testBrowser }) => {
    const site = { ...testBrowser.site, url: `http://notes.test:${testBrowser.site.port}/` };
    const page = await openPage(testBrowser.running, site);
    const first = await inWorker(page, async (kit) => {
      const { store, report } = await kit.openStore('a');
      await kit.put(store, ['x', 'y'], (id) => `text of ${id}`);
      await kit.writeDecisions(store, ['y'], () => [null]);
      await store.purge();
      return { secure: isSecureContext, report, all: await kit.all(store) };
    });
    expect(first).toEqual({
      secure: false,
      report: { durability: 'best-effort', event: 'created', restored: 0, lost: 0 },
      all: { x: 'text of x' },
    });
    await testBrowser.kill();
    await testBrowser.start();
    const again = await inWorker(await openPage(testBrowser.running, site), async (kit) => {
      const { store, report } = await kit.openStore('a');
      return { report, all: await kit.all(store) };
    });
    expect(again).toEqual({
      report: { durability: 'best-effort', event: 'ok', restored: 0, lost: 0 },
      all: { x: 'text of x' },
    });
  });
});

test('a store with any text as name has a write-ahead log, and other names give a typed error', async ({
  testBrowser,
}) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    const modes: string[] = [];
    for (const name of ['', '.', '..', 'a/b', 'x'.repeat(400)]) {
      const { store } = await kit.openStore(name);
      await kit.put(store, ['x'], () => 'text');
      modes.push(store.durability);
      await store.close();
    }
    const refused = await kit.openStore(String.fromCharCode(0xd800)).then(
      () => '',
      (error) => `${error.code} ${error.path}`,
    );
    return { modes: [...new Set(modes)], refused };
  });
  expect(found).toEqual({ modes: ['durable'], refused: 'invalid-option name' });
});
