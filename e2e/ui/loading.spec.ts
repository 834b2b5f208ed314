import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';
import { addElement, dropFiles, openWaitingElement } from './real-element.ts';

test('the box is there and takes keys while the rest of the script loads', async ({ page, baseUrl }) => {
  const open = await openWaitingElement(page, `${baseUrl}/blank-de`, 'body.js');
  const box = page.getByRole('combobox', { name: 'Notizen durchsuchen' });
  await box.fill('eisen');
  const height = await page.locator('.filters').evaluate((bar) => bar.getBoundingClientRect().height);
  open();
  await expect(page.locator('hs-status-bar footer')).toBeVisible();
  await expect(box).toHaveValue('eisen');
  await expect(box).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Nichts Passendes' })).toBeVisible();
  expect(await page.locator('.filters').evaluate((bar) => bar.getBoundingClientRect().height)).toBe(height);
});

test('only one language is fetched, and a panel only when the page is idle or the panel is opened', async ({
  page,
  baseUrl,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await openElement(page, baseUrl, NOTES, {}, '/blank-de');
  await expect(page.getByRole('option')).toHaveCount(5);
  expect(fetched).toContain('/de.js');
  expect(fetched.filter((path) => /\/e[ns]\.js|panel\.js|memory-/.test(path))).toEqual([]);
  await page.locator('[data-tool=help]').click();
  await expect(page.locator('hs-help-panel h2')).toBeFocused();
  expect(fetched).toContain('/help-panel.js');
});

test('panels are fetched after the first answer, however idle the page is before', async ({ page, baseUrl }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const answer = await openWaitingElement(page, `${baseUrl}/blank`, 'engine-worker.js');
  await expect(page.locator('hs-filter-bar')).toBeAttached();
  await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle())));
  expect(fetched.filter((path) => /panel\.js|memory-/.test(path))).toEqual([]);
  answer();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await expect.poll(() => fetched.filter((path) => /panel\.js/.test(path)).length).toBeGreaterThan(3);
});

test('buttons of the settings work while the store is still opening', async ({ page, baseUrl }) => {
  const answer = await openWaitingElement(page, `${baseUrl}/blank`, 'engine-worker.js');
  const settings = page.locator('hs-settings-panel');
  await page.locator('[data-tool=settings]').click();
  await expect(settings.locator('h2')).toBeFocused();
  await settings.getByRole('button', { name: 'Export', exact: true }).click();
  await settings.getByRole('button', { name: 'Set up or change' }).click();
  await expect(page.locator('hs-sync-panel #address')).toBeVisible();
  const download = page.waitForEvent('download');
  answer();
  expect((await download).suggestedFilename()).toMatch(/\.jsonl$/);
});

/** Chromium 150 doesn't try a failed module again until the page is reloaded. Chromium 156 does. */
async function asksAgainForModules(page: Page, baseUrl: string): Promise<boolean> {
  let offline = true;
  await page.route('**/probe.js', (route) =>
    offline ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: 'export {}' }),
  );
  await page.goto(`${baseUrl}/blank`);
  const load = () => page.evaluate(`import('${baseUrl}/probe.js').then(() => true, () => false)`);
  expect(await load()).toBe(false);
  offline = false;
  return (await load()) === true;
}

const KEPT = 'This browser keeps a failed module until the page is loaded again.';

test('shows an error if a panel’s script cannot be fetched, and opens the panel once it can', async ({
  page,
  baseUrl,
}) => {
  test.skip(!(await asksAgainForModules(page, baseUrl)), KEPT);
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  let offline = true;
  await page.route('**/settings-panel.js*', (route) => (offline ? route.abort() : route.continue()));
  await openElement(page, baseUrl, NOTES);
  await page.locator('[data-tool=settings]').click();
  await expect(page.locator('.toast')).toBeVisible();
  await expect(page.locator('.side')).toHaveCount(0);
  offline = false;
  await page.locator('[data-tool=settings]').click();
  await expect(page.locator('hs-settings-panel h2')).toBeFocused();
});

test('shows an error if a script cannot be fetched, and fetches it again', async ({ page, baseUrl }) => {
  test.skip(!(await asksAgainForModules(page, baseUrl)), KEPT);
  let offline = true;
  await page.route('**/body.js*', (route) => (offline ? route.abort() : route.continue()));
  await page.goto(`${baseUrl}/blank`);
  await addElement(page);
  await expect(page.getByRole('alert').filter({ hasText: 'could not be opened' })).toBeAttached();
  offline = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
});

for (const [what, script, drawn] of [
  ['nothing but the box is there', 'body.js', '#query'],
  ['the script that imports is loading', 'notes-side.js', '[data-tool=help]'],
  ['the store is opening', 'engine-worker.js', '[data-tool=help]'],
] as const)
  test(`files that are dropped while ${what} are imported`, async ({ page, baseUrl }) => {
    const open = await openWaitingElement(page, `${baseUrl}/blank`, script);
    await expect(page.locator(drawn)).toBeVisible();
    await page.evaluate(() => {
      window.element = document.querySelector('hybrid-search')!;
    });
    await dropFiles(page, { 'tides.md': '# Tides\nEbb at noon' });
    open();
    await page.getByRole('button', { name: 'Import 1 note' }).click();
    await expect(page.getByRole('option', { name: /Tides/ })).toBeVisible();
  });

for (const [width, path, heading] of [
  [320, '/blank', 'Nothing here yet'],
  [1280, '/blank-de', 'Noch nichts hier'],
] as const)
  test(`the status bar stays in its place when a store proves empty, ${width} px`, async ({ page, baseUrl }) => {
    await page.setViewportSize({ width, height: 900 });
    const start = await openWaitingElement(page, `${baseUrl}${path}`, 'engine-worker.js');
    await expect(page.locator('.skeleton')).toBeVisible();
    await expect(page.locator('hs-status-bar footer')).toBeVisible();
    await expect(page.getByRole('heading', { name: heading })).toBeHidden();
    const bar = page.locator('.status');
    const before = await bar.boundingBox();
    start();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await bar.boundingBox()).toEqual(before);
  });
