import type { Page } from '@playwright/test';
import type { ModelProgress } from '../../src/client/public-types.ts';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

test.beforeEach(async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await progress(page, 'loading', 0, 5);
});

function progress(page: Page, state: ModelProgress['state'], embedded: number, queued: number): Promise<void> {
  return page.evaluate(
    ([state, embedded, queued]) =>
      window.fake.progress({
        model: { state, id: 'fake', loadedBytes: 1, totalBytes: 2 },
        embedding: { embedded, total: 5, queued, paused: false, rate: 0, remainingSeconds: null },
      }),
    [state, embedded, queued] as const,
  );
}

const searches = (page: Page): Promise<number> =>
  page.evaluate(() => window.fake.calls.filter((call) => call === 'search iron').length);

test('searches once more when the model is ready and when the last note is embedded', async ({ page }) => {
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  expect(await searches(page)).toBe(1);
  await progress(page, 'ready', 0, 5);
  await expect.poll(() => searches(page)).toBe(2);
  await page.evaluate(() => {
    window.fake.semantic.iron = ['gather'];
  });
  await progress(page, 'ready', 5, 0);
  await expect(page.getByRole('option')).toHaveCount(4);
  expect(await searches(page)).toBe(3);
  await progress(page, 'ready', 5, 0);
  await page.getByRole('combobox').press('ArrowDown');
  await expect(page.locator('[role=option][aria-selected=true]')).toContainText('Efficient resource gathering');
  expect(await searches(page)).toBe(3);
});

test('the active row stays where it is', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowDown');
  const active = page.locator('[role=option][aria-selected=true]');
  await expect(active).toContainText('Iron farm');
  const before = await active.boundingBox();
  await page.evaluate(() => {
    window.fake.semantic.iron = ['gather', 'train'];
  });
  await progress(page, 'ready', 5, 0);
  await expect(page.getByRole('option')).toHaveCount(5);
  await expect(active).toContainText('Iron farm');
  expect(await active.boundingBox()).toEqual(before);
});

test('rows by meaning stay during the new search', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.semantic.iron = ['gather'];
  });
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(4);
  await page.evaluate(() => {
    window.fake.held = true;
  });
  await progress(page, 'ready', 5, 0);
  await expect.poll(() => searches(page)).toBe(2);
  await expect(page.getByRole('option')).toHaveCount(4);
  await expect(page.getByText('meaning follows')).toHaveCount(0);
  await page.evaluate(() => window.fake.release());
});

test('searches again when other tabs embed after this tab has unloaded its idle model', async ({ page }) => {
  await progress(page, 'ready', 5, 0);
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await progress(page, 'off', 5, 0);
  await page.evaluate(() => {
    window.fake.semantic.iron = ['gather'];
  });
  await progress(page, 'off', 6, 0);
  await expect(page.getByRole('option')).toHaveCount(4);
});

test('gives no verdict until the note that was embedded last has been searched', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.unread = ['gather'];
  });
  await progress(page, 'ready', 4, 1);
  await page.getByRole('combobox').fill('xylophone');
  await expect(page.getByRole('heading', { name: 'Nothing found yet' })).toBeVisible();
  await page.evaluate(() => {
    const root = window.element.shadowRoot!;
    window.fake.semantic.xylophone = ['gather'];
    window.fake.unread = [];
    new MutationObserver(() => {
      if (root.textContent!.includes('Nothing relevant')) window.fake.calls.push('verdict');
    }).observe(root, { childList: true, subtree: true, characterData: true });
  });
  await progress(page, 'ready', 5, 0);
  await expect(page.getByRole('option')).toHaveCount(1);
  expect(await page.evaluate(() => window.fake.calls)).not.toContain('verdict');
});

test('an open note says whether it can be found by meaning yet', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.unread = ['gold'];
  });
  await progress(page, 'ready', 4, 1);
  await page.getByRole('option', { name: /Gold farm/ }).click();
  const note = page.locator('hs-memory-view');
  await expect(note).toContainText('So far found by words only');
  await page.evaluate(() => {
    window.fake.unread = [];
  });
  await progress(page, 'ready', 5, 0);
  await expect(note).toContainText('Found by words and meaning');
});
