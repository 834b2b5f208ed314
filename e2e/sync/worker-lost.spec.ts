import type { Browser, Page } from '@playwright/test';
import { expect, openAgain, PASSPHRASE, stateWhenIdle, syncOn, test } from './fixtures.ts';

async function openMortal(browser: Browser, site: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(() => {
    window.syncWorkers = [];
    window.killSync = () => {
      const worker = window.syncWorkers.at(-1)!;
      worker.terminate();
      worker.dispatchEvent(new ErrorEvent('error', { message: 'killed by the test' }));
    };
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (String(url).includes('sync')) window.syncWorkers.push(this);
      }
    };
  });
  await openAgain(page, site);
  return page;
}

const storesSync = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'hybrid-search-sync/notes'));

test('a dead sync worker is reported and replaced, and sync goes on without a call', async ({
  couch,
  device,
  browser,
  site,
}) => {
  const page = await openMortal(browser, site);
  const other = await device();
  for (const each of [page, other]) await syncOn(each, { url: couch.url, passphrase: PASSPHRASE });
  await page.evaluate(() => {
    window.states = [];
    window.killSync();
  });
  expect(await page.evaluate(() => window.states[0])).toMatchObject({ stage: 'connecting' });
  await other.evaluate(() => window.client.add({ id: 'a', text: 'arrives' }));
  await expect.poll(() => page.evaluate(async () => (await window.client.get('a'))?.text)).toBe('arrives');
  await page.evaluate(() => window.client.add({ id: 'b', text: 'leaves' }));
  await expect.poll(() => other.evaluate(async () => (await window.client.get('b'))?.text)).toBe('leaves');
  await page.context().close();
});

test('sync that is paused stays paused when its worker is replaced', async ({ couch, browser, site }) => {
  const page = await openMortal(browser, site);
  await syncOn(page, { url: couch.url, passphrase: PASSPHRASE, remember: true });
  await page.evaluate(() => window.sync.pause());
  await expect.poll(() => page.evaluate(() => window.sync.state.stage)).toBe('paused');
  await page.evaluate(() => window.killSync());
  await expect.poll(() => page.evaluate(() => window.syncWorkers.length)).toBe(2);
  await page.evaluate(() => window.client.add({ id: 'a', text: 'waits' }));
  expect(await stateWhenIdle(page)).toMatchObject({ stage: 'paused' });
  await page.evaluate(() => window.sync.resume());
  expect(await stateWhenIdle(page)).toMatchObject({ stage: 'live' });
  await page.context().close();
});

test('"forget" deletes the key and the settings even if the sync worker is dead', async ({ couch, browser, site }) => {
  const page = await openMortal(browser, site);
  await syncOn(page, { url: couch.url, passphrase: PASSPHRASE, remember: true });
  expect(await storesSync(page)).toBe(true);
  await page.evaluate(() => {
    window.killSync();
    return window.sync.stop({ forget: true });
  });
  expect(await storesSync(page)).toBe(false);
  expect(await page.evaluate(() => window.client.sync())).toBeNull();
  await page.context().close();
});

test('"forget" rejects if the key and the settings could not be deleted, and can be called again', async ({
  couch,
  browser,
  site,
}) => {
  const page = await openMortal(browser, site);
  await syncOn(page, { url: couch.url, passphrase: PASSPHRASE, remember: true });
  const code = await page.evaluate(() => {
    const { deleteDatabase } = IDBFactory.prototype;
    IDBFactory.prototype.deleteDatabase = () => {
      IDBFactory.prototype.deleteDatabase = deleteDatabase;
      const request = indexedDB.open('refused');
      request.onupgradeneeded = () => request.transaction!.abort();
      return request;
    };
    window.killSync();
    return window.sync.stop({ forget: true }).then(
      () => 'resolved',
      (error: { code: string }) => error.code,
    );
  });
  expect(code).toBe('storage');
  expect(await storesSync(page)).toBe(true);
  await page.evaluate(() => window.sync.stop({ forget: true }));
  expect(await storesSync(page)).toBe(false);
  await page.context().close();
});

declare global {
  interface Window {
    syncWorkers: Worker[];
    killSync(): void;
  }
}
