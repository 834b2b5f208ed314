/** A list of thousands is as light as one of ten: what is out of sight is not laid out. */
import { expect, test } from '../fixtures.ts';
import { openElement } from './fake-client.ts';

test('of two thousand rows only those in sight are rendered, and the keys reach the last one', async ({
  page,
  baseUrl,
}) => {
  const notes = Array.from({ length: 2_000 }, (_, i) => ({
    id: `n${i}`,
    title: `Note ${i}`,
    text: `Text of note ${i}.`,
  }));
  await openElement(page, baseUrl, notes, { limit: '100' });
  await page.evaluate(() => {
    window.element.style.blockSize = '600px';
  });
  const rows = page.locator('.row');
  for (let shown = 100; shown < 2_000; shown += 100) {
    await expect(rows).toHaveCount(shown);
    await page.getByRole('button', { name: 'Show more' }).click();
  }
  await expect(rows).toHaveCount(2_000);
  // A box that is out of sight is one thing to look at, not a hundred.
  await expect(page.locator('.rows')).toHaveCount(20);
  const rendered = (): Promise<number> =>
    rows.evaluateAll(
      (all) => all.filter((row) => row.firstElementChild!.checkVisibility({ contentVisibilityAuto: true })).length,
    );
  await page.getByRole('combobox').press('ArrowDown');
  await expect.poll(rendered).toBeLessThan(100);
  await page.getByRole('combobox').press('End');
  await expect(page.locator('[role=option][aria-selected=true]')).toContainText('Note 1999');
  await expect(page.locator('[role=option][aria-selected=true]')).toBeInViewport();
  await expect.poll(rendered).toBeLessThan(100);
});
