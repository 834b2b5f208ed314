import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { holdUndo, openElement } from './fake-client.ts';

const many = Array.from({ length: 25 }, (_, i) => ({
  id: `n${i}`,
  title: `Note ${i}`,
  text: `An iron thing, number ${i}.`,
  tags: [`tag-${i}`, 'a-tag-of-some-length'],
}));

async function openIn(
  page: Page,
  baseUrl: string,
  width: number,
  height: number,
  attributes: { [name: string]: string } = {},
): Promise<void> {
  await page.setViewportSize({ width, height });
  await openElement(page, baseUrl, many, attributes);
  await page.evaluate(() => {
    document.body.style.margin = '0';
    window.element.style.height = '100dvh';
  });
}

const box = (page: Page) => page.getByRole('combobox');

/** Tries again until the layout has settled. */
async function expectInside(inner: Locator, outer: Locator): Promise<void> {
  await expect(async () => {
    const [a, b] = [(await inner.boundingBox())!, (await outer.boundingBox())!];
    expect(a.x).toBeGreaterThanOrEqual(b.x - 1);
    expect(a.y).toBeGreaterThanOrEqual(b.y - 1);
    expect(a.x + a.width).toBeLessThanOrEqual(b.x + b.width + 1);
    expect(a.y + a.height).toBeLessThanOrEqual(b.y + b.height + 1);
  }).toPass();
}

test('typing while a note covers the rows shows the answer', async ({ page, baseUrl }) => {
  await openIn(page, baseUrl, 360, 500);
  await page.getByRole('option', { name: /Note 3/ }).click();
  await expect(page.locator('hs-memory-view')).toBeVisible();
  await box(page).fill('7');
  await expect(page.locator('hs-memory-view')).toHaveCount(0);
  await expect(page.getByRole('option', { name: /Note 7/ })).toBeInViewport();
  await expect(box(page)).toBeFocused();
});

test('typing next to a note leaves it open if there is space for both', async ({ page, baseUrl }) => {
  await openIn(page, baseUrl, 1200, 700);
  await page.getByRole('option', { name: /Note 3/ }).click();
  await box(page).fill('7');
  await expect(page.locator('.row mark').first()).toBeVisible();
  await expect(page.locator('hs-memory-view')).toBeVisible();
});

test('closing a note restores the position in the rows', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  // The element is as high as its rows, so the page scrolls.
  await openElement(page, baseUrl, many, { limit: '25' });
  const row = page.getByRole('option', { name: /Note 20/ });
  await row.click();
  await page.locator('hs-memory-view').getByRole('button', { name: 'Back' }).click();
  await expect(row).toBeInViewport();
});

for (const list of ['Filter', 'Sort'] as const) {
  test(`"${list}" ends inside the frame at 320 × 256, and its last line can be reached`, async ({ page, baseUrl }) => {
    await openIn(page, baseUrl, 320, 256);
    await box(page).fill('iron');
    await expect(page.locator('.row mark').first()).toBeVisible();
    await page.getByRole('button', { name: new RegExp(`^${list}`) }).click();
    const panel = page.locator('hs-filter-bar .panel');
    await expectInside(panel, page.locator('.frame'));
    const last = panel.locator('input, button').last();
    await last.scrollIntoViewIfNeeded();
    await expectInside(last, panel);
  });
}

for (const language of ['en', 'de', 'fr']) {
  test(`the chosen filter and the number of filters are visible at 320 px, in ${language}`, async ({
    page,
    baseUrl,
  }) => {
    await openIn(page, baseUrl, 320, 480, { language });
    await box(page).fill('iron');
    await expect(page.locator('.row mark').first()).toBeVisible();
    await page.locator('hs-filter-bar [data-facet=all]').click();
    await page.getByRole('checkbox', { name: /a-tag-of-some-length/ }).check();
    await box(page).press('Escape');
    const line = page.locator('hs-filter-bar .facets');
    await expectInside(page.locator('hs-filter-bar [data-facet=all] .badge'), line);
    const [chip, seen] = [(await page.locator('hs-filter-bar .chosen').boundingBox())!, (await line.boundingBox())!];
    // The visible beginning of the chip shows that the line scrolls.
    expect(seen.x + seen.width - chip.x).toBeGreaterThan(8);
    await expectInside(page.locator('hs-filter-bar .sort > button'), page.locator('.frame'));
  });

  test(`the download size is visible at 320 px, in ${language}`, async ({ page, baseUrl }) => {
    await openIn(page, baseUrl, 320, 480, { language });
    await page.evaluate(() => {
      window.fake.progress({
        model: { state: 'waiting', id: 'bge-small-en-v1.5', loadedBytes: 0, fetchedBytes: 0, totalBytes: 34_567_890 },
        embedding: { embedded: 0, total: 25, queued: 25, paused: false, rate: 0, remainingSeconds: null },
      });
    });
    const load = page.locator('hs-status-bar button');
    await expect(load).toContainText(/\d\s(MB|Mo)/);
    const size = load.locator('.size');
    await expectInside(size, load);
    await expectInside(load, page.locator('.frame'));
    const isCovered = () =>
      load.evaluate((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const root = button.getRootNode() as ShadowRoot;
        return [left + 2, right - 2].some(
          (x) => root.elementFromPoint(x, (top + bottom) / 2)?.closest('button') !== button,
        );
      });
    await expect.poll(isCovered).toBe(false);
  });
}

test('the newest of many deletes can be undone without scrolling', async ({ page, baseUrl }) => {
  await openIn(page, baseUrl, 360, 400);
  await holdUndo(page);
  await box(page).press('ArrowDown');
  for (let at = 0; at < 9; at++) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    await expect(page.locator('.toast')).toHaveCount(at + 1);
  }
  const newest = page.locator('.toast').filter({ hasText: 'Note 8' });
  await expectInside(newest.getByRole('button', { name: 'Undo' }), page.locator('.toasts'));
  await newest.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('option', { name: /Note 8/ })).toHaveCount(1);
});

test('at 768 px the buttons of the active row lie over no text', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 768, height: 700 });
  const text = 'An iron thing that is described in many more words than fit into the two lines of a row. '.repeat(4);
  await openElement(page, baseUrl, [{ id: 'long', title: 'Thing', text }]);
  await box(page).fill('iron');
  await box(page).press('ArrowDown');
  const actions = page.locator('[data-active] .actions');
  await expect(actions).toHaveCSS('opacity', '0');
  await box(page).press('ArrowRight');
  await expect(actions).toHaveCSS('opacity', '1');
  await expect(actions).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});
