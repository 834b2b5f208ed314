import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveFolder } from '../../scripts/serve.mjs';
import { expect, test } from '../fixtures.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const printed = readFileSync(join(ROOT, 'docs', 'START.md'), 'utf8').match(/```html\n([\s\S]*?)```/)![1]!;

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a destructured first argument
  baseUrl: async ({}, use) => {
    // The built app has at its root what `hybrid-search-assets` would copy into a folder.
    const page = printed.replace('/hybrid-search/define.js', '/define.js');
    const server = await serveFolder(join(ROOT, 'site'), { strict: false, pages: { '/start': page } });
    await use(server.url);
    await server.close();
  },
});

test('the page of "Start here" finds notes by code, by meaning and with a typo', async ({ page, baseUrl }) => {
  await page.goto(`${baseUrl}/start`);
  const rows = page.getByRole('option');
  const search = (query: string) => page.getByRole('combobox').fill(query);
  await expect(rows).toHaveCount(3);
  await search('E119');
  await expect(rows.first()).toContainText('Boiler');
  await search('bolier');
  await expect(rows.first()).toContainText('Boiler');
  await search('who fixes the plumbing');
  await expect(rows.first()).toContainText('Mr Novak');
});

test('the code of the README finds a note by meaning', async ({ page, baseUrl }) => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').match(/```ts\n([\s\S]*?)```/)![1]!;
  const code = readme
    .replace("'hybrid-search-element/client'", "'/client.js'")
    .replace("assetBase: '/hybrid-search'", "assetBase: '/'");
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(`${baseUrl}/start`);
  await page.addScriptTag({ type: 'module', content: code });
  await expect.poll(() => said.join('\n')).toContain('Spare key');
});

test('the tag of the README renders an element', async ({ page, baseUrl }) => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8').match(/```html\n([\s\S]*?)```/)![1]!;
  const tags = readme.replace('/hybrid-search/define.js', '/define.js');
  await page.route(`${baseUrl}/tag`, (route) => route.fulfill({ contentType: 'text/html', body: tags }));
  await page.goto(`${baseUrl}/tag`);
  await expect(page.getByRole('combobox')).toBeVisible();
});

test('the strings in docs/USING.md replace the element’s own', async ({ page, baseUrl }) => {
  const code = readFileSync(join(ROOT, 'docs', 'USING.md'), 'utf8').match(/```js\n([\s\S]*?)```/)![1]!;
  await page.goto(`${baseUrl}/start`);
  await page.addScriptTag({ content: `const element = document.querySelector('hybrid-search'); ${code}` });
  await expect(page.getByRole('combobox', { name: 'Search recipes' })).toBeVisible();
  await expect(page.getByText('3 recipes')).toBeVisible();
});

for (const path of ['docs/USING.md', 'docs/guides/theming.md']) {
  test(`the markup of ${path} renders an element without errors`, async ({ page, baseUrl }) => {
    const markup = readFileSync(join(ROOT, path), 'utf8').match(/```html\n([\s\S]*?)```/)![1]!;
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(`${baseUrl}/start`);
    await page.evaluate((html) => document.body.setHTMLUnsafe(html), markup);
    await expect(page.getByRole('combobox')).toBeVisible();
    expect(errors).toEqual([]);
  });
}
