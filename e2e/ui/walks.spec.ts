import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { holdUndo, NOTES, openElement } from './fake-client.ts';

test.beforeEach(async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { shortcut: '/' });
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox')).toBeFocused();
});

const told = (page: Page, tree: string): Promise<void> =>
  expect(page.locator('hybrid-search')).toMatchAriaSnapshot(tree);

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function tabTo(
  page: Page,
  role: 'button' | 'checkbox' | 'radio' | 'textbox',
  name: string | RegExp,
  key = 'Tab',
) {
  const target = page.getByRole(role, { name, exact: true });
  await expect(target.first()).toBeVisible();
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press(key);
    if (await target.evaluateAll((nodes) => nodes.some((node) => node.matches(':focus')))) return;
  }
  throw new Error(`${name} is not reached by ${key}`);
}

async function search(page: Page): Promise<void> {
  await page.keyboard.type('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  // Rows of "ir" look the same, and an opened note would keep their marks.
  await expect(page.getByRole('option').first().locator('mark').last()).toHaveText('iron');
  await press(page, 'ArrowDown');
}

test('search: the box, the number of results, and the active row', async ({ page }) => {
  await told(page, '- combobox "Search notes" [expanded]');
  await page.keyboard.type('iron');
  await told(
    page,
    `- banner:
  - combobox "Search notes" [expanded]: iron
  - button "Clear search"
- listbox "Results"
- article:
  - option /^Iron farm today farms Ten villagers/
- article:
  - option /^Gold farm .*today/
- article:
  - option /^Bread .*today/
- status: Iron farm, Strong match. 3 results`,
  );
  await press(page, 'ArrowDown');
  await told(
    page,
    `- article:
  - option /^Iron farm/ [selected]`,
  );
  await press(page, 'ArrowDown');
  await told(
    page,
    `- article:
  - option /^Iron farm/
- article:
  - option /^Gold farm/ [selected]`,
  );
  await expect(page.getByRole('combobox')).toBeFocused();
});

test('open: the note has focus, its text is there, and Escape returns', async ({ page }) => {
  await search(page);
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'Iron farm' })).toBeFocused();
  await told(
    page,
    `- button "Back to results"
- button "Edit"
- button "Copy"
- button "Delete"
- article "Iron farm":
  - heading "Iron farm" [level=2]
  - paragraph: farms
  - text: Ten villagers and a bell. The
  - mark: iron
  - text: golem appears at dusk.`,
  );
  await press(page, 'Escape');
  await expect(page.getByRole('combobox')).toBeFocused();
  await expect(page.getByRole('article', { name: 'Iron farm' })).toHaveCount(0);
});

test('why: a sentence first, with the numbers folded below', async ({ page }) => {
  await search(page);
  await press(page, 'ArrowRight');
  await told(
    page,
    `- group "Actions for Iron farm":
  - button "Why this result"
  - button "Edit"
  - button "Copy"
  - button "Delete"`,
  );
  await press(page, 'w');
  await told(
    page,
    `- group "Actions for Iron farm":
  - button "Why this result" [expanded]
- region "Why this result":
  - paragraph: /^It contains/
  - group: Numbers`,
  );
  const numbers = page.getByText('Numbers', { exact: true });
  for (let presses = 0; presses < 10 && !(await numbers.evaluate((node) => node.matches(':focus'))); presses++)
    await press(page, 'Tab');
  await expect(numbers).toBeFocused();
  await press(page, 'Enter');
  await told(
    page,
    `- region "Why this result":
  - group:
    - table "Share of the score":
      - rowgroup:
        - row /Words rank 1/:
          - rowheader "Words"
        - row /Meaning/`,
  );
});

