import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';

test('the model waits for consent, and the current query runs again once it is loaded', async ({
  page,
  context,
  baseUrl,
}) => {
  const fetched: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(models|ort)\//.test(pathname)) fetched.push(pathname);
  });
  await openRealElement(page, baseUrl, { name: 'consent', 'model-load': 'ask' });
  await page.evaluate(async () => {
    const client = await window.element.ready;
    await client.addMany([
      { id: 'gather', title: 'Efficient resource gathering', text: 'Mine at the lowest layers with a good pickaxe.' },
      { id: 'soup', title: 'Leek soup', text: 'Sweat leeks in butter, add potatoes and stock, then blend.' },
    ]);
  });
  const box = page.getByRole('combobox');
  await box.fill('pickaxe');
  await expect(page.getByRole('option')).toContainText(['Efficient resource gathering']);
  await box.fill('how to collect materials quickly');
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  await expect(page.getByText(/Search by meaning needs a \d+ MB download/)).toBeVisible();
  expect(fetched).toEqual([]);

  const shown = await page.evaluateHandle(() => {
    const texts = new Set<string>();
    const status = window.element.shadowRoot!.querySelector('hs-status-bar')!;
    window.element.addEventListener('hs-progress', async () => {
      await window.element.updateComplete;
      await status.updateComplete;
      texts.add(status.shadowRoot!.querySelector('.work')!.textContent!.replace(/\s+/g, ' ').trim());
    });
    return texts;
  });
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('Word and meaning')).toBeVisible();
  const progress = await shown.evaluate((texts) => [...texts].filter((text) => text.startsWith('Loading the model')));
  expect(progress.length).toBeGreaterThan(1);
  for (const text of progress) expect(text).toMatch(/^Loading the model: [\d.]+ (byte|kB|MB).* of \d+ MB \(\d+%\)$/);
  expect(fetched.some((path) => path.startsWith('/models/'))).toBe(true);

  await expect(page.getByRole('option')).toContainText(['Efficient resource gathering']);
  await expect(box).toHaveValue('how to collect materials quickly');
});
