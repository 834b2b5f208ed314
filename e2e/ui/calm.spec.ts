import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

/** Without dots and the spinner, whose radii are in per cent. */
const radii = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const visit = (root: ShadowRoot): void => {
      for (const node of root.querySelectorAll('*')) {
        if (node.shadowRoot) visit(node.shadowRoot);
        const style = getComputedStyle(node);
        for (const corner of ['top-left', 'bottom-left'])
          found.add(style.getPropertyValue(`border-${corner}-radius`).split(' ')[0]!);
      }
    };
    visit(window.element.shadowRoot!);
    return [...found].filter((one) => one !== '0px' && !one.endsWith('%')).sort();
  });

test('the element has two radii, in every panel', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openElement(page, baseUrl, NOTES, { shortcut: '' });
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowDown');
  await page.locator('[data-active] [data-action=why]').click();
  await page.locator('hs-why-panel summary').click();
  const seen = new Set(await radii(page));
  for (const tool of ['form', 'import', 'settings', 'help']) {
    await page.locator(`[data-tool=${tool}]`).click();
    await expect(page.locator('.side > * h2')).toBeVisible();
    for (const one of await radii(page)) seen.add(one);
  }
  expect([...seen].sort()).toEqual(['14px', '7px']);
});

test('a wide passage has about 75 letters a line, and its marked words have no box', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 1920, height: 800 });
  await openElement(page, baseUrl, [{ ...NOTES[0]!, text: 'iron and stone and wood and coal '.repeat(40) }]);
  const box = page.getByRole('combobox');
  await box.fill('iron');
  const mark = page.locator('.passage mark').first();
  await expect(mark).toBeVisible();
  const { background, weight, around } = await mark.evaluate((node) => ({
    background: getComputedStyle(node).backgroundColor,
    weight: Number(getComputedStyle(node).fontWeight),
    around: Number(getComputedStyle(node.parentElement!).fontWeight),
  }));
  expect(background).toBe('rgba(0, 0, 0, 0)');
  expect(weight).toBeGreaterThan(around);
  const letters = await page.locator('.passage').evaluate((passage) => {
    const texts = document.createTreeWalker(passage, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let top: number | undefined;
    let count = 0;
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      for (let at = 0; at < text.length; at++) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const rect = range.getBoundingClientRect();
        if (rect.width === 0) continue;
        top ??= rect.bottom;
        if (Math.abs(rect.bottom - top) > 5) return count;
        count++;
      }
    }
    return count;
  });
  expect(letters).toBeGreaterThan(65);
  expect(letters).toBeLessThan(95);
});

test('a row has no button that only opens it', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('combobox').press('ArrowDown');
  const names = page
    .getByRole('group', { name: /^Actions for/ })
    .first()
    .getByRole('button');
  await expect(names).toHaveCount(3);
  expect(await names.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
    'Edit',
    'Copy',
    'Delete',
  ]);
});

test('titles are at the same height in rows with and without tags', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [
    { ...NOTES[0]!, tags: ['house'] },
    { ...NOTES[1]!, tags: [] },
  ]);
  await expect(page.getByRole('option')).toHaveCount(2);
  const heights = await page
    .getByRole('option')
    .evaluateAll((rows) =>
      rows.map((row) => row.querySelector('.title')!.getBoundingClientRect().top - row.getBoundingClientRect().top),
    );
  expect(heights[1]).toBe(heights[0]);
});

for (const width of [320, 1280]) {
  test(`import is a word, in one line with the other tools, at ${width} px`, async ({ page, baseUrl }) => {
    await page.setViewportSize({ width, height: 640 });
    await openElement(page, baseUrl, NOTES);
    await page.getByRole('combobox').fill('iron');
    await expect(page.getByRole('option')).toHaveCount(3);
    const tool = page.locator('[data-tool=import]');
    await expect(tool).toHaveText('Import');
    await expect(tool.locator('svg')).toHaveCount(0);
    const [word, settings] = [(await tool.boundingBox())!, (await page.locator('[data-tool=settings]').boundingBox())!];
    expect(word.width).toBeGreaterThan(40);
    expect(Math.abs(word.y - settings.y)).toBeLessThan(2);
    const filter = (await page.locator('hs-filter-bar .facets').boundingBox())!;
    expect(Math.abs(filter.y + filter.height / 2 - (word.y + word.height / 2))).toBeLessThan(4);
  });
}

test('filters, the number of results and the sort order share a line', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('combobox').fill('iron');
  const count = page.locator('.summary .count');
  await expect(count).toHaveText('3 results');
  const middles = [];
  for (const one of [count, page.locator('hs-filter-bar .facets'), page.locator('[data-facet=sort]')]) {
    const { y, height } = (await one.boundingBox())!;
    middles.push(y + height / 2);
  }
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
});

test('a message covers neither rows nor the line of keys', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    window.element.style.height = '400px';
  });
  await page.getByRole('combobox').press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Delete');
  await page.getByRole('combobox').focus();
  await page.getByRole('combobox').press('ArrowDown');
  await expect(page.locator('.keys')).toBeVisible();
  // The message glides in.
  await expect(async () => {
    const toast = (await page.locator('.toast').boundingBox())!;
    const list = (await page.locator('.list').boundingBox())!;
    const keys = (await page.locator('.keys').boundingBox())!;
    expect(toast.y).toBeGreaterThanOrEqual(list.y + list.height);
    expect(toast.y + toast.height).toBeLessThanOrEqual(keys.y);
  }).toPass();
});

