/** In a popup or on a phone: the rows are seen when something is asked, the place is kept, and what is open fits in. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openElement } from './fake-client.ts';

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

/** Wholly inside the other, to the pixel. */
async function expectInside(inner: Locator, outer: Locator): Promise<void> {
  const [a, b] = [(await inner.boundingBox())!, (await outer.boundingBox())!];
  expect(a.x).toBeGreaterThanOrEqual(b.x - 1);
  expect(a.y).toBeGreaterThanOrEqual(b.y - 1);
  expect(a.x + a.width).toBeLessThanOrEqual(b.x + b.width + 1);
  expect(a.y + a.height).toBeLessThanOrEqual(b.y + b.height + 1);
}

test('what is typed while a note lies over the rows is answered in sight', async ({ page, baseUrl }) => {
  await openIn(page, baseUrl, 360, 500);
  await page.getByRole('option', { name: /Note 3/ }).click();
  await expect(page.locator('hs-memory-view')).toBeVisible();
  await box(page).fill('7');
  await expect(page.locator('hs-memory-view')).toHaveCount(0);
  await expect(page.getByRole('option', { name: /Note 7/ })).toBeInViewport();
  await expect(box(page)).toBeFocused();
});

test('what is typed beside a note leaves it open where there is room for both', async ({ page, baseUrl }) => {
  await openIn(page, baseUrl, 1200, 700);
  await page.getByRole('option', { name: /Note 3/ }).click();
  await box(page).fill('7');
  await expect(page.locator('.row mark').first()).toBeVisible();
  await expect(page.locator('hs-memory-view')).toBeVisible();
});

test('a note that is left again gives the place in the rows back', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  // As high as its rows are: the page scrolls, and is short while a note lies over them.
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
