import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

const FILLER = 'On the way home we talked about the garden and the neighbours, as always. '.repeat(40);

test.beforeEach(async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [
    ...NOTES,
    { id: 'roof', title: 'Roof', text: 'Slates and battens', metadata: { path: 'House/Plans 2026/roof.md' } },
    { id: 'long', title: 'Diary', text: `${FILLER}The cistern leaks again. ${FILLER}` },
  ]);
});

test('announces the first row and its label, then the count, and nothing more while the first row stays', async ({
  page,
}) => {
  await page.clock.install();
  const box = page.getByRole('combobox');
  await box.fill('iron');
  const said = page.getByRole('status').filter({ hasText: 'results' });
  await expect(said).toHaveText('Iron farm, Strong match. 3 results');
  await page.evaluate(() => window.fake.add({ title: 'Rust', text: 'Of iron' }));
  await expect(page.getByRole('option')).toHaveCount(4);
  // More than the pause in typing that announcements wait for.
  await page.clock.runFor(1_000);
  await expect(said).toHaveText('Iron farm, Strong match. 3 results');
  await page.evaluate(async () => {
    window.fake.semantic.iron = ['bread'];
    await window.fake.add({ title: 'Pot', text: 'Cast iron' });
  });
  await expect(said).toHaveText('Bread, Strong match. 5 results');
});

test('a row names the folders of an imported file', async ({ page }) => {
  await page.getByRole('combobox').fill('slates');
  await expect(page.getByRole('option')).toHaveText([/House › Plans 2026/]);
});

test('a search that found nothing says so before its time', async ({ page }) => {
  await page.getByRole('combobox').fill('zeppelin');
  await expect(page.locator('.empty')).toContainText('Nothing relevant');
  await expect(page.locator('.summary')).toHaveText(/^\s*0 results\s+\d/);
});

test('a question without an answer can become a note', async ({ page }) => {
  await page.getByRole('combobox').fill('zeppelin');
  await page.getByRole('button', { name: 'Create a note “zeppelin”' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('zeppelin');
});

test('arrow up in the empty box brings back the last search', async ({ page }) => {
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await box.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('Escape');
  await expect(box).toHaveValue('');
  await box.press('ArrowUp');
  await expect(box).toHaveValue('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
});

test('Ctrl+Enter opens the first note next to the list, and the keys stay in the box', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const box = page.getByRole('combobox');
  await box.fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box.press('Control+Enter');
  await expect(page.locator('hs-memory-view h2')).toHaveText('Iron farm');
  await expect(box).toBeFocused();
  await box.press('ArrowDown');
  await box.press('Control+Enter');
  await expect(page.locator('hs-memory-view h2')).toHaveText('Gold farm');
  await expect(box).toBeFocused();
});

test('a note opens where it matched', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.evaluate(() => {
    const { search } = window.fake;
    window.fake.search = async (query, options) => {
      const response = await search(query, options);
      for (const hit of response.hits) {
        const start = hit.memory.text.indexOf('The cistern');
        hit.passage = { text: hit.memory.text.slice(start, start + 200), start, end: start + 200 };
      }
      return response;
    };
  });
  const box = page.getByRole('combobox');
  await box.fill('cistern');
  await expect(page.getByRole('option')).toHaveCount(1);
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(page.locator('hs-memory-view h2')).toBeFocused();
  await expect(page.locator('hs-memory-view mark')).toBeInViewport();
});

test('six rows fit into an element of 1022 × 628, as on the demo page at 1280 × 800', async ({ page, baseUrl }) => {
  await page.setViewportSize({ width: 1024, height: 628 });
  const text = `${'Water the beans before it gets hot, and look for snails. '.repeat(5)}`;
  const many = Array.from({ length: 9 }, (_, at) => ({
    id: `bean-${at}`,
    text,
    tags: ['garden'],
    ...(at % 2 === 0 ? { title: `Beans ${at}` } : { type: 'fact' }),
  }));
  await openElement(page, baseUrl, many);
  await page.evaluate(() => {
    window.element.style.height = '628px';
    document.body.style.margin = '0';
  });
  await page.getByRole('combobox').fill('beans');
  await page.getByRole('combobox').press('ArrowDown');
  await expect(page.locator('.keys')).toBeVisible();
  const whole = await page.evaluate(() => {
    const { renderRoot } = window.element;
    const { bottom } = renderRoot.querySelector('.list')!.getBoundingClientRect();
    return [...renderRoot.querySelectorAll('.row')].filter((row) => row.getBoundingClientRect().bottom <= bottom + 1)
      .length;
  });
  expect(whole).toBeGreaterThanOrEqual(6);
});
