import { createRequire } from 'node:module';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export async function violations(page: Page): Promise<string[]> {
  const results = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(context: Document, options: object): Promise<AxeResults> } };
    // In the middle of a fade, colours mean nothing. A fade may also begin while axe looks, and even end, so axe looks
    // again if one runs, and once if it found something. `document.getAnimations()` leaves out shadow roots.
    const rootsIn = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
      root,
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : [])),
    ];
    const fading = (): Animation[] =>
      rootsIn(document)
        .flatMap((root) => root.getAnimations())
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations === 1);
    // Where colours are inherited, one fade begins when another ends.
    const rest = async (): Promise<void> => {
      for (let frames = 0; frames < 2; frames++) {
        await new Promise(requestAnimationFrame);
        if (fading().length > 0) frames = -1;
        await Promise.allSettled(fading().map(({ finished }) => finished));
      }
    };
    for (let looks = 1; ; looks++) {
      await rest();
      const found = await axe.run(document, {
        resultTypes: ['violations'],
        rules: {
          'landmark-one-main': { enabled: false },
          region: { enabled: false },
          'page-has-heading-one': { enabled: false },
        },
      });
      if (fading().length === 0 && (found.violations.length === 0 || looks > 1)) return found;
    }
  });
  return results.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
  );
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

interface Look {
  name: string;
  scheme?: 'light' | 'dark';
  forced?: boolean;
  rtl?: boolean;
}

export interface Size {
  name: string;
  width: number;
  height: number;
  looks: readonly Look[];
}

const LIGHT: Look = { name: 'light' };
const DARK: Look = { name: 'dark', scheme: 'dark' };
const FORCED: Look = { name: 'forced colours', forced: true };
const COLOURS = [LIGHT, DARK, FORCED];
const REVERSED = COLOURS.map((look): Look => ({ ...look, name: `${look.name}, right to left`, rtl: true }));

/** A state in one look takes about a second, so only `npm run soak -- --only a11y` shows each state in all of them. */
const looks = (...few: Look[]): readonly Look[] => (process.env.ALL_LOOKS ? [...COLOURS, ...REVERSED] : few);

/** At 200 % and 400 %, a window of 1280 × 800 has a half and a quarter of its CSS pixels in each direction. */
export const SIZES: readonly Size[] = [
  { name: '1280 px', width: 1280, height: 800, looks: looks(LIGHT) },
  { name: '320 px', width: 320, height: 800, looks: looks(DARK) },
  { name: '200 % zoom', width: 640, height: 400, looks: looks(FORCED) },
  { name: '400 % zoom', width: 320, height: 200, looks: looks(REVERSED[0]!) },
];

/** The page's policy doesn't allow inline scripts. */
export async function injectAxe(page: Page): Promise<void> {
  await page.route('**/axe.min.js', (route) => route.fulfill({ path: axePath, contentType: 'text/javascript' }));
  await page.addScriptTag({ url: '/axe.min.js' });
}

/** The first of the size's looks. */
export async function surround(page: Page, { width, height, looks: [first] }: Size): Promise<void> {
  await page.setViewportSize({ width, height });
  await emulate(page, first!);
}

const emulate = (page: Page, { scheme = 'light', forced }: Look): Promise<void> =>
  page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce', forcedColors: forced ? 'active' : 'none' });

async function wear(page: Page, look: Look): Promise<void> {
  await emulate(page, look);
  await page.evaluate(
    async (dir) => {
      type Drawn = Element & { strings?: object; updateComplete: Promise<unknown> };
      for (const element of document.querySelectorAll<Drawn>('body > *')) {
        if (!element.localName.startsWith('hybrid-search')) continue;
        element.strings = { dir };
        await element.updateComplete;
      }
    },
    look.rtl ? 'rtl' : 'ltr',
  );
}

/** @param shown what has to stay visible in each look */
export async function expectNoViolations(page: Page, { looks }: Size, state: string, shown?: Locator): Promise<void> {
  for (const look of looks) {
    await wear(page, look);
    if (shown) await expect(shown, `${state}, ${look.name}`).toBeVisible();
    // Soft, so that the other states and looks are tested too.
    expect.soft(await violations(page), `${state}, ${look.name}`).toEqual([]);
    expect.soft(await overflow(page), `${state}, ${look.name}: overflow`).toBeLessThanOrEqual(0);
  }
  test.info().annotations.push({ type: 'looks', description: String(looks.length) });
}
