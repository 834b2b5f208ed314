/** `npm run screenshots`: the pictures of the README, made from the built app (`npm run build` first) in a real browser. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { HybridSearchElement } from '../src/index.ts';
import { CHROMIUM_FLAGS } from './chromium.mjs';
import { serveFolder } from './serve.mjs';
import { ensureBrowser, ROOT } from './setup.mjs';

const QUERY = 'how to collect materials quickly';
const SCHEMES = ['light', 'dark'] as const;
/** `scale` keeps text sharp at the width at which the README shows the picture, and the file small. */
const SIZES = [
  { width: 1280, height: 920, scale: 1.5 },
  { width: 320, height: 960, scale: 2 },
];
/** CSS pixels of page left above and below the panel. */
const MARGIN = 12;
/** The demo page sets it once its sample notes are in the store. */
const SAMPLED = 'hybrid-search-demo:sampled';

/** The app with its sample notes, the model ready and all notes embedded. */
async function openApp(browser: Browser, url: string, size: (typeof SIZES)[number]): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height },
    deviceScaleFactor: size.scale,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, SAMPLED);
  await page.evaluate(async () => {
    const client = await document.querySelector<HybridSearchElement>('hybrid-search')!.ready;
    await client.loadModel();
    await client.idle();
  });
  return page;
}

/** Types the query and waits for the whole answer; tells whether its sentences by meaning were found in time. */
async function ask(page: Page): Promise<boolean> {
  await page.getByRole('combobox').fill('');
  const answered = page.evaluate(
    (query) =>
      new Promise<boolean>((resolve) => {
        document.querySelector('hybrid-search')!.addEventListener('hs-search', ({ query: asked, response }) => {
          if (asked !== query || response.partial || !response.modesUsed.includes('semantic')) return;
          resolve(response.hits.some((hit) => hit.highlights.some(({ kind }) => kind === 'semantic')));
        });
      }),
    QUERY,
  );
  await page.getByRole('combobox').fill(QUERY);
  return answered;
}

async function shoot(page: Page, path: string): Promise<void> {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  // In a narrow window the panel is the picture; the introduction above it would fill half of it.
  const panel = (await page.locator('hybrid-search').boundingBox())!;
  const { width, height } = page.viewportSize()!;
  const clip = { x: 0, y: panel.y - MARGIN, width, height: panel.height + 2 * MARGIN };
  await page.screenshot({ path, clip: width < 480 ? clip : { x: 0, y: 0, width, height } });
}

const folder = join(ROOT, 'docs', 'screenshots');
mkdirSync(folder, { recursive: true });
const server = await serveFolder(process.argv[2] ?? join(ROOT, 'site'));
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: CHROMIUM_FLAGS,
});
for (const size of SIZES) {
  const page = await openApp(browser, server.url, size);
  // On a busy machine the time for sentences runs out; those that were read are kept, so asking again gets further.
  while (!(await ask(page)));
  await page.getByRole('combobox').press('ArrowDown');
  // A query longer than the box is shown from its beginning.
  await page.getByRole('combobox').evaluate((input) => input.scrollTo(0, 0));
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    const name = `${scheme}-${size.width}.png`;
    await shoot(page, join(folder, name));
    console.log(`docs/screenshots/${name}`);
  }
}
await browser.close();
await server.close();
