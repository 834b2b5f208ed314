import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { holdUndo, NOTES, openElement } from './fake-client.ts';

test('a note is written in the form and found', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('button', { name: 'New note' }).click();
  await expect(page.getByRole('textbox', { name: /Title/ })).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Write some text first.' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();

  await page.getByRole('textbox', { name: /Title/ }).fill('Zeppelin');
  await page.getByRole('textbox', { name: 'Text' }).fill('It floats.');
  await page.getByRole('textbox', { name: /Tags/ }).fill('air, #slow, air');
  await page.getByRole('textbox', { name: 'Text' }).press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  const calls = await page.evaluate(() => window.fake.calls);
  expect(JSON.parse(calls.find((call) => call.startsWith('add'))!.slice(4))).toEqual({
    title: 'Zeppelin',
    text: 'It floats.',
    tags: ['air', 'slow'],
    type: 'note',
    source: 'user',
  });
  await page.getByRole('combobox').fill('zeppelin');
  await expect(page.getByRole('option')).toContainText(['Zeppelin']);
});

test('a note is edited, and an emptied title is removed', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('option', { name: 'Bread' }).click();
  await page.locator('hs-memory-view').getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Only rye.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('hs-memory-view .text')).toHaveText('Only rye.');
});

test.describe('delete', () => {
  test.beforeEach(async ({ page, baseUrl }) => {
    await page.clock.install();
    await openElement(page, baseUrl, NOTES);
    const box = page.getByRole('combobox');
    await box.fill('iron');
    await page.clock.runFor(1_000);
    await expect(page.getByRole('option')).toHaveCount(3);
    // The ten seconds must not pass by themselves.
    await page.clock.pauseAt(Date.now() + 60_000);
    await box.press('ArrowDown');
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await expect(page.getByRole('option')).toHaveCount(2);
  });

  test('hides the note at once, keeps the position, and deletes it from the store after ten seconds', async ({
    page,
  }) => {
    await expect(page.getByRole('combobox')).toBeFocused();
    await expect(page.locator('[role=option][aria-selected=true]')).toContainText('Gold farm');
    await page.clock.runFor(9_000);
    expect(await page.evaluate(() => window.fake.calls)).not.toContain('trash iron');
    await page.clock.runFor(1_500);
    await expect.poll(() => page.evaluate(() => window.fake.calls)).toContain('trash iron');
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  });

  test('leaves the status bar’s count at once, and returns to it', async ({ page }) => {
    await expect(page.locator('hs-status-bar')).toContainText('4 notes');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('hs-status-bar')).toContainText('5 notes');
  });

  test('can be undone, and then never reaches the store', async ({ page }) => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('option')).toHaveCount(3);
    await page.clock.runFor(20_000);
    expect(await page.evaluate(() => window.fake.calls)).not.toContain('trash iron');
  });

  test('happens when the element leaves the page, but not when it only moves', async ({ page }) => {
    await page.evaluate(() => {
      const section = document.createElement('section');
      document.body.append(section);
      section.append(window.element);
    });
    await expect(page.getByRole('option')).toHaveCount(2);
    expect(await page.evaluate(() => window.fake.calls)).not.toContain('trash iron');
    await page.evaluate(() => window.element.remove());
    await expect.poll(() => page.evaluate(() => window.fake.calls)).toContain('trash iron');
  });
});

test('readonly hides every control that writes', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { readonly: '' });
  await page.getByRole('option', { name: 'Bread' }).click();
  for (const name of ['New note', 'Import', 'Edit', 'Delete'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy' }).first()).toBeVisible();
});

test('readonly fetches no script that writes until it is turned off', async ({ page, baseUrl }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await openElement(page, baseUrl, NOTES, { readonly: '' });
  await page.getByRole('combobox').fill('bread');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect.poll(() => fetched).toContain('/help-panel.js');
  await page.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle())));
  expect(fetched.filter((path) => /editor|import-panel|settings|judge|notes-(side|en)/.test(path))).toEqual([]);

  await page.evaluate(() => {
    window.element.readonly = false;
  });
  await expect.poll(() => fetched).toContain('/notes-side.js');
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Written after all.');
  await page.getByRole('textbox', { name: 'Text' }).press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
});

