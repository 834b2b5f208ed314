import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';
import { openRealElement } from './real-element.ts';

test.beforeEach(async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    window.fake.held = true;
    window.fake.semantic.iron = ['gather', 'train', 'bread'];
  });
});

test('the active row stays where it is when the fused answer arrives', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('ArrowDown');
  await box.press('ArrowDown');
  const active = page.locator('[role=option][aria-selected=true]');
  await expect(active).toContainText('Gold farm');
  const before = await active.boundingBox();

  await page.evaluate(() => window.fake.release());
  await expect(page.getByRole('option')).toHaveCount(5);
  await expect(active).toContainText('Gold farm');
  expect(await active.boundingBox()).toEqual(before);
  await expect(page.getByRole('option')).toContainText(['Efficient', 'Gold', 'Train', 'Bread', 'Iron']);
});

test('the row under the pointer stays too', async ({ page }) => {
  await page.getByRole('combobox').fill('iron');
  const row = page.getByRole('option', { name: 'Iron farm' });
  await row.hover();
  const before = await row.boundingBox();
  await page.evaluate(() => window.fake.release());
  await expect(page.getByRole('option')).toHaveCount(5);
  expect(await row.boundingBox()).toEqual(before);
});

test('a row kept under the pointer takes its place once the pointer moves away', async ({ page }) => {
  await page.getByRole('combobox').fill('iron');
  await page.getByRole('option', { name: 'Iron farm' }).hover();
  await page.evaluate(() => window.fake.release());
  await expect(page.getByRole('option')).toContainText(['Iron', 'Efficient', 'Train', 'Bread', 'Gold']);
  await page.evaluate(() => {
    window.fake.held = false;
  });
  await page.getByRole('combobox').hover();
  await expect(page.getByRole('option')).toContainText(['Efficient', 'Train', 'Bread', 'Iron', 'Gold']);
});

test('a row that slides under a resting pointer is not kept', async ({ page }) => {
  const third = (await page.getByRole('option').nth(2).boundingBox())!;
  await page.mouse.move(third.x + 20, third.y + 20);
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByText('meaning follows')).toBeVisible();
  await page.evaluate(() => window.fake.release());
  await expect(page.getByRole('option')).toContainText(['Efficient', 'Train', 'Bread', 'Iron', 'Gold']);
});

test('without an active row the fused order is used as it is', async ({ page }) => {
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByText('meaning follows')).toBeVisible();
  await page.evaluate(() => window.fake.release());
  await expect(page.getByRole('option')).toContainText(['Efficient', 'Train', 'Bread', 'Iron', 'Gold']);
});

const glide = (page: Page, better: 'release' | 'add') =>
  page.evaluate(async (kind) => {
    let shift = 0;
    // The answer before may not be painted yet. Where the footer moves then doesn't count.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
    const all = (selector: string) => [...window.element.shadowRoot!.querySelectorAll<HTMLElement>(selector)];
    if (kind === 'release') window.fake.release();
    else await window.fake.add({ title: 'Iron ore', text: 'Below the hill.' });
    while (all('.row').length < 5) await new Promise(requestAnimationFrame);
    const movable = all('.row, .weak-section');
    const gliding = movable.flatMap((one) => one.getAnimations());
    await Promise.all(gliding.map(({ finished }) => finished));
    await new Promise((resolve) => setTimeout(resolve, 200));
    return {
      shift,
      gliding: gliding.length,
      resting: movable.every((one) => getComputedStyle(one).transform === 'none'),
    };
  }, better);

test('rows that the fused answer moves glide there without a layout shift', async ({ page }) => {
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByText('meaning follows')).toBeVisible();
  expect(await glide(page, 'release')).toEqual({ shift: 0, gliding: 2, resting: true });
});

test('weak matches glide along with their heading when a row joins those above', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.held = false;
    window.fake.semantic.iron = [];
    window.fake.weak.iron = ['train'];
  });
  await page.getByRole('combobox').fill('iron');
  await expect(page.locator('.weak-section .row')).toHaveCount(1);
  expect(await glide(page, 'add')).toEqual({ shift: 0, gliding: 1, resting: true });
});

