import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';

const add = (page: Page, notes: { id: string; title: string; text: string; createdAt: number }[]) =>
  page.evaluate(async (given) => {
    const client = await window.element.ready;
    await client.addMany(given);
  }, notes);
const NOTES = ['Iron farm', 'Gold farm', 'Copper roof'].map((title, at) => ({
  id: title.split(' ')[0]!.toLowerCase(),
  title,
  text: `All about the ${title.toLowerCase()}.`,
  createdAt: Date.UTC(2026, 0, 1 + at),
}));
const settings = (page: Page) => page.locator('hs-settings-panel');

async function removeIron(page: Page): Promise<void> {
  await page.getByRole('option', { name: /Iron farm/ }).click();
  await page.locator('hs-memory-view').getByRole('button', { name: 'Delete' }).click();
  // Waits ten seconds in real time. If the clock jumped ahead, the worker would seem dead.
  const inTrash = () => page.evaluate(async () => (await (await window.element.ready).trash.list()).total);
  await expect.poll(inTrash).toBe(1);
}

test.beforeEach(async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'trash', 'model-load': 'manual' });
  await add(page, NOTES);
  await expect(page.getByRole('option')).toHaveCount(3);
});

test('a deleted note stays in the trash after a reload, and can be restored', async ({ page, baseUrl }) => {
  await removeIron(page);
  await openRealElement(page, baseUrl, { name: 'trash', 'model-load': 'manual' });
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.locator('[data-tool=settings]').click();
  await expect(settings(page)).toContainText('1 deleted note. Each is kept for 30 days');
  await settings(page).getByRole('button', { name: 'Restore: Iron farm' }).click();
  await expect(settings(page).getByRole('heading', { name: 'Trash' })).toBeFocused();
  await expect(page.getByRole('option', { name: /Iron farm/ })).toBeVisible();
  await expect(settings(page)).toContainText('The trash is empty');
});

test('the second click of a double click restores no other note, and empties nothing', async ({ page }) => {
  const trash = () => page.evaluate(async () => (await window.element.ready).trash.list());
  await page.evaluate(async () => (await window.element.ready).trash.put(['iron', 'gold', 'copper']));
  await page.locator('[data-tool=settings]').click();
  const restore = settings(page).getByRole('button', { name: /^Restore/ });
  await expect(restore).toHaveCount(3);
  const secondClick = async (): Promise<void> => {
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  };
  await restore.first().click();
  await expect(restore).toHaveCount(2);
  await restore.first().hover();
  await secondClick();
  await settings(page).getByRole('button', { name: 'Empty trash' }).click();
  await settings(page).getByRole('button', { name: 'Remove for good' }).hover();
  await secondClick();
  await settings(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(restore).toHaveCount(2);
  expect((await trash()).total).toBe(2);
});

test('emptying the trash asks first', async ({ page }) => {
  await removeIron(page);
  await page.locator('[data-tool=settings]').click();
  await settings(page).getByRole('button', { name: 'Empty trash' }).click();
  await expect(settings(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await settings(page).getByRole('button', { name: 'Remove for good' }).click();
  await expect(settings(page)).toContainText('The trash is empty');
  expect(
    await page.evaluate(async () => {
      const client = await window.element.ready;
      return [(await client.trash.list()).total, await client.trash.restore(['iron'])];
    }),
  ).toEqual([0, 0]);
});

test('a backup is offered in the settings', async ({ page }) => {
  await page.locator('[data-tool=settings]').click();
  await expect(settings(page).getByRole('heading', { name: 'Backup' })).toBeVisible();
  const download = page.waitForEvent('download');
  await settings(page).getByRole('button', { name: 'Export', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^trash-.*\.jsonl$/);
});

test('notes exported as Markdown are the same notes when the zip is imported', async ({ page }) => {
  await page.locator('[data-tool=settings]').click();
  await expect(settings(page)).toContainText('No backup yet');
  const downloading = page.waitForEvent('download');
  await settings(page).getByRole('button', { name: 'Export as Markdown' }).click();
  const download = await downloading;
  // The message goes after five seconds.
  await expect(page.locator('.toast')).toContainText('Exported');
  await expect(settings(page)).toContainText('Last backup: today');
  expect(download.suggestedFilename()).toMatch(/^trash-\d{4}-\d\d-\d\d\.zip$/);
  const zip = readFileSync(await download.path()).toString('base64');
  const report = await page.evaluate(async (base64) => {
    const client = await window.element.ready;
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { added, updated, unchanged, problems } = await client.import({ path: 'notes.zip', file: new Blob([bytes]) });
    const { lastBackup } = await client.stats();
    return { added, updated, unchanged: unchanged === (await client.count()), problems, backedUp: lastBackup !== null };
  }, zip);
  expect(report).toEqual({ added: 0, updated: 0, unchanged: true, problems: [], backedUp: true });
});

test('a pinned note is first in every order until something is searched', async ({ page }) => {
  await page.getByRole('option', { name: /Iron farm/ }).click();
  const pin = page.locator('hs-memory-view').getByRole('button', { name: 'Pin' });
  await pin.click();
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('option').first()).toContainText('Iron farm');
  await page.evaluate(async () => {
    const client = await window.element.ready;
    await client.add({ id: 'new', title: 'Farm of today', text: 'A farm, a farm, a farm: iron and farm.' });
  });
  await expect(page.getByRole('option')).toHaveCount(4);
  await expect(page.getByRole('option').first()).toContainText('Iron farm');
  await expect(page.getByRole('option').nth(1)).toContainText('Farm of today');
  await page.getByRole('combobox').fill('copper');
  await expect(page.getByRole('option').first()).toContainText('Copper roof');
});
