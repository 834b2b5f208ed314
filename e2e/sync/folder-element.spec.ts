/** A folder of the origin private file system has the same interface as one that a user picks. */
import type { Page } from '@playwright/test';
import { addElement, axeFindings, fillPassphrase, openSync, test } from './element.ts';
import { expect, PASSPHRASE } from './fixtures.ts';

/** A test can't use the system's dialog. */
async function pickShared(page: Page): Promise<void> {
  await page.evaluate(() => {
    const pick = async (): Promise<FileSystemDirectoryHandle> =>
      (await navigator.storage.getDirectory()).getDirectoryHandle('shared', { create: true });
    Object.assign(globalThis, { showDirectoryPicker: pick });
  });
}

/** Leaves the page as if the user had confirmed "Delete all" in another tab, or just before a reload. */
const holdClearing = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const clearing = { at: Date.now(), before: await window.client.position(), count: 1 };
    localStorage.setItem('hybrid-search:clearing:notes', JSON.stringify(clearing));
  });
const heldClearing = (page: Page) => page.evaluate(() => localStorage.getItem('hybrid-search:clearing:notes'));

test('"Delete all" is cancelled when sync is turned on, and when it resumes at a start', async ({ profile, site }) => {
  const page = await profile();
  await page.evaluate(() => window.client.add({ title: 'Walrus', text: 'The walrus sleeps on ice' }));
  await pickShared(page);
  const panel = await openSync(page);
  await panel.getByRole('radio', { name: 'Through a folder' }).check();
  await panel.getByRole('button', { name: 'Choose a folder' }).click();
  await fillPassphrase(panel, true);
  await holdClearing(page);
  await page.keyboard.press('Enter');
  await panel.locator('hs-sync-kit .primary').click();
  await expect(panel.locator('.stage')).toHaveAttribute('data-stage', 'live');
  expect(await heldClearing(page)).toBeNull();

  await holdClearing(page);
  await page.goto(`${site}/blank`);
  // The message disappears after some seconds.
  await Promise.all([expect(page.locator('.toast')).toContainText('“Delete all” was cancelled'), addElement(page)]);
  await expect(page.getByRole('option')).toContainText(['Walrus']);
  expect(await heldClearing(page)).toBeNull();
});

test('a folder is chosen, and the recovery kit and the option for vectors stay available', async ({
  profile,
  site,
}) => {
  const page = await profile();
  await page.evaluate(() => window.client.add({ title: 'Walrus', text: 'The walrus sleeps on ice' }));
  await pickShared(page);
  const panel = await openSync(page);
  await panel.getByRole('radio', { name: 'Through a folder' }).check();
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Choose a folder' }).click();
  await fillPassphrase(panel, true);
  await page.keyboard.press('Enter');
  const kit = await panel.locator('.kit').textContent();
  await panel.locator('hs-sync-kit .primary').click();
  const status = panel.locator('hs-sync-status');
  await expect(status.getByRole('heading', { name: 'Syncs with shared' })).toBeFocused();
  await expect(status.locator('.stage')).toHaveAttribute('data-stage', 'live');

  await panel.locator('[data-action=kit]').click();
  await panel.locator('#former').fill('guessed');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toHaveText('This isn’t the passphrase. Nothing was changed.');
  await panel.locator('#former').fill(PASSPHRASE);
  await expect(panel.locator('.confirm [type=submit]')).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(panel.locator('.kit')).toHaveText(kit!);
  await panel.locator('hs-sync-kit .primary').click();

  await panel.locator('#adopt').check();
  await expect(panel.locator('#adopt')).toBeEnabled();
  await expect(status.locator('.stage')).toHaveAttribute('data-stage', 'live');
  await page.goto(`${site}/blank`);
  await addElement(page);
  await expect(page.locator('hs-status-bar .sync')).toHaveText('Synced');
  await page.locator('hs-status-bar .sync').click();
  await expect(panel.locator('#adopt')).toBeChecked();
  const { folder, vectors } = await page.evaluate(async () => (await window.client.sync())!.settings());
  expect([folder !== undefined, vectors]).toEqual([true, 'adopt']);
});
