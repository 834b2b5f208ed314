import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { serveFolder } from '../../scripts/serve.mjs';
import { ROOT } from '../../scripts/setup.mjs';
import { guardNetwork } from '../fixtures.ts';

test('box and results, the whole tag and the palette share the notes, and two queries don’t mix', async ({
  page,
  context,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'plain-'));
  cpSync(join(ROOT, 'examples', 'plain'), folder, { recursive: true });
  symlinkSync(join(ROOT, 'site'), join(folder, 'hybrid-search'));
  const server = await serveFolder(folder);
  const strays = guardNetwork(context, server.url);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  try {
    await page.goto(`${server.url}/index.html`);
    await page.evaluate(async () => {
      const element = document.querySelector('main hybrid-search') as import('../../src/index.ts').HybridSearchElement;
      element.modelLoad = 'manual';
      const client = await element.ready;
      await client.addMany([
        { text: 'The kettle is descaled' },
        { text: 'Keys are with Ines' },
        { text: 'The kettle again' },
      ]);
    });
    await page.getByRole('banner').getByRole('searchbox').fill('kettle');
    await expect(page.getByRole('complementary').getByRole('option')).toHaveCount(2);
    await expect(page.getByRole('main').getByRole('option')).toHaveCount(3);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('ines');
    await expect(palette.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(palette.getByRole('heading', { name: 'Keys are with Ines' })).toBeFocused();
    await expect(page.getByRole('complementary').getByRole('option')).toHaveCount(2);
    expect(faults).toEqual([]);
    expect(strays).toEqual([]);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