test('filter: a list of values, and the chosen one as a chip that removes it', async ({ page }) => {
  await search(page);
  await press(page, 'Escape');
  await tabTo(page, 'button', 'Tags');
  await press(page, 'Enter');
  await told(
    page,
    `- group "Filters":
  - button "Tags" [expanded]
  - group "Tags":
    - checkbox "farms 2"
    - checkbox "kitchen 1"`,
  );
  await tabTo(page, 'checkbox', 'farms 2');
  await press(page, 'Space');
  await told(
    page,
    `- group "Filters":
  - group "Tags":
    - checkbox "farms 2" [checked]
  - button "Remove filter farms"`,
  );
  await press(page, 'Escape');
  await expect(page.getByRole('button', { name: /^Tags/ })).toBeFocused();
  await tabTo(page, 'button', 'Remove filter farms');
  await press(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Remove filter farms' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Tags/ })).toBeFocused();
});

test('add: a form with labels, a missing value announced at its field, and the new note in the list', async ({
  page,
}) => {
  await tabTo(page, 'button', 'New note');
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Title optional' })).toBeFocused();
  await told(
    page,
    `- heading "New note" [level=2]
- form "New note":
  - textbox "Title optional"
  - textbox "Text"
  - textbox "Tags Separated by commas"
  - textbox "Type": note
  - textbox "Link optional"
  - button "Save"
  - button "Close"`,
  );
  await page.keyboard.type('Tin whistle');
  await press(page, 'Control+Enter');
  await told(page, '- alert: Write some text first.');
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.type('Six holes.');
  await press(page, 'Control+Enter');
  await told(
    page,
    `- article:
  - option /^Tin whistle today Six holes\\./
- status: Saved`,
  );
  await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
});

test('edit: from the row into the text, saved, and the note as it is now', async ({ page }) => {
  await search(page);
  await press(page, 'ArrowRight', 'e');
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await told(
    page,
    `- heading "Edit note" [level=2]
- form "Edit note":
  - textbox "Title optional": Iron farm
  - textbox "Text": Ten villagers and a bell. The iron golem appears at dusk.
  - textbox "Tags Separated by commas": farms`,
  );
  await press(page, 'Control+a');
  await page.keyboard.type('Twelve villagers, one iron golem.');
  await told(page, '- button "Discard changes"');
  await tabTo(page, 'button', 'Save');
  await press(page, 'Enter');
  await told(
    page,
    `- article "Iron farm":
  - text: Twelve villagers, one iron golem.
- status: Saved`,
  );
  await expect(page.getByRole('heading', { name: 'Iron farm' })).toBeFocused();
});

test('delete and undo: announced at once, with a button nearby, and the row returns', async ({ page }) => {
  await holdUndo(page);
  await search(page);
  await press(page, 'ArrowRight', 'Delete');
  await expect(page.getByRole('combobox')).toBeFocused();
  await told(
    page,
    `- article:
  - option /^Gold farm/ [selected]
- status:
  - text: Deleted “Iron farm”
  - button "Undo"`,
  );
  await expect(page.getByRole('option')).toHaveCount(2);
  await press(page, 'Alt+z');
  await told(
    page,
    `- article:
  - option /^Iron farm/
- status: “Iron farm” restored`,
  );
  await press(page, 'ArrowUp', 'ArrowRight', 'Delete');
  await expect(page.getByRole('option')).toHaveCount(2);
  await tabTo(page, 'button', 'Undo');
  await press(page, 'Enter');
  await expect(page.getByRole('option')).toHaveCount(3);
  await expect(page.getByRole('combobox')).toBeFocused();
});

test('import: the choices, and the result of each file', async ({ page }) => {
  await tabTo(page, 'button', 'Import');
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'Import notes' })).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, 'button', 'Choose files');
  await press(page, 'Enter');
  await (await chooser).setFiles([
    { name: 'b.md', mimeType: 'text/markdown', buffer: Buffer.from('# B') },
    { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{') },
  ]);
  await told(
    page,
    `- heading "Import notes" [level=2]
- list:
  - listitem: "Markdown: 2 files, 4 notes"
- button "Import 4 notes"
- button "Cancel"`,
  );
  await expect(page.getByRole('button', { name: 'Import 4 notes' })).toBeFocused();
  await press(page, 'Enter');
  await told(
    page,
    `- heading "Import notes" [level=2]
- paragraph:
  - strong: 3 added, 1 updated, 0 unchanged
- heading "1 problem" [level=3]
- list "1 problem":
  - listitem: a.json, line 7 Unexpected end of <JSON>`,
  );
});

test('export: the backup as a file, with the confirmation in the same place', async ({ page }) => {
  await tabTo(page, 'button', 'Import');
  await press(page, 'Enter');
  await told(
    page,
    `- heading "Backup" [level=3]
- paragraph: All notes as one JSON Lines file
- paragraph: /No backup yet/
- checkbox /Include the data for search by meaning/
- button "Export"`,
  );
  const download = page.waitForEvent('download');
  await tabTo(page, 'button', 'Export');
  await press(page, 'Enter');
  expect((await download).suggestedFilename()).toMatch(/^default-\d{4}-\d\d-\d\d\.jsonl$/);
  await told(
    page,
    `- heading "Backup" [level=3]
- paragraph: /Exported \\d+ byte/
- paragraph: "Last backup: today"`,
  );
});

test('settings: the models as radio buttons, and "delete all" only with its number', async ({ page }) => {
  await tabTo(page, 'button', 'Settings');
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused();
  await told(
    page,
    `- heading "Settings" [level=2]
- group "Search by meaning":
  - radio /^Automatic/ [checked]
  - radio /^English .*Best for English notes/
- heading "Storage" [level=3]
- button "Delete all notes"`,
  );
  await tabTo(page, 'button', 'Delete all notes');
  await press(page, 'Enter');
  await told(
    page,
    `- paragraph: /This deletes 5 notes/
- button "Export"
- textbox "Type 5 to confirm"
- button "Cancel"
- button "Delete all" [disabled]`,
  );
  await expect(page.getByRole('textbox', { name: 'Type 5 to confirm' })).toBeFocused();
  await page.keyboard.type('5');
  await press(page, 'Enter');
  await told(
    page,
    `- status:
  - text: Deleting 5 notes
  - button "Undo"`,
  );
  await holdUndo(page);
  await tabTo(page, 'button', 'Undo');
  await press(page, 'Enter');
  await expect(page.getByRole('option')).toHaveCount(5);
});

test('judge: a question, one note at a time, two keys', async ({ page }) => {
  await tabTo(page, 'button', 'Settings');
  await press(page, 'Enter');
  await tabTo(page, 'button', 'Judge some answers');
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'Evaluate on my notes' })).toBeFocused();
  await tabTo(page, 'textbox', 'Question');
  await page.keyboard.type('iron');
  await press(page, 'Enter');
  await told(
    page,
    `- paragraph: iron
- paragraph: Note 1 of 3. Does it answer the question?
- article "Iron farm":
  - heading "Iron farm" [level=3]
  - button "Answers it"
  - button "Doesn’t"
  - button "Previous note" [disabled]
  - button "Done with this question"`,
  );
  await expect(page.getByRole('article', { name: 'Iron farm' }).last()).toBeFocused();
  await press(page, 'y');
  await told(page, '- paragraph: Note 2 of 3. Does it answer the question?');
  await press(page, 'n');
  await told(page, '- paragraph: Note 3 of 3. Does it answer the question?');
  await press(page, 'n');
  await told(
    page,
    `- textbox "Question"
- list "Judged questions":
  - listitem: iron 1 answer
- button "Measure on 1 question"`,
  );
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeFocused();
});
