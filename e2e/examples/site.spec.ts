import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base } from '@playwright/test';
import { serveFolder } from '../../scripts/serve.mjs';
import { buildSite } from '../../scripts/site/build.ts';
import { guardNetwork } from '../fixtures.ts';
import { expect, violations } from './fixtures.ts';
import { NARROW_DARK, WIDE_LIGHT, watchQuality } from './quality.ts';

const test = base.extend<{ site: string }, { folder: string }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a destructured first argument
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'website-'));
      // Uses a subpath, as a project's page has.
      await buildSite(join(folder, 'project'));
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  site: async ({ folder, context }, use) => {
    const server = await serveFolder(folder);
    const strays = guardNetwork(context, server.url);
    await use(`${server.url}/project/`);
    expect(strays, 'requests that left the origin').toEqual([]);
    await server.close();
  },
});

const pagesOf = (folder: string): string[] =>
  (readdirSync(join(folder, 'project'), { recursive: true }) as string[])
    .filter((path) => path.endsWith('.html') && !/^(examples|hybrid-search)\//.test(path))
    .sort();

for (const width of [390, 1280]) {
  test(`the front page answers and nothing jumps while it loads: ${width} px`, async ({ page, site }) => {
    const quality = await watchQuality(page);
    await page.setViewportSize({ width, height: 800 });
    await page.goto(site);
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await quality.faults()).toEqual([]);
    await page.getByRole('button', { name: 'optifnie' }).click();
    await expect(page.getByRole('option').first()).toContainText('OptiFine');
    await expect(page.locator('hybrid-search')).not.toContainText('meaning follows', { timeout: 60_000 });
    expect(await quality.faults()).toEqual([]);
  });
}

test('a theme can be tried and copied, and a query from the table can be run', async ({ page, site }) => {
  await page.goto(`${site}theming.html`);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.getByLabel('Accent').fill('#aa3355');
  await expect(page.locator('#css')).toContainText('--hs-accent: #aa3355;');
  const accent = await page
    .locator('hybrid-search')
    .evaluate((element) => getComputedStyle(element).getPropertyValue('--hs-accent'));
  expect(accent.trim()).toBe('#aa3355');
  await page.goto(`${site}query.html`);
  await page.getByRole('button', { name: '"brake pads"', exact: true }).click();
  await expect(page.getByRole('option').first()).toContainText(/brake pads/i);
});

test('parts can be chosen, tried and copied', async ({ page, site }) => {
  await page.goto(`${site}parts.html`);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.getByRole('searchbox').fill('lentil soup');
  await expect(page.getByRole('option').first()).toContainText('lentil soup');
  await page.getByRole('checkbox', { name: 'Filters' }).uncheck();
  await page.getByRole('checkbox', { name: 'Editor' }).check();
  await expect(page.getByRole('searchbox')).toHaveValue('lentil soup');
  await expect(page.locator('hybrid-search-editor').getByRole('textbox', { name: 'Text' })).toBeVisible();
  await expect(page.locator('hybrid-search-filters')).toHaveCount(0);
  await expect(page.locator('#markup')).toHaveText(
    [
      '<script type="module" src="hybrid-search/define.js"></script>',
      '<hybrid-search-box name="notes"></hybrid-search-box>',
      '<hybrid-search-results name="notes"></hybrid-search-results>',
      '<hybrid-search-reader name="notes"></hybrid-search-reader>',
      '<hybrid-search-editor name="notes"></hybrid-search-editor>',
    ].join('\n'),
  );
});

test('the examples run from the site', async ({ page, site }) => {
  await page.goto(`${site}examples.html`);
  await page.getByRole('link', { name: 'Chat memory' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.goto(`${site}examples/notes/index.html`);
  await expect(page.getByRole('button', { name: 'New note' })).toBeVisible();
});

/** Documents share a layout and API pages a template, so most pages are checked in only one window. */
function looksAt(path: string): readonly (typeof WIDE_LIGHT | typeof NARROW_DARK)[] {
  return path.includes('/docs/') ? [NARROW_DARK] : [WIDE_LIGHT, NARROW_DARK];
}

test('every page is accessible and readable, narrow and wide, dark and light', async ({ page, site, folder }) => {
  test.setTimeout(600_000);
  const quality = await watchQuality(page);
  const kinds = new Set<string>();
  for (const path of pagesOf(folder)) {
    if (path.includes('/api/')) {
      if (kinds.has(dirname(path))) continue;
      kinds.add(dirname(path));
    }
    for (const [colorScheme, width] of looksAt(`/${path}`)) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(site + path);
      expect(await violations(page), `${path}, ${colorScheme}`).toEqual([]);
      expect(await quality.faults(), `${path}, ${width} px`).toEqual([]);
      if (process.env.SHOTS && !path.includes('/api/'))
        await page.screenshot({ path: `${process.env.SHOTS}/site-${path.replaceAll('/', '-')}-${width}.png` });
    }
  }
});

test('every link and picture of the site leads to a file', ({ folder }) => {
  const root = join(folder, 'project');
  const broken: string[] = [];
  for (const path of pagesOf(folder)) {
    const links = readFileSync(join(root, path), 'utf8').matchAll(/<(?:a|img)\b[^>]*?\s(?:href|src)="([^"#?]+)/g);
    for (const [, link = ''] of links) {
      if (/^[a-z]+:/i.test(link)) continue;
      const target = join(root, dirname(path), link);
      if (!existsSync(link.endsWith('/') ? join(target, 'index.html') : target)) broken.push(`${path}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});
