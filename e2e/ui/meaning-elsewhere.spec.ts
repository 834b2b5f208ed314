import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';

const MODEL = { model: 'Xenova/all-MiniLM-L6-v2' };
const QUESTION = 'beacon for ships at sea';
const BY_WORD = 'No note matches these words.';
const BY_BOTH = 'No note matches by word or by meaning.';

const empty = (page: Page) => page.locator('[part=empty]');

async function openWithBread(page: Page, baseUrl: string, name: string): Promise<void> {
  await openRealElement(page, baseUrl, { name, ...MODEL });
  await page.evaluate(async () => {
    const client = await window.element.ready;
    await client.add({ title: 'Bread', text: 'Flour, water and salt. Bake it in an iron pot.' });
    await client.idle();
  });
}

test('an answer includes what another tab embeds, and claims nothing about its meaning before', async ({
  page,
  context,
  baseUrl,
}) => {
  const name = 'embedded-elsewhere';
  await openWithBread(page, baseUrl, name);
  const other = await context.newPage();
  await openRealElement(other, baseUrl, { name, ...MODEL });
  await other.getByRole('combobox').fill(QUESTION);
  await expect(empty(other)).toContainText(BY_BOTH);

  for (const tab of [page, other]) await tab.evaluate(async () => (await window.element.ready).pause());
  await page.evaluate(async () => {
    const client = await window.element.ready;
    await client.add({ title: 'Coast', text: 'The lighthouse keeper wrote in his diary.' });
  });
  await expect(empty(other)).toContainText(BY_WORD);
  await page.evaluate(async () => (await window.element.ready).resume());
  await expect(other.getByRole('option')).toHaveText([/Coast/]);
  await expect(other.getByRole('combobox')).toBeFocused();
});

test('a tab that hasn’t loaded the model claims nothing about meaning', async ({ page, context, baseUrl }) => {
  const name = 'asked-without-model';
  await openWithBread(page, baseUrl, name);
  const other = await context.newPage();
  await openRealElement(other, baseUrl, { name, ...MODEL, 'model-load': 'manual' });
  await other.getByRole('combobox').fill(QUESTION);
  await expect(empty(other)).toContainText(BY_WORD);
  await other.evaluate(async () => (await window.element.ready).loadModel());
  await expect(empty(other)).toContainText(BY_BOTH);
});
