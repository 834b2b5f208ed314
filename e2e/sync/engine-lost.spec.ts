import { expect, openAgain, PASSPHRASE, syncOn, test } from './fixtures.ts';

test('sync continues without a call after the engine died and its replacement could not start', async ({
  couch,
  device,
  browser,
  site,
}) => {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(() => {
    const die = (worker: Worker): void => {
      worker.terminate();
      // If the script seems not to have loaded, the client restarts the engine only for a call.
      worker.dispatchEvent(new ErrorEvent('error'));
    };
    window.engines = { newest: null, failing: 0, die };
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (!String(url).includes('engine')) return;
        window.engines.newest = this;
        if (window.engines.failing === 0) return;
        window.engines.failing--;
        queueMicrotask(() => die(this));
      }
    };
  });
  await openAgain(page, site);
  const other = await device();
  for (const each of [page, other]) await syncOn(each, { url: couch.url, passphrase: PASSPHRASE });
  await page.evaluate(() => {
    window.engines.failing = 1;
    window.engines.die(window.engines.newest!);
  });
  await other.evaluate(() => window.client.add({ id: 'a', text: 'arrives' }));
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.sync.onState(({ stage, pulled }) => stage === 'live' && pulled > 0 && resolve());
      }),
  );
  expect(await page.evaluate(() => window.engines.failing)).toBe(0);
  expect(await page.evaluate(async () => (await window.client.get('a'))?.text)).toBe('arrives');
  await page.context().close();
});

declare global {
  interface Window {
    engines: { newest: Worker | null; failing: number; die(worker: Worker): void };
  }
}