test('reduced motion turns the gliding off', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByText('meaning follows')).toBeVisible();
  const gliding = await page.evaluate(async () => {
    const rows = () => [...window.element.shadowRoot!.querySelectorAll('.row')];
    window.fake.release();
    while (rows().length < 5) await new Promise(requestAnimationFrame);
    return rows().flatMap((row) => row.getAnimations()).length;
  });
  expect(gliding).toBe(0);
});

test('an older answer that arrives late is not shown', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  const older = await page.evaluateHandle(() => window.fake.release);
  await box.fill('train');
  await expect(page.getByRole('option')).toHaveCount(1);
  await older.evaluate((release) => release());
  await page.evaluate(() => window.fake.release());
  await expect(page.getByText('1 result', { exact: true })).toBeVisible();
  await expect(page.getByRole('option')).toContainText(['Train times']);
});

test('the sentence that matched by meaning looks different from matched words', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.held = false;
    window.fake.semantic.grid = ['gather'];
  });
  await page.getByRole('combobox').fill('grid');
  const option = page.getByRole('option');
  await expect(option.locator('.semantic')).toHaveText(['Work in a ', 'grid', ' and sort at the end.']);
  await expect(option.locator('mark')).toHaveText(['grid']);
});

test('rows get their buttons after a moment, the active one at once', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.held = false;
  });
  const buttons = () =>
    page.evaluate(() => {
      const rows = [...window.element.shadowRoot!.querySelectorAll('.row')];
      return rows.map((row) => row.querySelectorAll('.actions button').length);
    });
  // Reads the rows in the task that draws the answer, before anything else is drawn.
  const drawn = await page.evaluate(async () => {
    const root = window.element.shadowRoot!;
    const box = root.querySelector<HTMLInputElement>('#query')!;
    const answered = new Promise((resolve) => window.element.addEventListener('hs-search', resolve, { once: true }));
    box.value = 'iron';
    box.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await answered;
    await window.element.updateComplete;
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, composed: true }));
    await window.element.updateComplete;
    const active = root.querySelector('[data-active]')!;
    return { active: active.querySelectorAll('.actions button').length, rows: root.querySelectorAll('.row').length };
  });
  expect(drawn.rows).toBeGreaterThan(1);
  expect(drawn.active).toBe(4);
  await expect.poll(async () => (await buttons()).every((count) => count === 4)).toBe(true);
});

test('the text about the rows does not flicker between two keys', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'between-keys', 'model-load': 'manual' });
  await page.evaluate(async () => {
    const client = await window.element.ready;
    await client.addMany(['iron farm', 'ironing board', 'irony'].map((text) => ({ text })));
  });
  const box = page.getByRole('combobox');
  await box.fill('iro');
  await expect(page.getByRole('option')).toHaveCount(3);
  const summary = page.locator('.summary');
  await expect(summary).toContainText(' ms');
  await summary.evaluate((line) => {
    const lines: string[] = [];
    Object.assign(window, { lines });
    new MutationObserver(() => lines.push(line.textContent)).observe(line, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  for (const key of 'ning') {
    const answered = page.evaluate(
      () =>
        new Promise<void>((resolve) => window.element.addEventListener('hs-search', () => resolve(), { once: true })),
    );
    await box.press(key);
    await answered;
  }
  // "iron farm" matches too: the query "ironing" has the same stem.
  await expect(page.getByRole('option')).toHaveCount(2);
  const lines = await page.evaluate(() => (window as unknown as { lines: string[] }).lines);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => !/result.* ms/.test(line))).toEqual([]);
});

test('sorted by date, a newer note goes above the row under the pointer', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'dates', 'model-load': 'manual' });
  const add = (title: string) =>
    page.evaluate(async (given) => {
      const client = await window.element.ready;
      await client.add({ title: given, text: given });
    }, title);
  await add('First');
  const rows = page.getByRole('option');
  await expect(rows).toContainText(['First']);
  await rows.first().hover();
  await add('Second');
  await expect(rows).toContainText(['Second', 'First']);

  await page.getByRole('combobox').fill('First OR Second');
  await expect(rows).toHaveCount(2);
  await rows.last().hover();
  await page.getByRole('button', { name: /^Sort/ }).click();
  await page.getByText('Newest', { exact: true }).click();
  await add('Third is after First and Second');
  await expect(rows).toContainText(['Third', 'Second', 'First']);
});
