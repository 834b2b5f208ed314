import type { Page } from '@playwright/test';
import { addElement, axeFindings, openSync, tabTo, test } from './element.ts';
import { expect } from './fixtures.ts';

async function typeInto(page: Page, id: string, text: string): Promise<void> {
  await tabTo(page, page.locator(`hs-sync-panel #${id}`));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

test('a newcomer gets from the settings to the first result on a second profile', async ({ couch, profile }) => {
  couch.login = 'me:secret';
  const one = await profile();
  await one.evaluate(() => window.client.add({ title: 'Walrus', text: 'The walrus sleeps on ice' }));
  const panel = await openSync(one);
  expect(await axeFindings(one)).toEqual([]);

  await typeInto(one, 'address', couch.url);
  await one.keyboard.press('Enter');
  await expect(panel.locator('[data-step=credentials]')).toHaveAttribute('data-ok', 'false');
  await expect(panel.locator('#user')).toBeFocused();
  expect(await axeFindings(one)).toEqual([]);
  await one.keyboard.type('me');
  await typeInto(one, 'password', 'secret');
  await one.keyboard.press('Enter');

  await expect(panel.locator('hs-sync-passphrase h3')).toBeFocused();
  await expect(panel.locator('#passphrase')).toHaveValue(/^([a-z]+ ){5}[a-z]+$/);
  const passphrase = await panel.locator('#passphrase').inputValue();
  expect(await axeFindings(one)).toEqual([]);
  await tabTo(one, panel.locator('#passphrase'));
  await one.keyboard.press('Enter');

  await expect(panel.locator('hs-sync-kit h3')).toBeFocused();
  await expect(panel.locator('.kit')).toHaveText(/^1\. \w+ \w+ \w+ \w+\n(.+\n){4}6\. /);
  expect(await axeFindings(one)).toEqual([]);
  await tabTo(one, panel.locator('hs-sync-kit .primary'));
  await one.keyboard.press('Enter');
  await expect(panel.locator('hs-sync-status h3[tabindex]')).toBeFocused();
  await expect(panel.locator('.stage')).toHaveAttribute('data-stage', 'live');
  await expect(one.locator('hs-status-bar .sync')).toHaveText('Synced');
  expect(await axeFindings(one)).toEqual([]);

  const two = await profile();
  const second = await openSync(two);
  await typeInto(two, 'address', couch.url.replace('://', '://me:secret@'));
  await two.keyboard.press('Enter');
  await expect(second.locator('hs-sync-passphrase h3')).toBeFocused();
  await expect(second.locator('#passphrase')).toHaveValue('');
  await tabTo(two, second.locator('#passphrase'));
  await two.keyboard.type(passphrase);
  await two.keyboard.press('Enter');
  await expect(second.locator('.stage')).toHaveAttribute('data-stage', 'live');
  await two.getByRole('combobox').fill('walrus');
  await expect(two.getByRole('option', { name: /Walrus/ })).toBeVisible();
});

test('sync resumes at the next visit, and none of its code is loaded while it is off', async ({
  couch,
  profile,
  site,
}) => {
  const page = await profile();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(`${site}/blank`);
  await addElement(page);
  await page.getByRole('combobox').fill('nothing yet');
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  expect(scripts.filter((path) => /sync/.test(path))).toEqual([]);

  const panel = await openSync(page);
  await typeInto(page, 'address', couch.url);
  await page.keyboard.press('Enter');
  // The suggestion appears shortly after the field.
  await expect(panel.locator('#passphrase')).not.toHaveValue('');
  await panel.locator('hs-sync-passphrase .primary').click();
  await panel.locator('hs-sync-kit .primary').click();
  await page.goto(`${site}/blank`);
  const isOne = await page.evaluate(async () => {
    const module = '/client.js';
    const { createHybridSearch } = (await import(module)) as typeof import('../../src/client/index.ts');
    const client = createHybridSearch({ name: 'notes', modelLoad: 'manual' });
    const [one, other] = await Promise.all([client.sync(), client.sync()]);
    await client.close();
    return one !== null && one === other;
  });
  expect(isOne, 'two calls at once get one handle').toBe(true);
  await addElement(page);
  await expect(page.locator('hs-status-bar .sync')).toHaveText('Synced');
  await page.evaluate(() => window.client.add({ text: 'later' }));
  await expect.poll(() => couch.documents().length).toBeGreaterThan(2);

  const stored = await page.evaluate(async () => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain(couch.origin);
});
