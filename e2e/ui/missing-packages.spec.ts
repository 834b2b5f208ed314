import { expect, test } from '../fixtures.ts';
import { importFound } from './import-look.ts';
import { openRealElement } from './real-element.ts';

test('names the package that a document needs', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'no-documents', 'model-load': 'manual', 'asset-base': '/nowhere' });
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['# Plain'], 'a.md'));
    dataTransfer.items.add(new File(['<!doctype html><p>Sow after the frost.'], 'beans.html'));
    const frame = window.element.shadowRoot!.querySelector('.list')!;
    frame.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer }));
  });
  const problem = page.locator('hs-import-panel').getByRole('listitem').filter({ hasText: 'beans.html' });
  await expect(problem).toContainText('npm install hybrid-search-documents');
  await importFound(page);
  await expect(page.locator('hs-import-panel')).toContainText('1 added');
});

test('names the package that words in pictures need', async ({ page, baseUrl }) => {
  // The embedding model loads first, which takes a while.
  await page.route('**/models/PP-OCRv4/**', (route) => route.fulfill({ status: 404, body: 'none' }));
  await openRealElement(page, baseUrl, { name: 'no-ocr' });
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(64, 64);
    canvas.getContext('2d')!.fillText('Total', 4, 40);
    const data = await (await canvas.convertToBlob()).arrayBuffer();
    const client = await window.element.ready;
    await client.add({ text: 'Receipt', images: [{ data, mimeType: 'image/png', alt: '' }] });
  });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: /Read words in pictures/ }).check();
  await page.evaluate(async () => (await window.element.ready).idle());
  await expect(page.locator('hs-settings-panel')).toContainText('Install hybrid-search-ocr');
  const error = await page.evaluate(async () => (await (await window.element.ready).stats()).pictures?.error);
  expect(error).toMatch(/PP-OCRv4/);
});
