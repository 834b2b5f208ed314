import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test as base, type Locator, type Page } from '@playwright/test';
import { serveFolder } from '../../scripts/serve.mjs';
import { ROOT } from '../../scripts/setup.mjs';
import { buildSite, writePages } from '../../scripts/site/build.ts';
import { guardNetwork } from '../fixtures.ts';
import { expect, violations } from './fixtures.ts';
import { NARROW_DARK, WIDE_LIGHT, watchQuality } from './quality.ts';

const test = base.extend<{ site: string }, { folder: string }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a destructured first argument
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'website-'));
      // The site has to work below any path.
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
    await expect(page.locator('hybrid-search')).not.toContainText('meaning follows');
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

/** Documents share a layout, and so do API pages. */
function looksAt(path: string): readonly (typeof WIDE_LIGHT | typeof NARROW_DARK)[] {
  return path.includes('/docs/') ? [NARROW_DARK] : [WIDE_LIGHT, NARROW_DARK];
}

async function look(page: Page, site: string, paths: readonly string[]): Promise<void> {
  const quality = await watchQuality(page);
  for (const path of paths) {
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
}

/** Pages of one folder have one layout. */
function oneOfEachFolder(paths: readonly string[]): string[] {
  return [...new Map(paths.map((path) => [dirname(path), path])).values()];
}

test('a page of each kind is accessible and readable, narrow and wide, dark and light', async ({
  page,
  site,
  folder,
}) => {
  await look(page, site, oneOfEachFolder(pagesOf(folder)));
});

test('every page is accessible and readable', { tag: '@long' }, async ({ page, site, folder }) => {
  test.setTimeout(1_800_000);
  await look(page, site, pagesOf(folder));
});

test('every link and picture of the site leads to a file, and to an anchor that occurs in it once', ({ folder }) => {
  const root = join(folder, 'project');
  const broken: string[] = [];
  const anchors = new Map(
    pagesOf(folder).map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return [path, [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)] as const;
    }),
  );
  for (const path of pagesOf(folder)) {
    if (new Set(anchors.get(path)).size < anchors.get(path)!.length) broken.push(`${path}: an id is there twice`);
    const links = readFileSync(join(root, path), 'utf8').matchAll(
      /<(?:a|img)\b[^>]*?\s(?:href|src)="([^"#?]*)(?:#([^"]*))?"/g,
    );
    for (const [, link = '', anchor] of links) {
      if (/^[a-z]+:/i.test(link)) continue;
      const target = link === '' ? path : join(dirname(path), link.endsWith('/') ? `${link}index.html` : link);
      if (!existsSync(join(root, target))) broken.push(`${path}: ${link}`);
      else if (anchor !== undefined && !anchors.get(target)?.includes(decodeURIComponent(anchor)))
        broken.push(`${path}: ${link}#${anchor}`);
    }
  }
  expect(broken).toEqual([]);
});

const search = (page: Page): Locator => page.getByRole('dialog', { name: 'Search the documentation' });
const searchBox = (page: Page): Locator => search(page).getByRole('combobox');
const rows = (page: Page): Locator => search(page).getByRole('option');

async function openSearch(
  page: Page,
  open = () => page.getByRole('button', { name: 'Search' }).click(),
): Promise<void> {
  await open();
  await expect(searchBox(page)).toBeFocused();
  await expect(search(page).locator('> [role=status]')).toBeEmpty();
}

function watchRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

test('a search by word opens the section, and nothing is loaded before it', async ({ page, site }) => {
  const requests = watchRequests(page);
  await page.goto(`${site}docs/guides/theming.html`, { waitUntil: 'networkidle' });
  expect(requests.filter((path) => /\.(?:js|json|jsonl)$/.test(path))).toEqual(['/project/site.js']);
  await openSearch(page);
  await searchBox(page).fill('pseudo-relevance feedback Rocchio');
  await rows(page).filter({ hasText: 'Reference › Search options › Tuning' }).click();
  await expect(page).toHaveURL(`${site}docs/REFERENCE.html#tuning`);
  await expect(page.getByRole('heading', { name: 'Tuning' })).toBeInViewport();
  await expect(search(page)).toBeHidden();
  expect(
    requests.filter((path) => /\.(?:onnx|wasm)$|embedding-worker/.test(path)),
    'of the model',
  ).toEqual([]);
});

