import { expect, test } from '../fixtures.ts';

test('the sample notes are found by meaning without being embedded', async ({ page, baseUrl }) => {
  await page.goto(`${baseUrl}/`);
  await page.waitForFunction(() => localStorage.getItem('hybrid-search-demo:sampled') !== null);
  const stats = await page.evaluate(async () => {
    const client = await document.querySelector('hybrid-search')!.ready;
    await client.loadModel();
    await client.idle();
    return client.stats();
  });
  expect(stats.memories).toBe(66);
  expect(stats.embedded).toBe(66);
  expect(stats.runs.documents).toBe(0);
  await page.getByRole('combobox').fill('how to collect materials quickly');
  await expect(page.getByRole('option').first()).toContainText('Efficient resource gathering');
});
