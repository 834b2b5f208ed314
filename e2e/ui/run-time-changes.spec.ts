/** What a page does with an element that is at work: moves it, drops files on it, changes its settings. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

async function deleteBread(page: Page): Promise<void> {
  const row = page.locator('.row').filter({ hasText: 'Bread' });
  await row.hover();
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.toast')).toContainText('Bread');
}

test('an element that is put back before its last delete is written works again', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await deleteBread(page);
  await page.evaluate(async () => {
    const { element, fake } = window;
    const { remove } = fake;
    const written = new Promise<void>((resolve) => {
      fake.release = resolve;
    });
    fake.remove = async (id) => {
      await written;
      return remove(id);
    };
    element.remove();
    // What is still away after a task is torn down.
    await new Promise((resolve) => setTimeout(resolve));
    document.body.append(element);
  });
  await page.evaluate(() => window.fake.release());
  await expect(page.getByRole('option')).toHaveCount(NOTES.length - 1);
  await page.getByRole('combobox').fill('golem');
  await expect(page.getByRole('option')).toHaveCount(1);
});

/** Whether the element keeps the browser from opening a file that is dropped in place of the page. */
const keepsThePage = (page: Page): Promise<boolean[]> =>
  page.evaluate(() =>
    ['dragover', 'drop'].map((type) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['# late'], 'late.md'));
      const event = new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer });
      window.element.renderRoot.querySelector('.frame')?.dispatchEvent(event);
      return event.defaultPrevented;
    }),
  );

test('a file dropped where none is taken does not replace the page', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { readonly: '' });
  expect(await keepsThePage(page)).toEqual([true, true]);
  expect(await page.evaluate(() => window.fake.calls.filter((call) => call.startsWith('import')))).toEqual([]);
});

test('a file dropped during an import does not replace the page', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    window.fake.held = true;
  });
  await keepsThePage(page);
  await expect(page.getByRole('progressbar')).toBeVisible();
  expect(await keepsThePage(page)).toEqual([true, true]);
  expect(await page.evaluate(() => window.fake.calls.filter((call) => call.startsWith('import')))).toHaveLength(1);
});
