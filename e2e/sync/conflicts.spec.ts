import type { Page } from '@playwright/test';
import { expect, openAgain, PASSPHRASE, settle, stateWhenIdle, syncOn, test } from './fixtures.ts';

async function editApart(texts: readonly string[], ...pages: Page[]): Promise<void> {
  for (const page of pages) await page.evaluate(() => window.sync.pause());
  for (const [at, page] of pages.entries()) {
    await page.evaluate((text) => window.client.upsert({ id: 'a', text }), texts[at]!);
  }
  for (const page of pages) {
    await page.evaluate(() => window.sync.resume());
    await settle(page);
  }
  await settle(...pages);
}

const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await window.sync.conflicts('a')).map(({ memory }) => memory.text));

test('resolving a conflict keeps the versions that arrived after the list was read', async ({ couch, device }) => {
  const [one, two] = [await device(), await device()];
  for (const page of [one, two]) await syncOn(page, { url: couch.url, passphrase: PASSPHRASE });
  await editApart(['first by one', 'first by two'], one, two);
  const [seen] = await textsOf(one);
  await editApart(['second by one', 'second by two'], one, two);
  await editApart(['third by one', 'third by two'], one, two);
  const [listed, ...later] = await textsOf(two);
  expect([listed, later.length]).toEqual([seen, 2]);

  await one.evaluate(() => window.sync.resolve('a'));
  await settle(one, two);
  expect(await textsOf(two)).toEqual(later);
  expect(await textsOf(one)).toEqual(later);

  await one.evaluate(async () => {
    const [second] = await window.sync.conflicts('a');
    await window.sync.resolve('a', second!.version, [second!]);
  });
  await settle(one, two);
  for (const page of [one, two]) {
    expect(await page.evaluate(async () => (await window.client.get('a'))?.text)).toBe(later[0]);
    expect(await textsOf(page)).toEqual(later.slice(1));
  }
});

test('a conflict that is resolved in a tab that does not replicate is resolved on the other devices', async ({
  couch,
  device,
  site,
}) => {
  const [one, two] = [await device(), await device()];
  for (const page of [one, two]) await syncOn(page, { url: couch.url, passphrase: PASSPHRASE });
  await editApart(['by one', 'by two'], one, two);
  const other = await one.context().newPage();
  await openAgain(other, site);
  await syncOn(other, { url: couch.url });
  expect(await textsOf(other)).toHaveLength(1);
  await other.evaluate(() => window.sync.resolve('a'));
  await expect.poll(() => textsOf(two)).toEqual([]);
  expect(await textsOf(one)).toEqual([]);
});

test('a tab that does not replicate never overwrites what the other tab stored', async ({ couch, device, site }) => {
  const [one, two] = [await device(), await device()];
  for (const page of [one, two]) await syncOn(page, { url: couch.url, passphrase: PASSPHRASE });
  await editApart(['by one', 'by two'], one, two);
  const other = await one.context().newPage();
  await openAgain(other, site);
  await syncOn(other, { url: couch.url });
  await textsOf(other);
  await one.evaluate((former) => window.sync.changePassphrase(former, 'another one'), PASSPHRASE);
  await settle(one);
  await other.evaluate(() => window.sync.resolve('a'));
  await one.close();
  expect(await stateWhenIdle(other)).toMatchObject({ stage: 'live', pending: 0 });
});

test('errors of a request reach the tab that does not replicate', async ({ couch, device, site }) => {
  const one = await device();
  await syncOn(one, { url: couch.url, passphrase: PASSPHRASE });
  const other = await one.context().newPage();
  await openAgain(other, site);
  await syncOn(other, { url: couch.url });
  const failure = await other.evaluate(() =>
    window.sync.changePassphrase('guessed', 'another one').then(
      () => null,
      ({ code, path }) => ({ code, path }),
    ),
  );
  expect(failure).toEqual({ code: 'sync-refused', path: 'decryption' });
  await other.evaluate((former) => window.sync.changePassphrase(former, 'another one'), PASSPHRASE);
  await settle(other);
  expect(await stateWhenIdle(one)).toMatchObject({ stage: 'live' });
});