test('the row of a pinned note says so, and a message can be seen in an element longer than the window', async ({
  page,
  baseUrl,
}) => {
  await page.setViewportSize({ width: 900, height: 300 });
  await openElement(page, baseUrl, NOTES);
  const first = page.getByRole('option').first();
  await first.click();
  await page.locator('hs-memory-view').getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(first.getByRole('img', { name: 'Pinned' })).toBeVisible();
  await expect(page.locator('.toast')).toBeInViewport({ ratio: 0.9 });
  expect((await page.locator('.frame').boundingBox())!.height).toBeGreaterThan(300);
});

test('models are named in words', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.locator('[data-tool=settings]').click();
  const panel = page.locator('hs-settings-panel');
  await expect(panel.getByRole('radio')).toHaveCount(4);
  const names = await panel.locator('.choice:has([type=radio]) .name').allTextContents();
  expect(new Set(names).size).toBe(4);
  await expect(panel).not.toContainText(/bge|MiniLM|e5|durable/i);
});

test('on a phone the box moves to the top while you type', async ({ browser, baseUrl }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    const intro = document.createElement('p');
    intro.style.height = '300px';
    window.element.before(intro);
    window.element.style.height = '100dvh';
  });
  const box = page.getByRole('combobox');
  const top = async () => (await page.locator('hybrid-search').boundingBox())!.y;
  expect(await top()).toBeGreaterThan(200);
  await box.tap();
  await box.fill('iron');
  await expect.poll(top).toBeLessThan(2);
  await context.close();
});

test('on a computer with a mouse, the page does not scroll while you type', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    document.body.style.paddingBlock = '300px 900px';
  });
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('dates follow the region of the browser', async ({ browser, baseUrl }) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await openElement(page, baseUrl, [
    { id: 'old', title: 'Old', text: 'Note', createdAt: Date.UTC(2020, 1, 4) } as never,
  ]);
  await expect(page.locator('.when')).toHaveText('4 Feb 2020');
  await context.close();
});

test('the line of keys covers only the status line, even below an offer', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('combobox').press('ArrowDown');
  // Space above the status line, as an offer takes it.
  await page.evaluate(() => {
    const offer = document.createElement('p');
    offer.style.blockSize = '60px';
    window.element.shadowRoot!.querySelector('.status')!.prepend(offer);
  });
  const keys = (await page.locator('.keys').boundingBox())!;
  const line = (await page.locator('hs-status-bar').boundingBox())!;
  expect(keys.y).toBeGreaterThanOrEqual(line.y);
  expect(keys.height).toBeGreaterThanOrEqual(line.height - 2);
  expect(keys.y + keys.height).toBeLessThanOrEqual(line.y + line.height + 1);
});

test('the date stands next to the title, and tags that do not fit cut nothing off it', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  const tags = ['renovation', 'house', 'planning', 'expenses-of-the-year'];
  const title = 'The canal cottage: the whole plan on one page';
  await openElement(page, baseUrl, [{ id: 'long', title, text: 'Plan.', tags, source: 'the archive of the house' }]);
  const row = page.getByRole('option');
  const name = row.locator('.title');
  expect(await name.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
  const end = await name.evaluate((node) => {
    const { right } = node.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    return { box: right, text: range.getBoundingClientRect().right };
  });
  expect(end.text).toBeLessThanOrEqual(end.box);
  const when = (await row.locator('.when').boundingBox())!;
  expect(when.x - end.box).toBeLessThan(20);
});

test('an Arabic note begins at the same edge as the others', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [{ id: 'coffee', title: 'قهوة', text: 'ملعقتان من البن لكل كوب ماء.' }]);
  const passage = page.locator('.passage');
  const [box, text] = await passage.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [node.getBoundingClientRect().left, range.getBoundingClientRect().left];
  });
  expect(Math.abs(text! - box!)).toBeLessThan(2);
});

test('filters stay apart and whole when a value is chosen, in a long language too', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 740, height: 700 });
  const notes = NOTES.map((note, i) => ({ ...note, source: i % 2 ? 'diary' : 'user' }));
  await openElement(page, baseUrl, notes, { language: 'de' });
  await page.getByRole('combobox').fill('iron');
  await page.getByRole('button', { name: 'Schlagwörter' }).click();
  await page.getByRole('checkbox').first().check();
  const chips = page.locator('hs-filter-bar .chip:visible');
  await expect(page.locator('hs-filter-bar .chosen')).toBeVisible();
  const boxes = await chips.evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().toJSON()));
  expect(boxes.length).toBeGreaterThan(3);
  for (const [i, box] of boxes.slice(1).entries()) expect(box.left).toBeGreaterThanOrEqual(boxes[i].right);
});

test('the offer of a new note stays within a narrow element', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('combobox').fill('zeppelin xylophone harmonica');
  const offer = page.locator('.empty-buttons button');
  const [button, around] = [await offer.boundingBox(), await page.locator('.empty').boundingBox()];
  expect(button!.x).toBeGreaterThanOrEqual(around!.x + 8);
  expect(button!.x + button!.width).toBeLessThanOrEqual(around!.x + around!.width - 8);
});
