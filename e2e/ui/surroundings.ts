import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export async function violations(page: Page): Promise<string[]> {
  const results = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(context: Document, options: object): Promise<AxeResults> } };
    // In the middle of a fade, colours mean nothing. A fade may also begin while axe looks, so it then looks again.
    const fading = (): Animation[] =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1);
    for (;;) {
      await Promise.allSettled(fading().map(({ finished }) => finished));
      const found = await axe.run(document, {
        resultTypes: ['violations'],
        rules: {
          'landmark-one-main': { enabled: false },
          region: { enabled: false },
          'page-has-heading-one': { enabled: false },
        },
      });
      if (fading().length === 0) return found;
    }
  });
  return results.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
  );
}

export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export interface Surrounding {
  name: string;
  width: number;
  height: number;
  scheme?: 'light' | 'dark';
  forced?: boolean;
  rtl?: boolean;
}

/** At 200 % and 400 %, a window of 1280 × 800 has a half and a quarter of its CSS pixels in each direction. */
export const SURROUNDINGS: readonly Surrounding[] = [
  { name: 'light, 1280 px', width: 1280, height: 800 },
  { name: 'dark, 320 px', width: 320, height: 800, scheme: 'dark' },
  { name: 'forced colours, 200 % zoom', width: 640, height: 400, forced: true },
  { name: 'right to left, 400 % zoom', width: 320, height: 200, rtl: true },
];

/** The page's policy doesn't allow inline scripts. */
export async function injectAxe(page: Page): Promise<void> {
  await page.route('**/axe.min.js', (route) => route.fulfill({ path: axePath, contentType: 'text/javascript' }));
  await page.addScriptTag({ url: '/axe.min.js' });
}

export async function surround(page: Page, { width, height, scheme = 'light', forced }: Surrounding): Promise<void> {
  await page.emulateMedia({
    colorScheme: scheme,
    reducedMotion: 'reduce',
    forcedColors: forced ? 'active' : 'none',
  });
  await page.setViewportSize({ width, height });
}
