import type { Page } from '@playwright/test';
import { encryptedPdf, MAIL, pdf } from '../../src/testing/document-samples.ts';
import { expect, test } from '../fixtures.ts';
import { answered, ask, dropFiles, keepAnswers, openRealElement } from './real-element.ts';
import { injectAxe, violations } from './surroundings.ts';

const count = (page: Page): Promise<number> => page.evaluate(async () => (await window.element.ready).count());

const conversations = JSON.stringify([
  {
    uuid: 'c1',
    name: 'Harbour walls',
    chat_messages: [
      { uuid: 'm1', sender: 'human', text: 'How old is the harbour?', created_at: '2019-05-06T07:08:09Z' },
      { uuid: 'm2', sender: 'assistant', text: 'It was dug in 1821.', created_at: '2019-05-06T07:09:09Z' },
    ],
  },
]);

test('preview, import, find, open at the page and undo with the keyboard', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'documents-walk', 'model-load': 'manual' });
  await keepAnswers(page);
  await injectAxe(page);
  await dropFiles(page, {
    'tides.pdf': await pdf(
      [{ columns: [['Water leaves the shore.']] }, { columns: [['Then the flood returns.']], chapter: 'Flood' }],
      { title: 'Tides' },
    ),
    'conversations.json': conversations,
    'greeting.eml': MAIL,
    'locked.pdf': encryptedPdf(),
    'song.mp3': new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0]),
    '.DS_Store': 'no note',
  });
  const panel = page.locator('hs-import-panel');
  await expect(panel).toContainText('Claude: 1 conversation, 2 messages, 2019');
  await expect(panel).toContainText('PDF: 2 files, 2 pages, 2021');
  await expect(panel).toContainText('Mail: 1 note, 2021');
  await expect(panel).toContainText('2 files can’t be read');
  await expect(panel.getByRole('listitem').filter({ hasText: 'locked.pdf' })).toContainText('encrypted');
  await expect(panel.getByRole('listitem').filter({ hasText: 'song.mp3' })).toBeVisible();
  await expect(panel).toContainText('1 other file left out');
  expect(await count(page)).toBe(0);
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const confirm = page.getByRole('button', { name: 'Import 5 notes' });
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('checkbox', { name: /^Keep the files too \(\d/ })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('5 added, 0 updated, 0 unchanged');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('combobox').focus();
  await page.keyboard.type('flood returns');
  await answered(page, 'flood returns');
  const row = page.getByRole('option').first();
  await expect(row.locator('mark')).toHaveText(['flood returns']);
  await expect(row).toContainText('PDF · p. 2');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const view = page.locator('hs-memory-view');
  await expect(view).toContainText('Then the flood returns.');
  await expect(view).toContainText('PDF · p. 2');
  await expect(view).not.toContainText('Water leaves');
  const file = view.getByRole('link', { name: 'Open file' });
  await expect(file).toHaveAttribute('href', /^blob:.*#page=2$/);
  expect(await violations(page)).toEqual([]);

  await ask(page, 'Straße breit');
  await page
    .getByRole('option')
    .filter({ has: page.locator('mark') })
    .click();
  await expect(view.getByRole('link', { name: 'Download file' })).toHaveAttribute('download', 'greeting.eml');

  await dropFiles(page, { 'greeting.eml': MAIL });
  await expect(page.getByRole('checkbox', { name: /^Keep the files too/ })).toBeChecked();
});

test('an import is removed as a whole from the list of imports', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'documents-undo', 'model-load': 'manual' });
  await injectAxe(page);
  await page.evaluate(async (text) => {
    const client = await window.element.ready;
    await client.add({ id: 'mine', text: 'Written by hand' });
    await client.import({ path: 'chats/conversations.json', file: new Blob([text]) });
  }, conversations);
  expect(await count(page)).toBe(3);
  await page.locator('[data-tool=import]').click();
  const list = page.locator('hs-import-list');
  await expect(list).toContainText('conversations.json');
  await expect(list).toContainText('2 notes');
  const remove = list.getByRole('button', { name: 'Remove this import' });
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(list).toContainText('This removes 2 notes for good.');
  await expect(list.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(remove).toBeFocused();
  expect(await count(page)).toBe(3);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(list).toContainText('2 notes removed');
  await expect(list.getByRole('listitem')).toHaveCount(0);
  expect(await count(page)).toBe(1);
});

test('a note found far down a long text is opened at the passage', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'documents-long', 'model-load': 'manual' });
  await page.evaluate(async () => {
    const client = await window.element.ready;
    const filler = 'Reeds and salt and wind again.\n'.repeat(12_000);
    await client.add({ id: 'long', title: 'Log', text: `${filler}The astrolabe lies in the third drawer.\n${filler}` });
  });
  await page.getByRole('combobox').fill('astrolabe drawer');
  // The list of all notes has the same row without marks.
  await expect(page.getByRole('option').locator('mark').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('hs-memory-view mark').first()).toBeInViewport();
});
