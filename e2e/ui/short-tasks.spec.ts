import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';
import { addElement, openWaitingElement } from './real-element.ts';

declare global {
  interface Window {
    /** Each lets one call of `scheduler.yield()` return. */
    goOn: (() => void)[];
    dateFormats: number;
    measuredRows: { inFrames: number; between: number };
    drawnRows: number[];
    glidingFoot: boolean[];
  }
}

test('the rest of the element is built in pieces, and what is typed between them is searched', async ({
  page,
  baseUrl,
}) => {
  await page.addInitScript(() => {
    window.goOn = [];
    const scheduler = { yield: () => new Promise<void>((resolve) => window.goOn.push(resolve)) };
    Object.defineProperty(globalThis, 'scheduler', { value: scheduler });
  });
  await page.goto(`${baseUrl}/blank`);
  await addElement(page);
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

test('what the first rows need is prepared while the engine starts', async ({ page, baseUrl }) => {
  await page.addInitScript(() => {
    window.dateFormats = 0;
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct(target, args) {
        window.dateFormats++;
        return new target(...args);
      },
    });
    window.drawnRows = [];
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (init) {
      const root = attachShadow.call(this, init);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof Element) window.drawnRows.push(node.querySelectorAll('.row').length);
      }).observe(root, { childList: true, subtree: true });
      return root;
    };
  });
  const start = await openWaitingElement(page, `${baseUrl}/blank`, 'engine-worker.js');
  await expect.poll(() => page.evaluate(() => window.dateFormats)).toBeGreaterThan(0);
  // Before the engine has started, two placeholder rows are laid out in the list, which prepares their fonts.
  await expect.poll(() => page.evaluate(() => window.drawnRows)).toContain(2);
  await expect(page.getByRole('option')).toHaveCount(0);
  start();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
});

test('the first visible rows are drawn a task before the others, and the footer glides below them', async ({
  page,
  baseUrl,
}) => {
  const notes = Array.from({ length: 8 }, (_, at) => ({ ...NOTES[0]!, id: `note-${at}`, title: `Iron ${at}` }));
  await openElement(page, baseUrl, notes);
  await page.getByRole('combobox').fill('zinc');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.evaluate(() => {
    // Other changes may have happened before the first row appears.
    window.drawnRows = [0];
    window.glidingFoot = [];
    const root = window.element.shadowRoot!;
    new MutationObserver(() => {
      const count = root.querySelectorAll('.row').length;
      if (count === window.drawnRows.at(-1)) return;
      window.drawnRows.push(count);
      window.glidingFoot.push(root.querySelector('.status')!.getAnimations().length > 0);
    }).observe(root, { childList: true, subtree: true });
  });
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(8);
  expect(await page.evaluate(() => window.drawnRows)).toEqual([0, 5, 8]);
  expect(await page.evaluate(() => window.glidingFoot.at(-1))).toBe(true);
});

test('the placeholder does not move while a start takes its usual time', async ({ page, baseUrl }) => {
  const start = await openWaitingElement(page, `${baseUrl}/blank`, 'engine-worker.js');
  const bar = page.locator('.skeleton i').first();
  await expect(bar).toBeVisible();
  const began = await bar.evaluate((element) => {
    const [pulse] = element.getAnimations();
    return { delay: pulse!.effect!.getComputedTiming().delay, state: pulse!.playState };
  });
  expect(began).toEqual({ delay: 1_500, state: 'running' });
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
