import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';
import { importFound } from './import-look.ts';

test.beforeEach(async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
});

async function transfer(page: Page, type: 'drop' | 'paste', names: string[]): Promise<void> {
  await page.evaluate(
    ({ type, names }) => {
      const data = new DataTransfer();
      for (const name of names) data.items.add(new File(['text'], name));
      const init = { bubbles: true, cancelable: true, composed: true };
      const frame = window.element.shadowRoot!.querySelector('.list')!;
      if (type === 'drop') frame.dispatchEvent(new DragEvent('dragenter', { ...init, dataTransfer: data }));
      frame.dispatchEvent(
        type === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      );
    },
    { type, names },
  );
}

for (const type of ['drop', 'paste'] as const) {
  test(`${type}: what was imported, what was skipped, what could not be read`, async ({ page }) => {
    await transfer(page, type, ['b.md', 'a.json', '.DS_Store']);
    const panel = page.locator('hs-import-panel');
    await expect(panel).toContainText('Markdown: 2 files, 4 notes');
    await expect(panel).toContainText('1 other file left out');
    expect((await page.evaluate(() => window.fake.calls)).filter((call) => call.startsWith('import'))).toEqual([]);
    await importFound(page);
    await expect(panel).toContainText('3 added, 1 updated, 0 unchanged');
    await expect(panel).toContainText('1 other file left out');
    await expect(panel.getByRole('heading', { name: '1 problem' })).toBeVisible();
    await expect(panel.getByRole('listitem')).toHaveText([/a\.json, line 7\s*Unexpected end of <JSON>/]);
    expect(await page.evaluate(() => window.fake.calls)).toContain('import a.json b.md');
  });
}

test('while files hover, the element says that they can be dropped', async ({ page }) => {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['text'], 'a.md'));
    window.element.dispatchEvent(new DragEvent('dragenter', { dataTransfer: data, cancelable: true }));
  });
  await expect(page.getByText('Drop to import')).toBeVisible();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['text'], 'a.md'));
    window.element.dispatchEvent(new DragEvent('dragleave', { dataTransfer: data }));
  });
  await expect(page.getByText('Drop to import')).toHaveCount(0);
});

test('shows progress and can be cancelled, and keeps what was read', async ({ page }) => {
  await page.evaluate(() => {
    window.fake.held = true;
  });
  await transfer(page, 'drop', ['a.md', 'b.md']);
  await importFound(page);
  const panel = page.locator('hs-import-panel');
  await expect(panel).toContainText('1 of 2 files');
  await expect(panel.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toContainText('Import stopped');
  await expect(panel).toContainText('3 added');
  await page.evaluate(() => {
    window.fake.held = false;
  });
  await panel.getByRole('button', { name: 'Resume' }).click();
  await expect(panel).not.toContainText('Import stopped');
  await expect(panel.getByRole('heading', { name: 'Import notes' })).toBeFocused();
  const imports = (await page.evaluate(() => window.fake.calls)).filter((call) => call.startsWith('import'));
  expect(imports).toEqual([imports[0], imports[0]]);
});

test('files can be picked', async ({ page }) => {
  await page.getByRole('button', { name: 'Import' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles({ name: 'note.md', mimeType: 'text/markdown', buffer: Buffer.from('# Note') });
  await importFound(page);
  await expect(page.locator('hs-import-panel')).toContainText('3 added');
});

test('a preview can be cancelled, and nothing is imported', async ({ page }) => {
  await transfer(page, 'drop', ['a.md']);
  const panel = page.locator('hs-import-panel');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await expect(panel.getByRole('heading', { name: 'Import notes' })).toBeFocused();
  expect((await page.evaluate(() => window.fake.calls)).filter((call) => call.startsWith('import'))).toEqual([]);
});

/** Pastes the text and the files. Returns whether the element handled the paste, so that the box gets nothing. */
const pasteIntoBox = (page: Page, text: string | null, names: string[]): Promise<boolean> =>
  page.evaluate(
    ({ text, names }) => {
      const data = new DataTransfer();
      if (text !== null) data.setData('text/plain', text);
      for (const name of names) {
        data.items.add(new File(['file'], name, { type: name.endsWith('.png') ? 'image/png' : '' }));
      }
      const box = window.element.shadowRoot!.querySelector('#query')!;
      const init = { bubbles: true, cancelable: true, composed: true };
      return !box.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
    },
    { text, names },
  );

test('text pasted into the box stays text, also if it comes with a picture of it', async ({ page }) => {
  expect(await pasteIntoBox(page, 'iron', [])).toBe(false);
  expect(await pasteIntoBox(page, 'iron', ['image.png'])).toBe(false);
});

test('a file pasted into the box is imported, also if it comes with its name as text', async ({ page }) => {
  expect(await pasteIntoBox(page, 'iron.md', ['iron.md'])).toBe(true);
  await expect(page.locator('hs-import-panel').getByRole('button', { name: /^Import/ })).toBeVisible();
});

test('export downloads one JSON Lines file', async ({ page }) => {
  await page.getByRole('button', { name: 'Import' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^default-\d{4}-\d\d-\d\d\.jsonl$/);
  await expect(page.getByText('Exported 3 byte')).toBeVisible();
});

test('the last backup is shown, and a backup may include the vectors', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    window.fake.export = async (options) => {
      window.fake.calls.push(`export ${options?.vectors}`);
      return new Blob(['{}']);
    };
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.locator('.export .due')).toContainText('No backup yet');
  await page.getByRole('checkbox', { name: /meaning/ }).check();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.locator('.export')).toContainText('Last backup: today');
  await expect(page.locator('.export .due')).toHaveCount(0);
  expect(await page.evaluate(() => window.fake.calls)).toContain('export true');
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.locator('.export')).toContainText('Last backup: today');
});

test('the second click of a double click removes no import', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    const { fake } = window;
    const counts = { added: 3, updated: 0, unchanged: 0 };
    const record = { ...counts, id: 'i1', name: 'old.md', files: 1, startedAt: 0, endedAt: 1, contents: [] };
    fake.imports = async () => [record];
    fake.removeImport = async (id) => fake.calls.push(`remove import ${id}`);
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const panel = page.locator('hs-import-panel');
  await panel.getByRole('button', { name: /old\.md$/ }).click();
  const remove = panel.getByRole('button', { name: 'Remove for good' });
  await remove.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await panel.getByRole('button', { name: 'Cancel' }).click();
  expect((await page.evaluate(() => window.fake.calls)).filter((call) => call.startsWith('remove'))).toEqual([]);
});
