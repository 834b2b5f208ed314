/** Nothing is cut off in a short host, and a popup shows more than a row. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

const many = Array.from({ length: 25 }, (_, i) => ({
  id: `n${i}`,
  title: `Note ${i}`,
  text: `An iron thing, number ${i}, told at some length so that it fills more than a line of any popup that there is.`,
  tags: ['things'],
}));

async function openIn(page: Page, baseUrl: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await openElement(page, baseUrl, many);
  await page.evaluate(() => {
    document.body.style.margin = '0';
    window.element.style.height = '100dvh';
  });
}

/** Wholly inside the window and not covered: what a pointer at its middle meets is it. */
async function isInReach(locator: Locator): Promise<boolean> {
  await locator.scrollIntoViewIfNeeded();
  return locator.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const root = node.getRootNode() as ShadowRoot;
    const met = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return inside && met !== null && (node === met || node.contains(met));
  });
}

for (const [width, height] of [
  [1366, 650],
  [1280, 600],
  [360, 500],
  [320, 640],
] as const) {
  test(`"Show more" and "Save" are in reach at ${width} × ${height}`, async ({ page, baseUrl }) => {
    await openIn(page, baseUrl, width, height);
    await page.getByRole('combobox').fill('iron');
    await expect(page.getByRole('option')).toHaveCount(10);
    expect(await isInReach(page.getByRole('button', { name: 'Show more' }))).toBe(true);
    await page.getByRole('button', { name: 'New note' }).click();
    expect(await isInReach(page.getByRole('button', { name: 'Save', exact: true }))).toBe(true);
  });
}

test('a popup of 360 × 500 shows five whole rows of an answer', async ({ page, baseUrl }) => {
  await openIn(page, baseUrl, 360, 500);
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(10);
  const whole = await page.locator('.list').evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    return [...list.querySelectorAll('.row')].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.top >= top && box.bottom <= bottom;
    }).length;
  });
  expect(whole).toBeGreaterThanOrEqual(5);
});

test('a question longer than the box of a popup is read from its beginning, and nothing is pushed out', async ({
  page,
  baseUrl,
}) => {
  await openIn(page, baseUrl, 360, 500);
  const asked = 'how do I carry every iron thing from the far side of the map into the new storage hall before winter';
  await page.evaluate((query) => {
    window.fake.corrected[query] = [{ from: 'irn', to: 'iron' }];
  }, asked);
  const box = page.getByRole('combobox');
  await box.fill(asked);
  await expect(page.getByRole('option')).toHaveCount(10);
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(page.getByRole('heading', { name: 'Note 0' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings' }).focus();
  expect(await box.evaluate((input) => [input.scrollLeft, getComputedStyle(input).textOverflow])).toEqual([
    0,
    'ellipsis',
  ]);
  for (const part of [page.locator('.summary'), page.getByRole('button', { name: 'Clear search' })]) {
    const { x, width } = (await part.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(360);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

for (const width of [320, 700, 900]) {
  test(`every button of an open note is in reach at ${width} px, in the longest language too`, async ({
    page,
    baseUrl,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await openElement(page, baseUrl, [{ id: 'a', title: 'A', text: '**Iron** farm' }], {
      'deep-link': '',
      language: 'es',
    });
    await page.getByRole('option').click();
    const buttons = page.locator('hs-memory-view .panel-head button');
    await expect(buttons).toHaveCount(6);
    for (const button of await buttons.all()) {
      const { x, width: wide } = (await button.boundingBox())!;
      expect(wide).toBeGreaterThan(20);
      expect(x + wide).toBeLessThanOrEqual(width);
      expect(await button.locator('svg').count()).toBe(1);
    }
  });
}

test('the form of a popup is as wide as the popup, whatever tags there are', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const long = 'a-tag-of-some-length';
  await openElement(
    page,
    baseUrl,
    [1, 2, 3, 4].map((n) => ({ id: `n${n}`, text: `Note ${n}`, tags: [`${long}-${n}`] })),
  );
  await expect(page.locator('hs-status-bar')).toContainText('4 notes');
  await page.getByRole('button', { name: 'New note' }).click();
  await expect(page.getByRole('group', { name: 'Your tags' }).getByRole('button').first()).toBeVisible();
  const side = page.locator('.side');
  expect(await side.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('in a narrow element one button holds all filters', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.setViewportSize({ width: 360, height: 500 });
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('button', { name: 'Tags' })).toBeHidden();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page
    .getByRole('group', { name: 'Tags' })
    .getByRole('checkbox', { name: /kitchen/ })
    .check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Remove filter kitchen' }).click();
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
});
