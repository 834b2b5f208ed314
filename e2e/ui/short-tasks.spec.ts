/** From the tag to the first rows the page's thread works in short pieces, between which keys and frames have their turn. */
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

declare global {
  interface Window {
    /** Lets what gave way go on. */
    goOn: (() => void)[];
    dateFormats: number;
    measuredRows: { inFrames: number; between: number };
  }
}

const ADD_ELEMENT = async (): Promise<void> => {
  const module = '/define.js';
  await import(module);
  document.body.append(document.createElement('hybrid-search'));
};

test('the rest of the element is made in pieces, and what is typed between them is asked', async ({
  page,
  baseUrl,
}) => {
  await page.addInitScript(() => {
    window.goOn = [];
    const scheduler = { yield: () => new Promise<void>((resolve) => window.goOn.push(resolve)) };
    Object.defineProperty(globalThis, 'scheduler', { value: scheduler });
  });
  await page.goto(`${baseUrl}/blank`);
  await page.evaluate(ADD_ELEMENT);
  const box = page.getByRole('combobox');
  for (const [pieces, typed] of ['iro', 'iron'].entries()) {
    await expect.poll(() => page.evaluate(() => window.goOn.length)).toBe(pieces + 1);
    await expect(page.locator('hs-filter-bar')).toHaveCount(0);
    await box.fill(typed);
    await page.evaluate(() => window.goOn.at(-1)!());
  }
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  await expect(box).toHaveValue('iron');
  await expect(box).toBeFocused();
});

test('what the first rows need is made while the engine starts', async ({ page, baseUrl }) => {
  await page.addInitScript(() => {
    window.dateFormats = 0;
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct(target, args) {
        window.dateFormats++;
        return new target(...args);
      },
    });
  });
  let start = (): void => {};
  const gate = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route('**/engine-worker.js', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(`${baseUrl}/blank`);
  await page.evaluate(ADD_ELEMENT);
  await expect.poll(() => page.evaluate(() => window.dateFormats)).toBeGreaterThan(0);
  await expect(page.getByRole('option')).toHaveCount(0);
  start();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
});

test('the first rows are laid out with their frame, not in the task that draws them', async ({ page, baseUrl }) => {
  await page.addInitScript(() => {
    window.measuredRows = { inFrames: 0, between: 0 };
    let inFrame = false;
    const { requestAnimationFrame: request } = window;
    window.requestAnimationFrame = (callback) =>
      request((time) => {
        inFrame = true;
        callback(time);
        inFrame = false;
      });
    const { getBoundingClientRect } = Element.prototype;
    Element.prototype.getBoundingClientRect = function () {
      if (this.matches('.row')) window.measuredRows[inFrame ? 'inFrames' : 'between']++;
      return getBoundingClientRect.call(this);
    };
  });
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    window.fake.held = true;
    window.fake.semantic.zinc = ['gather', 'train'];
  });
  await page.getByRole('combobox').fill('zinc');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.evaluate(() => {
    window.measuredRows = { inFrames: 0, between: 0 };
    window.fake.release();
  });
  await expect(page.getByRole('option')).toHaveCount(2);
  await expect.poll(() => page.evaluate(() => window.measuredRows.inFrames)).toBeGreaterThan(0);
  expect(await page.evaluate(() => window.measuredRows.between)).toBe(0);
});