test('a second opening imports nothing, on the same page and on another', async ({ page, site }) => {
  const requests = watchRequests(page);
  const imports = (): number => requests.filter((path) => path.endsWith('.jsonl')).length;
  await page.goto(`${site}docs/RANKING.html`);
  await openSearch(page);
  expect(imports()).toBe(1);
  await searchBox(page).press('Escape');
  await openSearch(page);
  await page.goto(`${site}docs/FAQ.html`);
  await openSearch(page);
  await searchBox(page).fill('write-ahead log');
  await expect(rows(page).first()).toBeVisible();
  expect(imports()).toBe(1);
});

test('the search works by keys alone', async ({ page, site }) => {
  await page.goto(`${site}docs/guides/theming.html`);
  await openSearch(page, () => page.keyboard.press('/'));
  await page.keyboard.type('trash');
  await page.keyboard.press('Escape');
  await expect(search(page)).toBeHidden();
  const button = page.getByRole('button', { name: 'Search' });
  await button.focus();
  await openSearch(page, () => page.keyboard.press('ControlOrMeta+k'));
  await expect(searchBox(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await openSearch(page, () => page.keyboard.press('Enter'));
  await page.keyboard.type('derived colours accent background');
  // Enter without a selected row opens the first one, even if it isn't there yet.
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site}docs/guides/theming.html#make-it-look-like-your-page`);
  await openSearch(page, () => page.keyboard.press('/'));
  // In one step, so that there's only one answer.
  await page.keyboard.insertText('reciprocal rank fusion');
  await expect(rows(page).first().locator('mark').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const chosen = search(page).locator('[role=option][aria-selected=true]');
  await expect(chosen).toHaveCount(1);
  const title = (await chosen.locator('b').textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(search(page)).toBeHidden();
  await expect(page.locator(':target')).toHaveText(title.split(' › ').at(-1) ?? '');
});

for (const [colorScheme, width] of [WIDE_LIGHT, NARROW_DARK]) {
  test(`the open search is accessible and readable: ${colorScheme}, ${width} px`, async ({ page, site }) => {
    const quality = await watchQuality(page);
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${site}docs/RANKING.html`);
    await openSearch(page);
    await searchBox(page).fill('keyword search');
    await expect(rows(page).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await quality.faults()).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/site-search-${width}.png` });
  });
}

test('after a new build the new text is found, and the old is not', async ({ page, folder }) => {
  const own = mkdtempSync(join(tmpdir(), 'website-'));
  const sources = join(own, 'sources');
  const built = join(own, 'site');
  for (const name of ['docs', 'README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])
    cpSync(join(ROOT, name), join(sources, name), { recursive: true });
  const note = join(sources, 'docs/guides/birds.md');
  mkdirSync(built);
  symlinkSync(join(folder, 'project/hybrid-search'), join(built, 'hybrid-search'));
  const server = await serveFolder(built);
  const find = async (words: string): Promise<void> => {
    await page.goto(`${server.url}/docs/RANKING.html`);
    await openSearch(page);
    await searchBox(page).fill(words);
  };
  writeFileSync(note, '# Birds\n\n## Kingfishers\n\nThe quintlebird nests here.\n\n## Owls\n\nThe zarfowl sleeps.\n');
  await writePages(built, sources);
  await find('zarfowl');
  await expect(rows(page)).toHaveText([/Birds › Owls/]);
  writeFileSync(note, '# Birds\n\n## Kingfishers\n\nThe plumbelwing nests here.\n');
  await writePages(built, sources);
  await find('plumbelwing');
  await expect(rows(page)).toHaveText([/Birds › Kingfishers/]);
  await searchBox(page).fill('quintlebird OR zarfowl');
  await expect(search(page).getByText('Nothing relevant')).toBeVisible();
  await server.close();
  rmSync(own, { recursive: true, force: true });
});
