/** "Also sync conversations" in the panels of sync. */
import type { Page } from '@playwright/test';
import { addElement, axeFindings, fillPassphrase, openSync, test, turnOn } from './element.ts';
import { expect } from './fixtures.ts';

const add = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    window.client.add({ id: 'm', text: 'The walrus sleeps on ice', type: 'conversation', session: 's' }),
  );

const messagesOn = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await window.client.sync())!.settings().then(({ messages }) => messages));

test('conversations arrive on a device where they are turned on later, which survives a reload', async ({
  couch,
  profile,
  site,
}) => {
  const [one, two] = [await profile(), await profile()];
  await add(one);
  const first = await openSync(one);
  await first.locator('#address').fill(couch.url);
  await one.keyboard.press('Enter');
  await fillPassphrase(first, true);
  await first.getByRole('checkbox', { name: 'Also sync conversations' }).check();
  expect(await axeFindings(one)).toEqual([]);
  await first.locator('hs-sync-passphrase .primary').click();
  await first.locator('hs-sync-kit .primary').click();
  await expect(first.locator('.stage')).toHaveAttribute('data-stage', 'live');
  expect(await messagesOn(one)).toBe(true);

  const second = await turnOn(two, couch);
  const choice = second.getByRole('checkbox', { name: 'Also sync conversations' });
  await expect(choice).not.toBeChecked();
  expect(await two.evaluate(() => window.client.get('m'))).toBeUndefined();
  await choice.check();
  await expect.poll(() => two.evaluate(async () => (await window.client.get('m'))?.text)).toContain('walrus');

  await two.goto(`${site}/blank`);
  await addElement(two);
  await two.locator('hs-status-bar .sync').click();
  await expect(choice).toBeChecked();
  expect(await axeFindings(two)).toEqual([]);
  await choice.uncheck();
  await expect(choice).toBeEnabled();
  expect(await messagesOn(two)).toBe(false);
  expect((await two.evaluate(() => window.client.get('m')))?.text).toContain('walrus');
});
