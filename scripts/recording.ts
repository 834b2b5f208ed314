/** `npm run recording` records the demo. It needs `npm run build:demo` first. */
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { HybridSearchElement } from '../src/index.ts';
import { CHROMIUM_FLAGS } from './chromium.mjs';
import { serveFolder } from './serve.mjs';
import { ensureBrowser, ROOT } from './setup.mjs';

const QUERIES = [
  '30 CFR 75.17',
  'optifnie',
  'how to collect materials quickly',
  'quarterly dividend policy of the Mongolian railway',
];
const VIEWPORT = { width: 880, height: 710 };
/** Letters typed between two frames, and how long frames are shown, in milliseconds. */
const STEP = 3;
const TYPING = 130;
const READING = 2_400;
/** Key that the demo page sets in `localStorage` once its sample notes are in the store. */
const SAMPLED = 'hybrid-search-demo:sampled';

async function ask(page: Page, query: string): Promise<void> {
  const answered = page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const heard = new AbortController();
        document.querySelector('hybrid-search')!.addEventListener(
          'hs-search',
          ({ query: asked, response }) => {
            if (asked !== wanted || response.partial) return;
            heard.abort();
            requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
          },
          { signal: heard.signal },
        );
      }),
    query,
  );
  await page.getByRole('combobox').fill(query);
  await answered;
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
}

const server = await serveFolder(process.argv[2] ?? join(ROOT, 'site'));
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: CHROMIUM_FLAGS });
const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: 1.5, reducedMotion: 'reduce' });
const page = await context.newPage();
await page.goto(server.url);
await page.waitForFunction((key) => localStorage.getItem(key) !== null, SAMPLED);
await page.evaluate(async () => {
  const client = await document.querySelector<HybridSearchElement>('hybrid-search')!.ready;
  await client.loadModel();
  await client.idle();
});
await page.locator('hybrid-search').evaluate((element) => element.scrollIntoView({ block: 'start' }));

const frames: Buffer[] = [];
const delay: number[] = [];
async function frame(milliseconds: number): Promise<void> {
  frames.push(await page.screenshot());
  delay.push(milliseconds);
}
for (const query of QUERIES) {
  // Searches once in advance, so that the recording doesn't show the wait for the first embedding of each sentence.
  await ask(page, query);
  for (let length = STEP; length < query.length; length += STEP) {
    await ask(page, query.slice(0, length));
    await frame(TYPING);
  }
  await ask(page, query);
  await frame(READING);
}
const path = join(ROOT, 'docs', 'screenshots', 'recording.webp');
const { size } = await sharp(frames, { join: { animated: true } })
  .webp({ quality: 80, effort: 6, delay, loop: 3, minSize: true })
  .toFile(path);
console.log(`docs/screenshots/recording.webp: ${frames.length} frames, ${Math.round(size / 1000)} kB`);
await browser.close();
await server.close();
