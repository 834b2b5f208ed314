import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';
import { importFound } from './import-look.ts';

async function deleteBread(page: Page): Promise<void> {
  const row = page.locator('.row').filter({ hasText: 'Bread' });
  await row.hover();
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.toast')).toContainText('Bread');
}

test('an element put back before its last delete is written works again', async ({ page, baseUrl }) => {
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
    // An element that's still detached after one task shuts down.
    await new Promise((resolve) => setTimeout(resolve));
    document.body.append(element);
  });
  await page.evaluate(() => window.fake.release());
  await expect(page.getByRole('option')).toHaveCount(NOTES.length - 1);
  await page.getByRole('combobox').fill('golem');
  await expect(page.getByRole('option')).toHaveCount(1);
});

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

test('a file dropped where none is accepted does not replace the page', async ({ page, baseUrl }) => {
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
  await importFound(page);
  await expect(page.getByRole('progressbar')).toBeVisible();
  expect(await keepsThePage(page)).toEqual([true, true]);
  expect(await page.evaluate(() => window.fake.calls.filter((call) => call.startsWith('import')))).toHaveLength(1);
});

async function expectAtWork(page: Page, failures: string[]): Promise<void> {
  await page.evaluate(() => window.element.updateComplete);
  await page.getByRole('combobox').fill('golem');
  await expect(page.getByRole('option')).toHaveCount(1);
  expect(failures).toEqual([]);
}

function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  return failures;
}

for (const [attribute, value, property, normal] of [
  ['query', 'bread', 'query', ''],
  ['name', 'kitchen', 'name', 'default'],
  ['model', 'bge-small-en-v1.5', 'model', 'auto'],
  ['model-load', 'manual', 'modelLoad', 'auto'],
  ['theme', 'dark', 'theme', 'auto'],
  ['limit', '2', 'limit', 10],
] as const) {
  test(`an element that loses its ${attribute} works as if it never had one`, async ({ page, baseUrl }) => {
    const failures = failuresOf(page);
    await openElement(page, baseUrl, NOTES, { [attribute]: value });
    await page.evaluate((name) => {
      window.element.addEventListener('hs-error', ({ error }) => {
        throw error;
      });
      window.element.removeAttribute(name);
    }, attribute);
    await expect(page.getByRole('option')).toHaveCount(NOTES.length);
    expect(await page.evaluate((name) => window.element[name], property)).toBe(normal);
    await expectAtWork(page, failures);
  });
}

for (const [query, shown] of [
  [undefined, ''],
  [null, ''],
  [5, '5'],
] as const) {
  test(`a page’s query of ${query} becomes "${shown}"`, async ({ page, baseUrl }) => {
    const failures = failuresOf(page);
    await openElement(page, baseUrl, NOTES, { query: 'bread' });
    await page.evaluate((given) => {
      window.element.query = given as unknown as string;
    }, query);
    await expect(page.getByRole('combobox')).toHaveValue(shown);
    await expectAtWork(page, failures);
  });
}

for (const property of ['name', 'client'] as const) {
  test(`a note of the previous store is closed when ${property} changes`, async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, NOTES);
    await page.getByRole('option', { name: /Bread/ }).click();
    await expect(page.getByRole('heading', { name: 'Bread' })).toBeFocused();
    await page.evaluate((changed) => {
      if (changed === 'name') window.element.name = 'another';
      else window.element.client = { ...window.fake };
    }, property);
    await expect(page.locator('hs-memory-view')).toHaveCount(0);
    await expectAtWork(page, []);
  });
}

test('a form open when the element becomes readonly is closed, and its text is kept', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Rye.');
  await page.evaluate(() => {
    window.element.readonly = true;
  });
  await expect(page.locator('hs-memory-form')).toHaveCount(0);
  await expect(page.locator('.toast')).toHaveCount(0);
  await page.evaluate(() => {
    window.element.readonly = false;
  });
  await page.getByRole('button', { name: /New note.*draft/ }).click();
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Rye.');
});

test('a changed limit changes the number of rows at once', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await expect(page.getByRole('option')).toHaveCount(5);
  await page.evaluate(() => {
    window.element.limit = 3;
  });
  await expect(page.getByRole('option')).toHaveCount(3);
});

test('an element whose language fails to load shows English', async ({ page, baseUrl }) => {
  await page.route('**/de.js', (route) => route.abort());
  await openElement(page, baseUrl, NOTES, {}, '/blank-de');
  await expect(page.getByRole('option')).toHaveCount(NOTES.length);
  await expect(page.getByRole('button', { name: 'New note' })).toBeVisible();
  await expect(page.locator('.frame')).toHaveAttribute('lang', 'en');
});