test('a file dropped while readonly is not imported once it is turned off', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { readonly: '' });
  await page.evaluate(async () => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['# late'], 'late.md'));
    window.element.dispatchEvent(new DragEvent('drop', { cancelable: true, dataTransfer }));
    window.element.readonly = false;
    await window.element.updateComplete;
  });
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  expect(await page.evaluate(() => window.fake.calls.filter((call) => /import|preview/.test(call)))).toEqual([]);
});

test('properties set before the element is defined are kept', async ({ page, baseUrl }) => {
  await page.goto(`${baseUrl}/blank`);
  await page.evaluate(async () => {
    const element = document.createElement('hybrid-search') as HTMLElement & { query: string; name: string };
    element.query = 'early';
    element.name = 'early-store';
    document.body.append(element);
    const module = '/define.js';
    await import(module);
  });
  await expect(page.getByRole('combobox')).toHaveValue('early');
  expect(await page.evaluate(async () => (await document.querySelector('hybrid-search')!.ready).name)).toBe(
    'early-store',
  );
});

test('your own tags are suggested, and a note that does not age says so', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await expect(page.locator('hs-status-bar')).toContainText('5 notes');
  await page.getByRole('option', { name: /Bread/ }).hover();
  await page.locator('.row', { hasText: 'Bread' }).getByRole('button', { name: 'Edit' }).click();
  const tags = page.getByRole('textbox', { name: /Tags/ });
  const offered = page.getByRole('group', { name: 'Your tags' }).getByRole('button');
  await expect(offered).toHaveText(['farms', 'planning', 'travel']);
  await tags.fill('kitchen, tr');
  await expect(offered).toHaveText(['travel']);
  await offered.click();
  await expect(tags).toHaveValue('kitchen, travel, ');
  await expect(tags).toBeFocused();
  await page.getByRole('checkbox', { name: /Evergreen/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.toast')).toContainText('Saved');
  expect(await page.evaluate(() => window.fake.get('bread'))).toMatchObject({
    tags: ['kitchen', 'travel'],
    evergreen: true,
  });
  await page.locator('hs-memory-view').getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: /Evergreen/ })).toBeChecked();
});

test('deleting a note leaves another open one alone', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('option', { name: /Bread/ }).click();
  await expect(page.getByRole('heading', { name: 'Bread' })).toBeFocused();
  const row = page.locator('.row').filter({ hasText: 'Train times' });
  await row.hover();
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.toast')).toContainText('Train times');
  await expect(page.getByRole('heading', { name: 'Bread' })).toBeVisible();
  await page.locator('hs-memory-view').getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('hs-memory-view')).toHaveCount(0);
});

test('the second click of a double click deletes nothing, although another button is now there', async ({
  page,
  baseUrl,
}) => {
  await page.setViewportSize({ width: 640, height: 700 });
  await openElement(page, baseUrl, NOTES);
  const rowDelete = page.locator('.row').first().getByRole('button', { name: 'Delete' });
  const noteDelete = page.locator('hs-memory-view').getByRole('button', { name: 'Delete' });
  const doubleClick = async (first: Locator, second: Locator): Promise<void> => {
    await first.click();
    await second.hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
  };
  const row = (title: string): Locator => page.getByRole('option', { name: title });
  await holdUndo(page);
  await row('Iron farm').hover();
  await doubleClick(rowDelete, rowDelete);
  await doubleClick(row('Bread'), noteDelete);
  await doubleClick(noteDelete, rowDelete);
  await page.getByRole('combobox').press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Delete');
  await expect(page.locator('.toast')).toContainText(['Train times', 'Bread', 'Iron farm']);
});

test('the fields for tags and type stay on one line, whatever hint is below one', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('button', { name: 'New note' }).click();
  const fields = page.locator('hs-memory-form .pair :is(input, select)');
  await expect(fields).toHaveCount(2);
  const tops = (): Promise<number[]> =>
    fields.evaluateAll((all) => all.map((field) => Math.round(field.getBoundingClientRect().top)));
  await expect(async () => expect((await tops())[0]).toBe((await tops())[1])).toPass();
});
