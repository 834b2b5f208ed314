import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';
import { injectAxe, violations } from './surroundings.ts';

async function expectNoViolations(page: Page): Promise<void> {
  await injectAxe(page);
  expect(await violations(page)).toEqual([]);
}

async function drop(page: Page, files: { [name: string]: string }): Promise<void> {
  await page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, content] of Object.entries(files)) dataTransfer.items.add(new File([content], name));
    const frame = window.element.shadowRoot!.querySelector('.list')!;
    frame.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer }));
  }, files);
}

const stored = (page: Page) =>
  page.evaluate(async () => {
    const client = await window.element.ready;
    const { memories } = await client.list({ limit: 1_000 });
    return memories
      .map(({ title = '', text, tags, metadata }) => ({ title, text, tags, metadata }))
      .sort((left, right) => (left.title + left.text < right.title + right.text ? -1 : 1));
  });

const chats = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, n) => ({
      uuid: `c${n}`,
      name: `Talk ${n} of ${n % 7 === 0 ? 'herons' : 'tides'}`,
      chat_messages: [
        { uuid: `m${n}`, sender: 'human', text: `Question number ${n}`, created_at: '2021-05-06T07:08:09Z' },
      ],
    })),
  );

test('kinds, files and conversations can be left out, also of a long list', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'choice', 'model-load': 'manual' });
  await drop(page, {
    'conversations.json': chats(700),
    'a.md': '# Alpha',
    'b.md': '# Beta',
    'c.html': '<html><p>Gamma',
  });
  const panel = page.locator('hs-import-panel');
  const confirm = page.getByRole('button', { name: /^Import [\d,]+ notes?$/ });
  await expect(confirm).toBeFocused();
  await expect(confirm).toHaveText('Import 703 notes');

  const html = panel.getByRole('checkbox', { name: /^HTML/ });
  await html.focus();
  await page.keyboard.press('Space');
  await expect(confirm).toHaveText('Import 702 notes');

  await panel.getByRole('button', { name: 'Choose: Claude' }).focus();
  await page.keyboard.press('Enter');
  const list = panel.locator('hs-source-list');
  await expect(list.getByRole('checkbox')).toHaveCount(100);
  await list.getByRole('button', { name: 'None' }).focus();
  await page.keyboard.press('Enter');
  await expect(confirm).toHaveText('Import 2 notes');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('herons');
  await expect(list.getByRole('checkbox')).toHaveCount(100);
  await expect(list.getByRole('checkbox').first()).toHaveAccessibleName(/^Talk 0 of herons/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(confirm).toHaveText('Import 102 notes');
  const kind = panel.getByRole('checkbox', { name: /^Claude/ });
  expect(await kind.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await list.getByRole('checkbox').nth(1).focus();
  await page.keyboard.press('Space');
  await expect(confirm).toHaveText('Import 101 notes');
  await expectNoViolations(page);

  await confirm.focus();
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('101 added, 0 updated, 0 unchanged');
  const texts = (await stored(page)).map(({ text }) => text);
  expect(texts).toContain('Question number 0');
  expect(texts).toContain('Question number 693');
  expect(texts.filter((text) => /Gamma|number [1-6]$|number 7$/.test(text))).toEqual([]);
});

test('a long list grows on demand, and keeps the focus', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'choice-long', 'model-load': 'manual' });
  await drop(page, { 'conversations.json': chats(150) });
  const panel = page.locator('hs-import-panel');
  await panel.getByRole('button', { name: 'Choose: Claude' }).click();
  const list = panel.locator('hs-source-list');
  await list.getByRole('button', { name: /^Show more/ }).focus();
  await page.keyboard.press('Enter');
  await expect(list.getByRole('checkbox')).toHaveCount(150);
  await expect(list.getByRole('checkbox').nth(100)).toBeFocused();
});

