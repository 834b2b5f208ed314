/** What the element says about notes that aren't embedded yet, compared at each frame that it paints. */
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';

const notes = (from: number, count: number): { id: string; text: string }[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `n${from + n}`,
    text: Array.from(
      { length: 12 },
      (_, s) => `Sentence ${s} of note ${from + n} is about the boats at pier ${s}.`,
    ).join(' '),
  }));

/** Collects the different texts of `selectors` that were on the screen at the same time. */
async function watchFrames(page: Page, selectors: string[]): Promise<() => Promise<string[][]>> {
  const seen = await page.evaluateHandle((wanted) => {
    const frames = new Map<string, string[]>();
    const find = (root: ParentNode, selector: string): Element | null => {
      const own = root.querySelector(selector);
      if (own) return own;
      for (const { shadowRoot } of root.querySelectorAll('*')) {
        const inner = shadowRoot && find(shadowRoot, selector);
        if (inner) return inner;
      }
      return null;
    };
    const look = (): void => {
      const texts = wanted.map((selector) => find(document, selector)?.textContent?.trim() ?? '');
      frames.set(texts.join('|'), texts);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return frames;
  }, selectors);
  return () => seen.evaluate((frames) => [...frames.values()]);
}

test('the status bar and the line above the results count the same notes in every frame', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'counts' });
  const add = (list: { id: string; text: string }[]) =>
    page.evaluate(async (given) => void (await (await window.element.ready).addMany(given)), list);
  await add(notes(0, 6));
  await page.getByRole('combobox').fill('boats');
  const frames = await watchFrames(page, ['.figures', '.summary .pending']);
  const counted = async () =>
    (await frames()).flatMap(([status, summary]) => {
      const bar = /meaning: (\d+) of (\d+)/.exec(status!);
      const line = /^(\d+) of (\d+) note/.exec(summary!);
      return bar && line ? [{ bar: bar.slice(1), line: line.slice(1) }] : [];
    });
  await expect.poll(async () => (await counted()).length).toBeGreaterThan(0);
  await add(notes(6, 2));
  await expect.poll(async () => new Set((await counted()).map(({ bar }) => bar.join())).size).toBeGreaterThan(3);
  for (const { bar, line } of await counted()) expect(line).toEqual(bar);
});

test('a first visit with a query in the address doesn’t claim that notes are being read', async ({
  context,
  page,
  baseUrl,
}) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/model_quantized.onnx', async (route) => {
    await released;
    await route.continue();
  });
  await page.addInitScript(() => history.replaceState(null, '', '/blank?q=boats'));
  await openRealElement(page, baseUrl, { name: 'first-visit', 'deep-link': '' });
  const frames = await watchFrames(page, ['.summary', '.empty', '.work']);
  await expect(page.getByRole('combobox')).toHaveValue('boats');
  await page.evaluate(async () => void (await window.element.ready).loadModel().catch(() => {}));
  await expect(page.locator('hs-status-bar .work')).toHaveText(/Starting the model|Loading/);
  await expect(page.getByRole('heading', { name: 'Nothing' })).toBeVisible();
  release();
  await expect(page.locator('hs-status-bar .work')).toHaveText('Word and meaning');
  expect((await frames()).join()).not.toMatch(/being read|notes read|found yet/i);
});
