import { expect, test } from '../fixtures.ts';
import { openElement } from './fake-client.ts';

const HOSTILE = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script> & <b>bold</b>';

test('markup in titles, texts and tags is shown as text', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [
    { id: 'x" onclick="alert(1)', title: `iron ${HOSTILE}`, text: `iron ${HOSTILE}`, tags: ['<i>tag</i>'] },
  ]);
  const box = page.getByRole('combobox');
  await box.fill('iron');
  const option = page.getByRole('option');
  await expect(option.locator('.title')).toHaveText(`iron ${HOSTILE}`);
  await expect(option.locator('.tag')).toHaveText('<i>tag</i>');
  await expect(option.locator('img, script, b, i:not(.on):not([class=""])')).toHaveCount(0);
  await box.press('ArrowDown');
  await page.getByRole('button', { name: 'Why this result' }).first().click();
  await box.press('Enter');
  await expect(page.locator('hs-memory-view .text')).toHaveText(`iron ${HOSTILE}`);
  await expect(page.locator('hs-memory-view :is(img, script, b)')).toHaveCount(0);
  expect(await page.title()).toBe('blank');
});

test('an address other than http(s) is not a link', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [
    { id: 'a', title: 'evil', text: 'evil', url: 'javascript:document.title=1' } as never,
    { id: 'b', title: 'good', text: 'good', url: 'https://example.org/' } as never,
  ]);
  await page.getByRole('option', { name: 'evil' }).click();
  await expect(page.locator('hs-memory-view').getByText('javascript:')).toBeVisible();
  await expect(page.locator('hs-memory-view a')).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to results' }).click();
  await page.getByRole('option', { name: 'good' }).click();
  await expect(page.locator('hs-memory-view a')).toHaveAttribute('rel', 'noopener noreferrer');
});

test('a huge note opens in steps, down to its end', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [{ id: 'huge', title: 'Huge', text: `${'word '.repeat(90_000)}the end` }]);
  await page.getByRole('option', { name: 'Huge' }).click();
  const text = page.locator('hs-memory-view .text');
  await expect.poll(async () => (await text.textContent())?.length).toBe(200_000);
  await page.getByRole('button', { name: /Show more/ }).click();
  await page.getByRole('button', { name: /Show more/ }).click();
  await expect(page.getByRole('button', { name: /Show more/ })).toHaveCount(0);
  expect((await text.textContent())?.endsWith('the end')).toBe(true);
});

test('each text has its own direction, and the element mirrors with its language', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [
    { id: 'he', title: 'לחם שאור', text: 'קמח, מים ומלח. לאפות בסיר ברזל.' },
    { id: 'en', title: 'Bread', text: 'Flour, water and salt.' },
  ]);
  const direction = (name: string): Promise<string> =>
    page
      .getByRole('option', { name })
      .locator('.passage')
      .evaluate((node) => getComputedStyle(node).direction);
  expect(await direction('לחם')).toBe('rtl');
  expect(await direction('Bread')).toBe('ltr');
  const iconBefore = await page.locator('.box > .icon').boundingBox();
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    window.element.strings = { dir: 'rtl' };
  });
  const iconAfter = await page.locator('.box > .icon').boundingBox();
  const box = await page.locator('.box').boundingBox();
  expect(iconBefore!.x - box!.x).toBeLessThan(60);
  expect(iconAfter!.x).toBeGreaterThan(iconBefore!.x + 200);
  expect(await direction('Bread')).toBe('ltr');
});

for (const width of [1280, 360])
  test(`the buttons of a row of one line stay inside it, ${width} px`, async ({ page, baseUrl }) => {
    await page.setViewportSize({ width, height: 700 });
    await openElement(page, baseUrl, [
      { id: 'ar', text: 'خبز الشعير' },
      { id: 'en', text: 'Bread' },
    ]);
    for (const dir of ['ltr', 'rtl'] as const) {
      await page.evaluate((dir) => {
        document.documentElement.dir = dir;
        window.element.strings = { dir };
      }, dir);
      for (const name of ['خبز', 'Bread']) {
        const row = page.locator('.row').filter({ hasText: name });
        await row.hover();
        const button = (await row.getByRole('button', { name: 'Delete' }).boundingBox())!;
        const box = (await row.boundingBox())!;
        expect(button.y).toBeGreaterThanOrEqual(box.y);
        expect(button.y + button.height).toBeLessThanOrEqual(box.y + box.height);
      }
    }
  });

test('kind and source are placed in the interface’s direction, and their text keeps its own', async ({
  page,
  baseUrl,
}) => {
  await openElement(page, baseUrl, [{ id: 'a', text: 'One', source: 'Kitchen', type: 'recipe' }]);
  await page.evaluate(() => {
    window.element.strings = { dir: 'rtl' };
  });
  const type = page.locator('.row .origin').last();
  await expect.poll(() => type.evaluate((node) => getComputedStyle(node).direction)).toBe('rtl');
  expect(await type.locator('bdi').evaluate((node) => getComputedStyle(node).direction)).toBe('ltr');
});

test('German on a German page, and custom words', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [], {}, '/blank-de');
  await expect(page.getByRole('combobox', { name: 'Notizen durchsuchen' })).toBeVisible();
  await page.evaluate(() => {
    window.element.strings = { searchLabel: 'Rezepte durchsuchen' };
  });
  await expect(page.getByRole('combobox', { name: 'Rezepte durchsuchen' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Noch nichts hier' })).toBeVisible();
});

test('names speakers in plain words, and leaves out the obvious', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [
    { id: 'a', text: 'Bread is out', source: 'user', type: 'conversation' },
    { id: 'b', text: 'Noted', source: 'agent', type: 'conversation' },
    { id: 'c', text: 'Salt', title: 'Shopping', source: 'user' },
  ]);
  await expect(page.locator('.row .title')).toHaveText(['You', 'Assistant', 'Shopping']);
  await expect(page.locator('.row').last().locator('.origin')).toHaveCount(0);
  await expect(page.locator('.row').first().locator('.origin')).toHaveText(['Chat']);
});
