import { expect, test } from '../fixtures.ts';

test('the demo searches by word and by meaning after an offline reload', async ({ page, context, baseUrl }) => {
  await page.goto(`${baseUrl}/`);
  await page.evaluate(async () => {
    const client = await document.querySelector('hybrid-search')!.ready;
    await client.loadModel();
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
  await context.setOffline(true);
  await page.goto(`${baseUrl}/?q=D40`);
  const rows = page.getByRole('option');
  await expect(rows.first()).toContainText('Region D40');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  // The note contains no word of this query.
  await page.getByRole('combobox').fill('how to collect materials quickly');
  // The model has to start again after the reload.
  await expect(rows.first()).toContainText('Efficient resource gathering');
  await expect(rows.first().locator('.semantic')).toBeVisible();
  expect(await page.evaluate(() => fetch('samples/none.txt').catch((error: Error) => error.name))).toBe('TypeError');
});
