import { expect, test } from '../fixtures.ts';
import { openElement } from './fake-client.ts';

const TEXT = `# Iron farm

Ten **villagers** and a *bell*. See [the page](https://example.org/iron) or [run](javascript:alert(1)).

- [ ] bed
- golem

> dusk

| a | b |
|---|---|
| 1 | 2 |

\`\`\`
let golem = '<b>';
\`\`\`

![a cat](https://example.org/cat.png) <img src=x onerror=alert(1)> <script>alert(1)</script>`;

test('becomes elements, of which none can run a script or fetch anything', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [{ id: 'md', title: 'Farm', text: TEXT }]);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => dialogs.push(dialog.message()));
  await page.getByRole('combobox').fill('golem');
  await page.getByRole('option').click();
  const text = page.locator('hs-memory-view .markdown');
  await expect(text.locator('h3')).toHaveText('Iron farm');
  await expect(text.locator('strong')).toHaveText('villagers');
  await expect(text.locator('li')).toHaveCount(2);
  await expect(text.locator('td')).toHaveText(['1', '2']);
  await expect(text.locator('pre')).toContainText("let golem = '<b>';");
  await expect(text.getByRole('link')).toHaveCount(1);
  await expect(text.getByRole('link')).toHaveAttribute('href', 'https://example.org/iron');
  await expect(text.locator('.picture')).toHaveText('a cat');
  expect(await text.locator('img, script, b').count()).toBe(0);
  await expect(text).toContainText('<img src=x onerror=alert(1)>');
  await expect(text.locator('mark').first()).toHaveText('golem');
  expect(dialogs).toEqual([]);

  const asWritten = page.getByRole('button', { name: 'As written' });
  await asWritten.click();
  await expect(asWritten).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('hs-memory-view .text')).toHaveText(TEXT);
  await expect(text).toHaveCount(0);
});

test('text without marks stays as it was written', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, [{ id: 'plain', title: 'Plain', text: 'one\n\n\n   two * 3' }]);
  await page.getByRole('option').click();
  await expect(page.locator('hs-memory-view .text')).toHaveText('one\n\n\n   two * 3');
  await expect(page.getByRole('button', { name: 'As written' })).toHaveCount(0);
});
