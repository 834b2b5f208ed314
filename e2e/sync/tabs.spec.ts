/** Calls of a tab that doesn't replicate, while the tab that replicates dies. */
import type { Page } from '@playwright/test';
import type { CouchDouble } from '../../src/testing/couch-double.ts';
import { expect, openAgain, PASSPHRASE, stateWhenIdle, syncOn, test } from './fixtures.ts';

declare global {
  interface Window {
    kit: Promise<string>;
  }
}

async function openTab(first: Page, site: string, url: string): Promise<Page> {
  const tab = await first.context().newPage();
  await openAgain(tab, site);
  await syncOn(tab, { url, passphrase: PASSPHRASE });
  return tab;
}

/** Holds the next request for the server's keys until `release` is called. */
function holdKeys(couch: CouchDouble): { isHeld: Promise<void>; release: () => void } {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = () => {
      couch.before = async () => {};
      resolve();
    };
  });
  const isHeld = new Promise<void>((resolve) => {
    couch.before = async (request) => {
      if (request !== 'POST /memories/_all_docs') return;
      resolve();
      await released;
    };
  });
  return { isHeld, release };
}

for (const tabs of [2, 3]) {
  test(`a call of the last of ${tabs} tabs is answered after the tab that ran it died`, async ({
    couch,
    device,
    site,
  }) => {
    const one = await device();
    await syncOn(one, { url: couch.url, passphrase: PASSPHRASE });
    let last = one;
    for (let opened = 1; opened < tabs; opened++) last = await openTab(one, site, couch.url);

    const { isHeld, release } = holdKeys(couch);
    await last.evaluate((passphrase) => {
      window.kit = window.sync.recoveryKit(passphrase);
    }, PASSPHRASE);
    await isHeld;
    await one.close();
    release();
    expect(await last.evaluate(() => window.kit)).toMatch(/^1\. \w+ \w+ /);
  });
}

test('a tab that changed the passphrase takes over after the tab that replicated died', async ({
  couch,
  device,
  site,
}) => {
  const one = await device();
  await syncOn(one, { url: couch.url, passphrase: PASSPHRASE });
  const other = await openTab(one, site, couch.url);
  await other.evaluate((former) => window.sync.changePassphrase(former, 'another one'), PASSPHRASE);
  await one.close();
  await other.evaluate(() => window.client.upsert({ id: 'a', text: 'written later' }));
  expect(await stateWhenIdle(other)).toMatchObject({ stage: 'live', pending: 0 });
});

test('a call is answered although another tab changes the options meanwhile', async ({ couch, device }) => {
  const page = await device();
  await syncOn(page, { url: couch.url, passphrase: PASSPHRASE, remember: true });
  const { isHeld, release } = holdKeys(couch);
  await page.evaluate((passphrase) => {
    window.kit = window.sync.recoveryKit(passphrase);
  }, PASSPHRASE);
  await isHeld;
  // Plays the other tab, whose change would have to arrive within the milliseconds that a call takes.
  await page.evaluate(() =>
    new BroadcastChannel('hybrid-search:sync:notes').postMessage({ kind: 'options', changed: true }),
  );
  await expect.poll(() => page.evaluate(() => window.sync.state.stage)).toBe('connecting');
  release();
  expect(await page.evaluate(() => window.kit)).toMatch(/^1\. \w+ \w+ /);
});
