import { expect, test } from '../fixtures.ts';
import { holdUndo, openElement } from './fake-client.ts';

test('only the visible ones of two thousand rows are rendered, and keys reach the last one', async ({
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
    // By key, because the status line may go away, and the button move, while a mouse button is down.
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
  }
  await expect(rows).toHaveCount(2_000);
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

for (const query of ['', 'iron']) {
  test(`when all shown rows are deleted the next ones replace them${query && ', in an answer as well'}`, async ({
    page,
    baseUrl,
  }) => {
    const notes = Array.from({ length: 7 }, (_, i) => ({ id: `n${i}`, title: `Note ${i}`, text: 'An iron thing.' }));
    await openElement(page, baseUrl, notes, { limit: '3' });
    await page.getByRole('combobox').fill(query);
    await expect(page.locator('.row mark')).toHaveCount(query ? 3 : 0);
    await holdUndo(page);
    for (const at of [0, 1, 2]) {
      const row = page.locator('.row').filter({ hasText: `Note ${at}` });
      await row.hover();
      await row.getByRole('button', { name: 'Delete' }).click();
      await expect(row).toHaveCount(0);
    }
    await expect(page.getByRole('option')).toHaveText([/Note 3/, /Note 4/, /Note 5/]);
    await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /Nothing/ })).toHaveCount(0);
    expect(await page.evaluate(() => window.fake.calls.filter((call) => call.startsWith('trash ')))).toEqual([]);
  });
}
