/**
 * `npm run screenshots` needs `npm run build:demo` first. `--only NAME,…` updates only the named states. `sync-walk` is
 * the walk to a second device.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { HybridSearchElement } from '../src/index.ts';
import { CHROMIUM_FLAGS } from './chromium.mjs';
import { Stage, SURROUNDINGS, stagePage, WIDE } from './screenshots/stage.ts';
import { STATES } from './screenshots/states.ts';
import { earlierWalk, shootWalk } from './screenshots/sync-walk.ts';
import { serveFolder } from './serve.mjs';
import { ensureBrowser, ROOT } from './setup.mjs';

const QUERY = 'why does the boiler lose water';
const SCHEMES = ['light', 'dark'] as const;
/** With these scales, text is sharp at the README's width, and the files are small. */
const SIZES = [
  { width: 1280, height: 920, scale: 1.5 },
  { width: 320, height: 960, scale: 2 },
];
const MARGIN = 12;
const SHOWN_WIDE = ['empty', 'browsing', 'nothing', 'form', 'view', 'import', 'settings', 'sync'];
const WIDE_STATES = STATES.filter(({ name }) => SHOWN_WIDE.includes(name));
/** Key that the demo page sets in `localStorage` once its sample notes are in the store. */
const SAMPLED = 'hybrid-search-demo:sampled';

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
  // A narrow screenshot shows only the panel, because the introduction above it would fill half.
  const panel = (await page.locator('hybrid-search').boundingBox())!;
  const { width, height } = page.viewportSize()!;
  const clip = { x: 0, y: panel.y - MARGIN, width, height: panel.height + 2 * MARGIN };
  const picture = await page.screenshot({ clip: width < 480 ? clip : { x: 0, y: 0, width, height } });
  // A palette needs a third of the bytes, because an interface has few colours.
  await sharp(picture).png({ palette: true, effort: 10 }).toFile(path);
}

/** At this quality letters stay readable, and all states together take about 1.8 MB. */
const WEBP = { quality: 28, effort: 6 };

async function shootState({ page }: Stage, name: string): Promise<void> {
  // A pointer over a row would show its buttons.
  await page.mouse.move(0, 0);
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  await sharp(await page.screenshot())
    .webp(WEBP)
    .toFile(join(ROOT, 'docs', 'states', `${name}.webp`));
  console.log(`docs/states/${name}.webp`);
}

async function shootStates(browser: Browser, url: string, only: readonly string[] | null): Promise<void> {
  for (const surroundings of [...SURROUNDINGS, WIDE]) {
    const stage = await Stage.open(browser, url, surroundings);
    await stage.show('samples');
    await stage.bringSamples();
    for (const state of surroundings === WIDE ? WIDE_STATES : STATES) {
      await state.enter(stage);
      if (only && !only.includes(state.name)) continue;
      await shootState(stage, `${state.name}-${surroundings.name}`);
    }
    await stage.page.context().close();
  }
}

function story(walk: string): string {
  const head = `| ${SURROUNDINGS.map(({ title }) => title).join(' | ')} |\n|${'---|'.repeat(SURROUNDINGS.length)}`;
  const sections = STATES.map(({ name, title, story: told }) => {
    const pictures = SURROUNDINGS.map(
      ({ name: where, title: said }) => `![${title}, ${said}](states/${name}-${where}.webp)`,
    );
    return `## ${title}\n\n${told}\n\n${head}\n| ${pictures.join(' | ')} |\n`;
  });
  const wide = WIDE_STATES.map(
    ({ name, title }) => `## ${title}, ${WIDE.title}\n\n![${title}, ${WIDE.title}](states/${name}-${WIDE.name}.webp)\n`,
  );
  return `# The states of the element

Every state in light, dark, right to left, forced colours and at 320 px, and ${WIDE_STATES.length} of them at 1,920 px. \`npm run build:demo && npm run screenshots\` makes the pictures from the demo’s
notes, with the real engine and model. Only trouble of the store (restored, full, lost, not opened) is simulated.

${[...sections, ...wide].join('\n')}
${walk}`;
}

const folder = join(ROOT, 'docs', 'screenshots');
mkdirSync(folder, { recursive: true });
mkdirSync(join(ROOT, 'docs', 'states'), { recursive: true });
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',') ?? null;
const known = ['sync-walk', ...STATES.map(({ name }) => name)];
for (const name of only ?? []) if (!known.includes(name)) throw new Error(`${name} is none of ${known.join(', ')}`);
const pages = Object.fromEntries(SURROUNDINGS.map(({ lang = 'en' }) => [`/stage-${lang}`, stagePage(lang)]));
const server = await serveFolder(join(ROOT, 'site'), { pages });
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: CHROMIUM_FLAGS,
});
const states = join(ROOT, 'docs', 'STATES.md');
const walk =
  only && !only.includes('sync-walk')
    ? earlierWalk(readFileSync(states, 'utf8'))
    : await shootWalk(browser, join(ROOT, 'site'), shootState);
writeFileSync(states, story(walk));
if (only?.join() !== 'sync-walk') await shootStates(browser, server.url, only);
for (const size of only ? [] : SIZES) {
  const page = await openApp(browser, server.url, size);
  // On a busy machine, the time limit for matching sentences may pass. Embedded sentences are cached, so another search
  // gets further.
  while (!(await ask(page)));
  await page.getByRole('combobox').press('ArrowDown');
  // If the query is longer than the box, shows its beginning.
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
