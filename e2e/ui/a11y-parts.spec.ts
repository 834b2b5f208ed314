import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openParts } from './open-parts.ts';
import { expectNoViolations, injectAxe, SIZES, surround } from './surroundings.ts';

/** Each with the selector of an element that it shows once it's open. */
const PAGES: readonly { readonly [part: string]: string }[] = [
  { box: 'input', filters: '[data-facet=sort]', results: '[role=option]', status: '.facts' },
  { editor: 'textarea', import: 'h2', settings: 'h2', judge: 'h2', help: 'h2' },
  { results: '[role=option]', reader: 'h2' },
];

const markup = (store: string, ...parts: (string | undefined)[]): string =>
  parts.map((part) => (part ? `<hybrid-search-${part} name="${store}"></hybrid-search-${part}>` : '')).join('');

async function openFirstNote(page: Page): Promise<void> {
  await page.getByRole('listbox').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

for (const size of SIZES) {
  test(`axe finds nothing in a part: ${size.name}`, async ({ page, baseUrl }) => {
    await surround(page, size);
    for (const parts of PAGES) {
      const names = Object.keys(parts);
      await openParts(page, baseUrl, markup('axe', ...names), { axe: NOTES });
      await page.evaluate(() => {
        document.title = 'Parts';
      });
      if (names.includes('reader')) {
        await expect(page.getByRole('option')).toHaveCount(3);
        await openFirstNote(page);
      }
      for (const [part, shows] of Object.entries(parts)) {
        await expect(page.locator(`hybrid-search-${part}`).locator(shows).first()).toBeVisible();
      }
      await injectAxe(page);
      await expectNoViolations(page, size, names.join());
    }
  });
}

async function tabTo(page: Page, role: 'button' | 'textbox' | 'radio' | 'searchbox', name: string | RegExp) {
  const target = page.getByRole(role, { name, exact: true }).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((node) => node.matches(':focus'))) return;
  }
  throw new Error(`${name} is not reached by Tab`);
}

const told = (page: Page, part: string, tree: string): Promise<void> =>
  expect(page.locator(`hybrid-search-${part}`)).toMatchAriaSnapshot(tree);

test('box, results and reader: search, move and open with the keyboard', async ({ page, baseUrl }) => {
  await openParts(page, baseUrl, markup('a', 'box', 'results', 'reader'), { a: NOTES });
  await expect(page.getByRole('option')).toHaveCount(3);
  await tabTo(page, 'searchbox', 'Search notes');
  await page.keyboard.type('bread');
  await expect(page.getByRole('option')).toHaveCount(1);
  await told(page, 'box', '- searchbox "Search notes": bread\n- button "Clear search"');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeFocused();
  await told(page, 'results', '- listbox "Results"\n- article:\n  - option /^Bread/ [selected]');
  await page.keyboard.press('Enter');
  await told(page, 'reader', '- button "Back to results"\n- article "Bread":\n  - heading "Bread" [level=2]');
});

test('filters: open a list of values, choose and close it with the keyboard', async ({ page, baseUrl }) => {
  await openParts(page, baseUrl, markup('a', 'filters', 'results'), { a: NOTES });
  await tabTo(page, 'button', 'Tags');
  await page.keyboard.press('Enter');
  await told(page, 'filters', '- group "Tags":\n  - checkbox /farms/\n  - checkbox /kitchen/');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await told(page, 'filters', '- button "Tags 1"\n- button "Type"\n- button "Remove filter farms"');
});

test('editor: write and save a note with the keyboard', async ({ page, baseUrl }) => {
  await openParts(page, baseUrl, markup('a', 'editor', 'results'));
  await tabTo(page, 'textbox', /^Title/);
  await page.keyboard.type('Spare key');
  await tabTo(page, 'textbox', 'Text');
  await page.keyboard.type('Behind the blue cupboard.');
  await tabTo(page, 'button', 'Save');
  await page.keyboard.press('Enter');
  await told(page, 'results', '- listbox "Results"\n- article:\n  - option /^Spare key/');
});

test('settings, import, judging and help: their headings, and what Tab reaches first', async ({ page, baseUrl }) => {
  for (const [part, heading, role, name] of [
    ['settings', 'Settings', 'radio', /^Automatic/],
    ['import', 'Import notes', 'button', 'Choose files'],
    ['judge', 'Evaluate on my notes', 'textbox', 'Question'],
    ['help', 'How to search', 'button', 'lentil soup'],
  ] as const) {
    await openParts(page, baseUrl, markup(part, part), { [part]: NOTES });
    await told(page, part, `- heading "${heading}" [level=2]`);
    await tabTo(page, role, name);
  }
});
