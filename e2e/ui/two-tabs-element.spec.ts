import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';

const toast = (page: Page) => page.locator('.toast');

async function openTwo(page: Page, other: Page, baseUrl: string, name: string): Promise<void> {
  await openRealElement(page, baseUrl, { name, 'model-load': 'manual' });
  await page.evaluate(async () => {
    await (await window.element.ready).addMany([
      { id: 'bread', title: 'Bread', text: 'Flour.' },
      { id: 'salt', title: 'Salt', text: 'From the sea.' },
    ]);
  });
  await openRealElement(other, baseUrl, { name, 'model-load': 'manual' });
  for (const tab of [page, other]) await expect(tab.getByRole('option')).toHaveCount(2);
}

test('a note that another tab saves while its delete can be undone stays as saved', async ({
  page,
  context,
  baseUrl,
}) => {
  const other = await context.newPage();
  await openTwo(page, other, baseUrl, 'saved-while-deleted');
  await other.getByRole('option', { name: /Bread/ }).click();
  await other.locator('hs-memory-view').getByRole('button', { name: 'Edit', exact: true }).click();
  await other.getByRole('textbox', { name: 'Text' }).fill('Rye flour.');

  const row = page.locator('.row').filter({ hasText: 'Bread' });
  await row.hover();
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Bread');
  // Hovering stops the message's ten seconds, so only the change in the store can end it.
  await toast(page).hover();
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(other)).toContainText('Saved');

  await expect(toast(page)).toHaveCount(0);
  await expect(row).toContainText('Rye flour.');
});

test('undoing "delete all" in one tab undoes it in the other', async ({ page, context, baseUrl }) => {
  const other = await context.newPage();
  const name = 'cleared-in-two';
  await openTwo(page, other, baseUrl, name);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete all notes' }).click();
  await page.getByRole('textbox', { name: 'Type 2 to confirm' }).fill('2');
  await page.getByRole('button', { name: 'Delete all', exact: true }).click();
  await toast(page).hover();
  await openRealElement(other, baseUrl, { name, 'model-load': 'manual' });
  await expect(toast(other)).toContainText('Deleting 2 notes');
  await toast(other).hover();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(other)).toHaveCount(0);
  await expect(other.getByRole('option')).toHaveCount(2);
});
