/** Manages sync with the keyboard alone. */
import type { Locator, Page } from '@playwright/test';
import { addElement, axeFindings, tabTo, test, turnOn } from './element.ts';
import { expect, PASSPHRASE } from './fixtures.ts';

async function press(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

async function openForm(page: Page, action: string): Promise<Locator> {
  const panel = page.locator('hs-sync-panel');
  await press(page, panel.locator(`button[data-action=${action}]`));
  const form = panel.locator(`form[data-action=${action}]`);
  await expect(form.locator('input, .cancel').first()).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);
  return form;
}

async function confirm(page: Page, action: string): Promise<void> {
  await press(page, (await openForm(page, action)).locator('[type=submit]'));
}

test('the passphrase changes, a device starts again, another merges and stops, by keyboard alone', async ({
  couch,
  profile,
}) => {
  const [one, two] = [await profile(), await profile()];
  for (const page of [one, two]) await turnOn(page, couch);
  const [first, second] = [one.locator('hs-sync-panel'), two.locator('hs-sync-panel')];
  const devices = first.locator('.devices li');
  await expect(devices).toHaveCount(2);
  await expect(devices.filter({ hasText: 'this device' })).toHaveCount(1);
  await expect(devices.filter({ hasText: 'last seen: today' })).toHaveCount(1);

  await openForm(one, 'passphrase');
  await one.keyboard.type(PASSPHRASE);
  await tabTo(one, first.locator('#next'));
  await one.keyboard.type('another one');
  await one.keyboard.press('Enter');
  await expect(first.getByRole('status').filter({ hasText: 'The passphrase was changed' })).toBeVisible();
  await expect(first.locator('[data-action=passphrase]')).toBeFocused();
  await expect(second.locator('.trouble')).toHaveAttribute('data-reason', 'decryption');
  expect(await axeFindings(two)).toEqual([]);
  await tabTo(two, second.locator('#passphrase'));
  await two.keyboard.type('another one');
  await two.keyboard.press('Enter');
  await expect(second.locator('.stage')).toHaveAttribute('data-stage', 'live');

  await press(one, (await openForm(one, 'start-again')).locator('.cancel'));
  await expect(first.locator('[data-action=start-again]')).toBeFocused();
  await confirm(one, 'start-again');
  await expect(first.locator('[data-action=start-again]')).toBeFocused();
  await expect(second.locator('.trouble')).toHaveAttribute('data-reason', 'identity');
  expect(await axeFindings(two)).toEqual([]);
  await press(two, second.getByRole('button', { name: 'Merge' }));
  await expect(second.locator('.stage')).toHaveAttribute('data-stage', 'live');

  await confirm(two, 'stop');
  await expect(second.locator('#address')).toBeVisible();
  await tabTo(two, second.locator('#address'));
  expect(await two.evaluate(() => window.client.sync())).toBeNull();

  await expect(devices).toHaveCount(2);
  await press(one, first.locator('.devices button'));
  await expect(devices).toHaveCount(1);
  await tabTo(one, first.locator('[data-action=stop]'));
  expect(await axeFindings(one)).toEqual([]);
});

test('options that are changed while sync is paused leave it paused, even after a reload', async ({
  couch,
  profile,
  site,
}) => {
  const page = await profile();
  const panel = await turnOn(page, couch);
  const stage = panel.locator('.stage');
  await press(page, panel.locator('.pause'));
  await expect(stage).toHaveAttribute('data-stage', 'paused');
  await page.evaluate(() => window.client.add({ id: 'a', text: 'waits' }));
  for (const id of ['adopt', 'messages']) {
    await panel.locator(`#${id}`).check();
    await expect(panel.locator(`#${id}`)).toBeEnabled();
    await page.evaluate(async () => (await window.client.sync())!.idle());
    await expect(stage).toHaveAttribute('data-stage', 'paused');
  }
  await page.goto(`${site}/blank`);
  await addElement(page);
  await expect(page.locator('hs-status-bar .sync')).toHaveText('Sync paused');
  await page.locator('hs-status-bar .sync').click();
  await expect(panel.locator('#messages')).toBeChecked();
  await press(page, panel.locator('.pause'));
  await expect(stage).toHaveAttribute('data-stage', 'live');
});

test('what fails without the server is said in the page’s language, where one sees it', async ({ couch, profile }) => {
  const page = await profile({ lang: 'de' });
  await page.setViewportSize({ width: 360, height: 640 });
  const panel = await turnOn(page, couch);
  couch.isDown = true;
  couch.dropConnections();
  await expect(panel.locator('.stage')).toHaveAttribute('data-stage', 'offline');
  await openForm(page, 'kit');
  await page.keyboard.type(PASSPHRASE);
  await page.keyboard.press('Enter');
  const alert = panel.locator('.content > .problem');
  await expect(alert).toHaveText('Der Server ist nicht erreichbar');
  await expect(alert).toBeInViewport();
});
