import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openElement } from './fake-client.ts';
import { openRealElement } from './real-element.ts';

async function paste(into: Locator, width: number, height: number, text?: string): Promise<void> {
  await into.evaluate(
    async (field, given) => {
      const canvas = new OffscreenCanvas(given.width, given.height);
      const context = canvas.getContext('2d')!;
      context.fillStyle = 'red';
      context.fillRect(0, 0, given.width, given.height);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }));
      if (given.text !== undefined) data.setData('text/plain', given.text);
      const init = { cancelable: true, bubbles: true, composed: true };
      field.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
    },
    { width, height, text },
  );
}

/** Width and height, and red, green and blue in the centre, each 0 or 1. */
const drawn = (page: Page, panel: string): Promise<number[]> =>
  page.locator(`${panel} canvas`).evaluate((node) => {
    const { width, height } = node as HTMLCanvasElement;
    if (width === 0) return [];
    const [red, green, blue] = (node as HTMLCanvasElement)
      .getContext('2d')!
      .getImageData(width / 2, height / 2, 1, 1).data;
    return [width, height, Math.round(red! / 255), Math.round(green! / 255), Math.round(blue! / 255)];
  });

const alt = (page: Page) => page.getByRole('textbox', { name: 'What does the picture show?' });
const textBox = (page: Page) => page.getByRole('textbox', { name: 'Text' });

test('is scaled down, found by its words, drawn after a reload, and in the backup', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'pictures', 'model-load': 'manual', 'deep-link': '' });
  await page.getByRole('button', { name: 'New note' }).first().click();
  await textBox(page).fill('In the hall hangs');
  await paste(textBox(page), 3200, 800);
  await expect(alt(page)).toBeFocused();
  await alt(page).fill('a [red] zeppelin');
  await alt(page).press('Enter');
  await expect(textBox(page)).toBeFocused();
  await page.keyboard.type('since May.');
  await expect(textBox(page)).toHaveValue(
    /^In the hall hangs\n!\[a {2}red {2}zeppelin\]\(image:[0-9a-f]{8}\)\nsince May\.$/,
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.toast')).toContainText('Saved');

  await openRealElement(page, baseUrl, { name: 'pictures', 'model-load': 'manual' });
  await page.getByRole('combobox').fill('zeppelin');
  await expect(page.locator('.passage')).toContainText('zeppelin');
  await page.getByRole('option').click();
  await expect(page.getByRole('img', { name: 'a red zeppelin' })).toBeVisible();
  await expect.poll(() => drawn(page, 'hs-memory-view')).toEqual([1600, 400, 1, 0, 0]);
  const exported = await page.evaluate(async () => {
    const client = await window.element.ready;
    return (await (await client.export()).text()).split('\n').map((line) => (line ? JSON.parse(line) : {}));
  });
  const [{ images }] = exported.filter((line) => line.images);
  expect(images).toHaveLength(1);
  expect(images[0].mimeType).toBe('image/webp');
  expect(images[0].alt).toBe('a  red  zeppelin');
});

test('survives a reload unsaved, and is removed with its mark', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'unsaved', 'model-load': 'manual' });
  await page.getByRole('button', { name: 'New note' }).first().click();
  await textBox(page).fill('Look:');
  await paste(page.getByRole('textbox', { name: 'Title' }), 40, 20);
  await alt(page).fill('a lamp');
  await openRealElement(page, baseUrl, { name: 'unsaved', 'model-load': 'manual' });
  await page.getByRole('button', { name: 'New note' }).first().click();
  await expect(alt(page)).toHaveValue('a lamp');
  await expect.poll(() => drawn(page, 'hs-memory-form')).toEqual([40, 20, 1, 0, 0]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('option').click();
  await expect.poll(() => drawn(page, 'hs-memory-view')).toEqual([40, 20, 1, 0, 0]);
  expect(await page.evaluate(() => localStorage.getItem('hybrid-search:pictures:unsaved'))).toBeNull();

  await page.locator('hs-memory-view').getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(textBox(page)).toHaveValue('Look:\n');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Look:' })).toBeFocused();
  const stored = await page.evaluate(async () => {
    const client = await window.element.ready;
    const { memories } = await client.list();
    return client.get(memories[0]!.id);
  });
  expect(stored?.images).toBeUndefined();
});

test('is ignored next to text in the clipboard, refused if it is no picture, and limited to eight', async ({
  page,
  baseUrl,
}) => {
  await openElement(page, baseUrl, []);
  await page.getByRole('button', { name: 'New note' }).first().click();
  await paste(textBox(page), 4, 4, 'cells');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a picture' }).click();
  await (await chooser).setFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.getByRole('alert').filter({ hasText: 'can’t read this file as a picture' })).toBeVisible();
  await expect(textBox(page)).toHaveValue('');
  for (let size = 1; size <= 8; size++) {
    await paste(textBox(page), size, size);
    await expect(alt(page)).toHaveCount(size);
  }
  await paste(textBox(page), 9, 9);
  await expect(page.getByRole('alert').filter({ hasText: '8 pictures' })).toBeVisible();
  await expect(alt(page)).toHaveCount(8);
});

test('asks for a description that stays visible, also in a short host', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 320, height: 500 });
  await openElement(page, baseUrl, []);
  await page.evaluate(() => {
    document.body.style.margin = '0';
    window.element.style.height = '100dvh';
  });
  await page.getByRole('button', { name: 'New note' }).first().click();
  await textBox(page).fill('one\n\ntwo\n\nthree\n\nfour\n\nfive');
  await paste(textBox(page), 40, 20);
  await expect(alt(page)).toBeFocused();
  const field = (await alt(page).boundingBox())!;
  const buttons = (await page.getByRole('button', { name: 'Save', exact: true }).boundingBox())!;
  expect(field.y + field.height).toBeLessThanOrEqual(buttons.y);
});

test('without a mark is shown below, and a vector image is not drawn', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'imported', 'model-load': 'manual' });
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(8, 4);
    canvas.getContext('2d')!.fillRect(0, 0, 8, 4);
    const data = await (await canvas.convertToBlob()).arrayBuffer();
    const vector = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').buffer;
    const client = await window.element.ready;
    await client.add({
      text: 'Plain words.',
      images: [
        { data, mimeType: 'image/png', alt: 'a door' },
        { data: vector as ArrayBuffer, mimeType: 'image/svg+xml', alt: 'a drawing' },
      ],
    });
  });
  await page.getByRole('option').click();
  const door = page.getByRole('img', { name: 'a door' });
  await expect.poll(() => door.evaluate((node) => (node as HTMLCanvasElement).width)).toBe(8);
  await expect(page.locator('hs-memory-view .caption')).toHaveText(['a door', 'a drawing']);
  expect(
    await page
      .locator('hs-memory-view canvas')
      .last()
      .evaluate((node) => (node as HTMLCanvasElement).width),
  ).toBe(0);
});
