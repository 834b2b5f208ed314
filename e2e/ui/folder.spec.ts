/** A folder comes in through the element, chosen or dropped: with progress, cancel, and a page that stays free. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';

/** Markdown files in twelve folders, with a hidden folder and a picture that are left out. */
function vault(folder: string, count: number): string {
  for (let n = 0; n < 12; n++) mkdirSync(join(folder, `area-${n}`), { recursive: true });
  mkdirSync(join(folder, '.hidden'));
  writeFileSync(join(folder, '.hidden', 'secret.md'), '# Secret');
  writeFileSync(join(folder, 'picture.png'), 'no picture');
  const filling = 'words and more words '.repeat(20);
  for (let n = 0; n < count; n++)
    writeFileSync(
      join(folder, `area-${n % 12}`, `note-${n}.md`),
      `---\ntags: [t${n % 9}]\n---\n# Note ${n}\n\nText of note ${n}: ${filling} code Q${n}X\n`,
    );
  return folder;
}

async function choose(page: Page, folder: string): Promise<void> {
  await page.locator('[data-tool=import]').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose folder' }).click();
  await (await chooser).setFiles(folder);
}

test('1,800 files through the picker, and the page never blocks for more than 100 ms', async ({
  page,
  baseUrl,
}, testInfo) => {
  await openRealElement(page, baseUrl, { name: 'folder-picker', 'model-load': 'manual' });
  await choose(page, vault(testInfo.outputPath('vault'), 1_800));
  // From here on: before the change event the browser itself is busy with its list of files, on any page.
  const longest = await page.evaluateHandle(() => {
    const seen = { milliseconds: 0 };
    const from = performance.now();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.startTime >= from) seen.milliseconds = Math.max(seen.milliseconds, entry.duration);
    }).observe({ entryTypes: ['longtask'] });
    return seen;
  });
  const panel = page.locator('hs-import-panel');
  await expect(panel.getByRole('progressbar')).toBeVisible();
  await expect(panel).toContainText('1,800 added, 0 updated, 0 unchanged', { timeout: 90_000 });
  expect(await longest.evaluate((seen) => seen.milliseconds)).toBeLessThanOrEqual(100);
  await page.getByRole('combobox').fill('Q1234X');
  await expect(page.getByRole('option').first()).toContainText('Note 1234');
});

test('cancelled, it keeps what was stored and says so', async ({ page, baseUrl }, testInfo) => {
  await openRealElement(page, baseUrl, { name: 'folder-cancel', 'model-load': 'manual' });
  await choose(page, vault(testInfo.outputPath('vault'), 1_800));
  const panel = page.locator('hs-import-panel');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toContainText('Import stopped');
  const total = await page.evaluate(async () => (await (await window.element.ready).list()).total);
  expect(total).toBeLessThan(1_800);
});

test('dropped, it is walked: more than a hundred files, their paths, hidden folders left out', async ({
  page,
  baseUrl,
}, testInfo) => {
  await openRealElement(page, baseUrl, { name: 'folder-drop', 'model-load': 'manual' });
  const folder = vault(testInfo.outputPath('vault'), 1_300);
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
  const panel = page.locator('hs-import-panel');
  await expect(panel).toContainText('1,300 added', { timeout: 90_000 });
  await expect(panel).toContainText('1 other file left out');
  const titles = await page.evaluate(async () => {
    const client = await window.element.ready;
    return (await client.search('Q1299X')).hits.map((hit) => hit.memory.title);
  });
  expect(titles[0]).toBe('Note 1299');
});
