/** Results by word paint first; those by meaning come in without moving the row a person is on. */
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

test.beforeEach(async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    window.fake.held = true;
    window.fake.semantic.iron = ['gather', 'train', 'bread'];
  });
});

test('the active row stays where it is when the fused answer arrives', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowDown');
  await box.press('ArrowDown');
  const active = page.locator('[role=option][aria-selected=true]');
  await expect(active).toContainText('Gold farm');
  const before = await active.boundingBox();

  await page.evaluate(() => window.fake.release());
  await expect(page.getByRole('option')).toHaveCount(5);
  await expect(active).toContainText('Gold farm');
  expect(await active.boundingBox()).toEqual(before);
  await expect(page.getByRole('option')).toContainText(['Efficient', 'Gold', 'Train', 'Bread', 'Iron']);
});

test('the row under the pointer stays too', async ({ page }) => {
  await page.getByRole('combobox').fill('iron');
  const row = page.getByRole('option', { name: 'Iron farm' });
  await row.hover();
  const before = await row.boundingBox();
  await page.evaluate(() => window.fake.release());
  await expect(page.getByRole('option')).toHaveCount(5);
  expect(await row.boundingBox()).toEqual(before);
});

test('with no row in hand the fused order is taken as it is', async ({ page }) => {
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByText('meaning follows')).toBeVisible();
  await page.evaluate(() => window.fake.release());
  await expect(page.getByRole('option')).toContainText(['Efficient', 'Train', 'Bread', 'Iron', 'Gold']);
});

test('an older answer that comes late is not shown', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  const older = await page.evaluateHandle(() => window.fake.release);
  await box.fill('train');
  await expect(page.getByRole('option')).toHaveCount(1);
  await older.evaluate((release) => release());
  await page.evaluate(() => window.fake.release());
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  await expect(page.getByRole('option')).toContainText(['Train times']);
});

test('the sentence that matched by meaning is set apart from the matched words', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.held = false;
    window.fake.semantic.grid = ['gather'];
  });
  await page.getByRole('combobox').fill('grid');
  const option = page.getByRole('option');
  await expect(option.locator('.semantic')).toHaveText(['Work in a ', 'grid', ' and sort at the end.']);
  await expect(option.locator('mark')).toHaveText(['grid']);
});