test('columns become fields, with the first notes shown, and are kept for the next file', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'columns', 'model-load': 'manual' });
  const table =
    'Zitat,Werk,Regal,Notiert am\nHerons wait,Marsh Lore,"a, b",2021-05-06\nEels hurry,Marsh Lore,c,2021-05-07\n';
  await drop(page, { 'quotes.csv': table });
  const panel = page.locator('hs-import-panel');
  await expect(panel.locator('summary')).toHaveText(/Columns of quotes\.csv/);
  await expect(panel).toContainText('No column is the text yet.');
  const field = (column: string) => panel.getByRole('combobox', { name: `Field: ${column}` });
  await field('Zitat').focus();
  await page.keyboard.type('Text');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Title');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Tags');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Created');
  const notes = panel.locator('.first-notes li');
  await expect(notes).toHaveCount(2);
  await expect(notes.first()).toContainText(/Marsh Lore\s+May 6, 2021.*\s+a\s+b\s+Herons wait/);
  expect(await stored(page)).toEqual([]);
  await expectNoViolations(page);
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: 'Use these columns' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.locator('details')).not.toHaveAttribute('open');
  await expect(panel).toContainText('CSV: 2 notes, 2021');
  await expect(page.getByRole('button', { name: 'Import 2 notes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('2 added');
  expect(await stored(page)).toMatchObject([
    { title: 'Marsh Lore', text: 'Eels hurry', tags: ['c'], metadata: {} },
    { title: 'Marsh Lore', text: 'Herons wait', tags: ['a', 'b'], metadata: {} },
  ]);

  await openRealElement(page, baseUrl, { name: 'columns', 'model-load': 'manual' });
  await drop(page, { 'later.csv': 'Zitat,Werk,Regal,Notiert am\nHerons sleep,Marsh Lore,,2022-01-01\n' });
  await expect(panel.locator('details')).not.toHaveAttribute('open');
  await expect(panel).toContainText('CSV: 1 note, 2022');
  await expect(page.getByRole('button', { name: 'Import 1 note' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('1 added');
  expect((await stored(page)).map(({ text }) => text)).toContain('Herons sleep');
});

test('JSON records without a text field are imported once their keys are mapped', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'columns-json', 'model-load': 'manual' });
  const quote = (text: string, page: number) => ({ quote: { text, by: [{ name: 'R. Reed' }] }, page });
  await drop(page, { 'list.json': JSON.stringify([quote('Herons wait', 9), quote('Eels hurry', 10)]) });
  const panel = page.locator('hs-import-panel');
  await expect(panel.getByRole('heading', { name: '2 problems' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import [\d,]+ note/ })).toHaveCount(0);
  await expect(panel.getByRole('combobox', { name: 'Field: quote.text' })).toBeFocused();
  await page.keyboard.type('Text');
  await page.keyboard.press('Tab');
  await expect(panel.getByRole('combobox', { name: 'Field: quote.by[].name' })).toBeFocused();
  await page.keyboard.type('Title');
  await expect(panel.locator('.first-notes li').first()).toContainText(/R\. Reed\s+Herons wait/);
  await panel.getByRole('button', { name: 'Use these columns' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('heading', { name: /problem/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Import 2 notes' }).press('Enter');
  await expect(panel).toContainText('2 added');
  expect(await stored(page)).toMatchObject([
    { title: 'R. Reed', text: 'Eels hurry', metadata: { page: 10 } },
    { title: 'R. Reed', text: 'Herons wait', metadata: { page: 9 } },
  ]);
});

for (const [language, columns, choose] of [
  ['de', 'Spalten von q.csv', 'Auswählen: CSV'],
  ['fr', 'Colonnes de q.csv', 'Choisir: CSV'],
  ['es', 'Columnas de q.csv', 'Elegir: CSV'],
  ['zh', 'q.csv 的列', '选择: CSV'],
  ['ar', 'أعمدة \u2068q.csv\u2069', 'اختيار: CSV'],
] as const)
  test(`${language}: columns and choices are translated`, async ({ page, baseUrl }) => {
    await openRealElement(page, baseUrl, { name: `choice-${language}`, 'model-load': 'manual', language });
    await drop(page, { 'q.csv': 'Zitat,Werk\nEbbe,Flut\n', 'r.csv': 'Zitat,Werk\nWatt,Küste\n' });
    const panel = page.locator('hs-import-panel');
    await expect(panel.locator('summary')).toContainText(columns);
    await panel.getByRole('button', { name: choose }).click();
    await expect(panel.locator('hs-source-list').getByRole('checkbox')).toHaveCount(2);
    await expectNoViolations(page);
  });
