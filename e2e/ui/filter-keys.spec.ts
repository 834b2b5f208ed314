import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';

test.beforeEach(async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { 'model-load': 'manual' });
  await page.evaluate(async () => {
    const client = await window.element.ready;
    await client.addMany([
      { id: 'soup', title: 'Lentil soup', text: 'Two onions, slowly.', tags: ['recipes', 'slow food'] },
      { id: 'bread', title: 'Bread', text: 'Flour, water and salt.', tags: ['recipes'] },
      { id: 'bike', title: 'Bike', text: 'New brake pads, no onions.', tags: ['repairs'] },
    ]);
  });
  await expect(page.getByRole('option')).toHaveCount(3);
  // Completions use the statistics, which are loaded after the rows.
  await expect(page.getByRole('button', { name: 'Tags' })).toBeVisible();
});

test('Tab after a filter turns it into a chip and leaves the other words', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('onions tag:rec');
  await box.press('Tab');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('onions ');
  await expect(page.getByRole('button', { name: 'Remove filter recipes' })).toBeVisible();
  await expect(page.getByRole('option')).toHaveText([/Lentil soup/]);
  await expect(page.getByRole('alert')).toContainText('Tags: recipes');
});

test('Tab accepts the selected completion, also one of several words', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('tag:s');
  await box.press('ArrowDown');
  await box.press('Tab');
  await expect(box).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Remove filter slow food' })).toBeVisible();
  await expect(page.getByRole('option')).toHaveText([/Lentil soup/]);
});

test('Backspace before the text turns the chip back into text', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('tag:"slow food"');
  await box.press('Tab');
  await box.fill('onions');
  await expect(page.getByRole('option')).toHaveCount(1);
  await box.press('Backspace');
  await expect(box).toHaveValue('onion');
  await box.press('Home');
  await box.press('Backspace');
  await expect(box).toHaveValue('tag:"slow food" onion');
  await expect(page.getByRole('button', { name: /Remove filter/ })).toHaveCount(0);
  await box.pressSequentially(' red');
  await expect(box).toHaveValue('tag:"slow food" red onion');
});

test('Tab leaves the box if there is nothing to turn into a chip', async ({ page }) => {
  const box = page.getByRole('combobox');
  for (const query of ['onions', 'tag:', '-tag:recipes', 'title:soup']) {
    await box.fill(query);
    await box.press('Tab');
    await expect(box, query).not.toBeFocused();
    await expect(box).toHaveValue(query);
  }
  await box.fill('tag:recipes');
  await box.press('Shift+Tab');
  await expect(box).not.toBeFocused();
  await expect(box).toHaveValue('tag:recipes');
});
