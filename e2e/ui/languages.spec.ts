import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

const LANGUAGES = [
  ['en-GB', 'Search notes', 'ltr'],
  ['de-CH', 'Notizen durchsuchen', 'ltr'],
  ['es-MX', 'Buscar notas', 'ltr'],
  ['fr', 'Rechercher dans les notes', 'ltr'],
  ['zh-CN', '搜索笔记', 'ltr'],
  ['ar-EG', 'البحث في الملاحظات', 'rtl'],
] as const;

for (const [language, label, dir] of LANGUAGES) {
  test(`${language}: its words, its direction, and no other language’s script`, async ({ page, baseUrl }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      const name = /\/([a-z]{2})\.js$/.exec(new URL(request.url()).pathname)?.[1];
      if (name) scripts.push(name);
    });
    await openElement(page, baseUrl, NOTES, { language });
    await page.getByRole('combobox', { name: label, exact: true }).fill('iron');
    await expect(page.getByRole('option')).toHaveCount(3);
    const frame = page.locator('.frame');
    expect(await frame.evaluate((node) => getComputedStyle(node).direction)).toBe(dir);
    const icon = await page.locator('.box > .icon').boundingBox();
    const box = await page.locator('.box').boundingBox();
    expect(icon!.x - box!.x < box!.width / 2).toBe(dir === 'ltr');
    const passage = page.locator('.passage').first();
    expect(await passage.evaluate((node) => getComputedStyle(node).direction)).toBe('ltr');
    expect(scripts).toEqual([language.slice(0, 2)]);
  });
}

test('a changed language is loaded and used', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { language: 'en' });
  await page.evaluate(() => {
    window.element.client = window.fake;
    window.element.language = 'fr';
  });
  await expect(page.getByRole('combobox', { name: 'Rechercher dans les notes' })).toBeVisible();
  await expect(page.locator('hs-status-bar')).toContainText('5 notes');
});

test('the page’s words override the language’s, and unknown words are reported and ignored', async ({
  page,
  baseUrl,
}) => {
  await openElement(page, baseUrl, NOTES);
  const told = await page.evaluate(async () => {
    const paths: unknown[] = [];
    window.element.addEventListener('hs-error', ({ error }) => paths.push((error as { path?: string }).path));
    const wrong = { removed: 'Gone', adds: 'Add' } as object;
    window.element.strings = {
      searchLabel: 'Search recipes',
      notes: (count) => `${count} recipes`,
      sortBy: { newest: 'Fresh' },
      ...wrong,
    };
    await window.element.updateComplete;
    return paths;
  });
  expect(told).toEqual(['strings.removed', 'strings.adds']);
  await expect(page.getByRole('combobox', { name: 'Search recipes' })).toBeVisible();
  await expect(page.locator('hs-status-bar')).toContainText('5 recipes');
  await expect(page.getByRole('button', { name: 'Sort: Fresh' })).toBeVisible();
});

test('in Arabic, the arrow back from sync to the settings points to the right', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { language: 'ar' });
  await page.locator('[data-tool=settings]').click();
  await page.locator('hs-settings-panel .sync').click();
  await expect(page.locator('hs-sync-panel .back .icon')).toHaveCSS('scale', '-1 1');
});
