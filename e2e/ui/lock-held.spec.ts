import { expect, test } from '../fixtures.ts';

const LOCK = 'hybrid-search/open/held';

test('a store that another page keeps locked says so after ten seconds, and opens once it is free', async ({
  page,
  context,
  baseUrl,
}) => {
  const other = await context.newPage();
  await other.goto(`${baseUrl}/blank`);
  await other.evaluate(async (lock) => {
    await new Promise<void>((held) => {
      void navigator.locks.request(lock, () => {
        held();
        return new Promise(() => {});
      });
    });
  }, LOCK);
  await page.goto(`${baseUrl}/blank`);
  await page.evaluate(async () => {
    const module = '/define.js';
    await import(module);
    const element = document.createElement('hybrid-search');
    element.setAttribute('name', 'held');
    element.setAttribute('model-load', 'manual');
    const told: unknown[] = [];
    (window as { told?: unknown[] }).told = told;
    element.addEventListener('hs-storage', (event) => {
      const { kind, waitingFor } = event.storage;
      told.push([kind, waitingFor]);
    });
    document.body.append(element);
  });
  const told = () => page.evaluate(() => (window as { told?: unknown[] }).told);
  await expect(page.locator('.storage-note')).toContainText('Another tab of this site');
  expect(await told()).toEqual([['waiting', LOCK]]);
  await other.close();
  await expect(page.getByText('Another tab of this site')).toHaveCount(0);
  await expect.poll(async () => (await told())?.at(-1)).toEqual(['opened', undefined]);
});
