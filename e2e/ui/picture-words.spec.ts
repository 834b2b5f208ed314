import type { Page } from '@playwright/test';
import type { Progress } from '../../src/client/public-types.ts';
import { scannedPdf } from '../../src/testing/scanned-pdf.ts';
import { pictureKey } from '../../src/ui/shared/picture-marks.ts';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';
import { openRealElement } from './real-element.ts';

/** The model's worker reads the pictures. */
const open = (page: Page, baseUrl: string): Promise<void> =>
  openRealElement(page, baseUrl, { name: 'pictures', style: 'block-size: 640px' });

async function addNote(page: Page): Promise<void> {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 200);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#1e1f22';
    context.fillRect(0, 0, 640, 200);
    context.fillStyle = '#dfe1e5';
    context.font = '26px sans-serif';
    context.fillText('Your parcel waits at the post office', 30, 70);
    context.fillText('Pickup code KX4417', 30, 130);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  const mark = `![](image:${pictureKey({ data: new Uint8Array(bytes).buffer, mimeType: 'image/png', alt: '' })})`;
  await page.evaluate(
    async ([bytes, mark]) => {
      const client = await window.element.ready;
      await client.add({
        id: 'parcel',
        text: `Screenshot of Tuesday\n\n${mark}`,
        images: [{ data: new Uint8Array(bytes).buffer, mimeType: 'image/png', alt: '' }],
      });
      await client.add({ id: 'other', text: 'Water the tomatoes in the greenhouse.' });
    },
    [bytes, mark] as const,
  );
}

const idle = (page: Page): Promise<void> => page.evaluate(async () => (await window.element.ready).idle());

async function search(page: Page, query: string): Promise<void> {
  await page.getByRole('combobox').fill(query);
}

async function turnOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: /Read words in pictures/ }).check();
}

/** Looks at the corner of each line's box. */
const markedLines = (page: Page): Promise<boolean[]> =>
  page.locator('.picture[data-found] canvas').evaluate(async (element) => {
    const canvas = element as HTMLCanvasElement;
    const [note] = await (await window.element.ready).getMany(['parcel']);
    const { boxes = [] } = note!.images![0]!.words!;
    return Array.from({ length: boxes.length / 4 }, (_, at) => {
      const [left = 0, top = 0] = boxes.slice(4 * at);
      const [x, y] = [(left * canvas.width) / 1_000, (top * canvas.height) / 1_000];
      return [...canvas.getContext('2d')!.getImageData(x, y, 1, 1).data].join() !== '30,31,34,255';
    });
  });

test('a note is found by the words in its picture, after a reload too, until it is deleted', async ({
  page,
  baseUrl,
}) => {
  await open(page, baseUrl);
  await addNote(page);
  await search(page, 'KX4417');
  await expect(page.getByRole('option', { name: /Screenshot of Tuesday/ })).toHaveCount(0);
  await turnOn(page);
  await idle(page);
  await page.keyboard.press('Escape');
  const row = page.getByRole('option', { name: /Screenshot of Tuesday/ });
  for (const query of ['KX4417', 'package to collect']) {
    await search(page, query);
    await expect(row).toBeVisible();
    await expect(row).toContainText('Picture');
  }
  await open(page, baseUrl);
  await search(page, 'KX4417');
  // The same row looks different in the list of all notes.
  await expect(row).toContainText('Picture');
  await row.click();
  await expect(page.locator('.picture[data-found]')).toBeInViewport();
  await expect.poll(() => markedLines(page)).toEqual([false, true]);
  await page.keyboard.press('Escape');
  await search(page, 'post office');
  await expect(row.locator('mark').first()).toHaveText(/post/);
  await page.getByRole('combobox').press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => markedLines(page)).toEqual([true, false]);
  await page.evaluate(async () => (await window.element.ready).remove('parcel'));
  await search(page, 'KX4417 ');
  await expect(row).toHaveCount(0);
});

test('a scanned page is imported as a picture, and found by its words once you accept the offer to read it', async ({
  page,
  baseUrl,
}) => {
  await open(page, baseUrl);
  const scan = await scannedPdf([
    { lines: [] },
    { lines: ['Minutes of the harbour council', 'Dredging begins in March'], form: 'fax' },
  ]);
  await page.evaluate(
    async ([bytes, name]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      const list = window.element.shadowRoot!.querySelector('.list')!;
      list.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer }));
    },
    [[...scan], 'minutes.pdf'] as const,
  );
  await page.getByRole('button', { name: 'Import 1 note' }).click();
  const panel = page.locator('hs-import-panel');
  await expect(panel).toContainText('1 added');
  await expect(panel).toContainText('1 page is a scan. Turn on words in pictures to search it.');
  await panel.getByRole('button', { name: 'Read words in pictures' }).click();
  await expect(panel).not.toContainText('1 page is a scan');
  await expect(panel.getByRole('heading', { name: 'Import notes' })).toBeFocused();
  const [scanned] = await page.evaluate(async () => (await (await window.element.ready).list()).memories);
  expect(scanned).toMatchObject({ text: '2 / 2', metadata: { place: { kind: 'page', number: 2, of: 2 } } });
  expect(scanned!.images).toHaveLength(1);

  const unread = () => page.evaluate(async () => (await (await window.element.ready).stats()).pictures?.unread);
  await expect.poll(unread).toBe(0);
  await page.keyboard.press('Escape');
  await search(page, 'dredging');
  const row = page.getByRole('option', { name: /minutes/ });
  await expect(row.locator('mark').first()).toHaveText(/dredging/i);
  await expect(row).toContainText('PDF · p. 2 · Picture');
  await row.click();
  await expect(page.locator('.picture[data-found]')).toBeInViewport();
});

test('says how many notes are left, that they wait, which failed, and which package to install', async ({
  page,
  baseUrl,
}) => {
  await openElement(page, baseUrl, NOTES);
  const tell = (pictures: Progress['pictures']): Promise<void> =>
    page.evaluate((told) => {
      const { stats } = window.fake;
      window.fake.stats = async () => ({ ...(await stats()), pictures: told! });
      window.fake.progress({
        model: { state: 'ready', id: 'fake', loadedBytes: 1, totalBytes: 1 },
        embedding: { embedded: 5, total: 5, queued: 0, paused: false, rate: 0, remainingSeconds: null },
        pictures: told!,
      });
    }, pictures);
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.locator('hs-settings-panel');
  const status = page.locator('hs-status-bar .work');
  await tell({ unread: 12, failed: 0, paused: false });
  await expect(status).toHaveText('12 notes with pictures left to read');
  await expect(status.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(settings.getByRole('checkbox', { name: /Read words in pictures/ })).toBeChecked();
  await tell({ unread: 11, failed: 0, paused: true });
  await expect(status).toHaveText('11 notes with pictures left to read · Paused');
  await expect(settings).toContainText('11 notes with pictures left to read · Paused');
  await tell({ unread: 0, failed: 1, paused: false });
  await expect(settings).toContainText('The pictures of 1 note couldn’t be read.');
  await tell({ unread: 3, failed: 0, paused: false, error: 'detection.onnx: status 404' });
  await expect(settings).toContainText('Install hybrid-search-ocr');
  await expect(status).not.toContainText('left to read');
});
