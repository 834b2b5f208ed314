import type { Locator, Page } from '@playwright/test';
import type { Progress } from '../../src/client/public-types.ts';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

const many = Array.from({ length: 25 }, (_, i) => ({
  id: `n${i}`,
  title: `Note ${i}`,
  text: `An iron thing, number ${i}, told at some length so that it fills more than a line of any popup that there is.`,
  tags: ['things'],
}));

const STATUSES: Progress[] = (['off', 'loading', 'failed', 'ready'] as const).map((state) => ({
  model: { state, id: 'bge-small-en-v1.5', loadedBytes: 12_345_678, fetchedBytes: 1, totalBytes: 34_567_890 },
  embedding: { embedded: 1_234, total: 12_345, queued: 11_111, paused: false, rate: 3.4, remainingSeconds: 3_600 },
}));

async function openIn(page: Page, baseUrl: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await openElement(page, baseUrl, many);
  await page.evaluate(() => {
    document.body.style.margin = '0';
    window.element.style.height = '100dvh';
  });
}

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
  test(`"Show more" and "Save" can be reached at ${width} × ${height}`, async ({ page, baseUrl }) => {
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

const lines = (locator: Locator): Promise<{ top: number; bottom: number }[]> =>
  locator.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { top, bottom } = node.getBoundingClientRect();
    const tops: { top: number; bottom: number }[] = [];
    for (const rect of range.getClientRects()) {
      const seen = rect.width > 1 && rect.height > 1 && rect.top < bottom && rect.bottom > top;
      const beside = tops.find((line) => rect.top < line.bottom && rect.bottom > line.top);
      if (seen && !beside) tops.push({ top: rect.top, bottom: rect.bottom });
    }
    return tops;
  });

for (const width of [320, 360, 540]) {
  test(`at ${width} px the new note is an icon next to the box, and status and passages are one line each`, async ({
    page,
    baseUrl,
  }) => {
    await openIn(page, baseUrl, width, 500);
    await page.getByRole('combobox').fill('iron');
    await expect(page.getByRole('option')).toHaveCount(10);

    const add = page.getByRole('button', { name: 'New note', exact: true });
    const box = (await page.locator('[part=search-box]').boundingBox())!;
    const icon = (await add.boundingBox())!;
    expect(icon.x).toBeGreaterThanOrEqual(box.x + box.width);
    expect(Math.abs(icon.y + icon.height / 2 - (box.y + box.height / 2))).toBeLessThan(2);
    expect([icon.width, icon.height]).toEqual([40, 40]);
    await expect(add.locator('svg')).toBeVisible();
    expect(await add.locator('span').evaluate((name) => name.getBoundingClientRect().width)).toBe(1);

    for (const passage of await page.locator('.rows .passage').all()) {
      expect(await lines(passage)).toHaveLength(1);
      expect(await passage.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
    }

    const line = page.locator('hs-status-bar [part=status-line]');
    for (const progress of STATUSES) {
      await page.evaluate((now) => window.fake.progress(now), progress);
      await page.evaluate(() => window.element.updateComplete);
      const parts = page.locator('hs-status-bar [part=status-line] :is(span, button):visible');
      const middles = await parts.evaluateAll((nodes) =>
        nodes.map((node) => node.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2),
      );
      expect(middles.length).toBeGreaterThan(1);
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(6);
      expect((await line.boundingBox())!.height).toBeLessThanOrEqual(34);
      expect(await line.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
    }
    // Until the notes are counted, nothing takes the place of their number.
    await page.locator('hs-status-bar').evaluate((bar) => {
      window.fake.stats = () => new Promise(() => {});
      Object.assign(bar, { stats: null });
    });
    await expect(page.locator('hs-status-bar .facts > span')).toHaveCount(1);
    await expect(page.locator('hs-status-bar .mode')).toBeHidden();
  });
}

const LONGEST: Progress[] = [
  ...STATUSES,
  ...STATUSES.map((one) => ({ ...one, model: { ...one.model, unresponsive: true } })).slice(-1),
  ...STATUSES.map((one) => ({ ...one, embedding: { ...one.embedding, paused: true } })).slice(-1),
  { ...STATUSES[0]!, model: { ...STATUSES[0]!.model, state: 'waiting' } },
];

for (const language of ['en', 'de', 'es', 'fr', 'zh', 'ar']) {
  test(`the status is one line in a wide element, with sync and without: ${language}`, async ({ page, baseUrl }) => {
    const [{ line: sync }] = Object.values<{ line: { [stage: string]: string } }>(
      await import(`../../src/ui/strings/sync/sync-${language}.ts`),
    ) as [{ line: { [stage: string]: string } }];
    const longest = Object.values(sync).sort((a, b) => b.length - a.length)[0]!;
    await openElement(page, baseUrl, many, { language });
    const bar = page.locator('hs-status-bar');
    await expect(bar.locator('.facts > span')).toHaveCount(2);
    for (const syncs of [false, true]) {
      if (syncs) {
        await bar.evaluate((node, words) => {
          const button = Object.assign(document.createElement('button'), { className: 'quiet small sync' });
          button.textContent = words;
          Object.assign(node, { sync: button });
        }, longest);
      }
      for (const width of [720, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 700 });
        for (const progress of LONGEST) {
          await page.evaluate((now) => window.fake.progress(now), progress);
          await page.evaluate(() => window.element.updateComplete);
          const looks = await bar.locator('[part=status-line]').evaluate((node) => {
            const shown = [...node.querySelectorAll(':is(.work, .facts) > *')].filter((one) => one.clientWidth > 0);
            const middles = shown
              .map((one) => one.getBoundingClientRect())
              .map(({ top, bottom }) => (top + bottom) / 2);
            const said = node.querySelector('.work > span:not(.dot)')!;
            return {
              spread: Math.max(...middles) - Math.min(...middles),
              height: node.clientHeight,
              overflow: node.scrollWidth - node.clientWidth,
              cut: said.scrollWidth > said.clientWidth,
            };
          });
          const about = `${width} px, sync ${syncs}, ${JSON.stringify(progress)}`;
          expect.soft(looks.spread, about).toBeLessThan(6);
          expect.soft(looks.height, about).toBeLessThanOrEqual(40);
          expect.soft(looks.overflow, about).toBeLessThanOrEqual(0);
          expect.soft(looks.cut && width > 1000, `cut: ${about}`).toBe(false);
        }
      }
    }
  });
}

test('a query longer than a popup’s box shows its beginning and pushes nothing out', async ({ page, baseUrl }) => {
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
  test(`every button of an open note can be reached at ${width} px, also in the longest language`, async ({
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
    await expect(buttons).toHaveCount(7);
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
