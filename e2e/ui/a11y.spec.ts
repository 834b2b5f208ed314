import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';
import { expectNoViolations, injectAxe, SIZES, surround } from './surroundings.ts';

/** Escape and an empty box lead back to the list of all notes. */
const STATES: { readonly [name: string]: (page: Page) => Promise<void> } = {
  async browsing(page) {
    await expect(page.getByRole('option')).toHaveCount(5);
  },
  async 'results with the reasons open'(page) {
    await page.getByRole('combobox').fill('iron');
    await expect(page.getByRole('option')).toHaveCount(5);
    await page.getByRole('combobox').press('ArrowDown');
    await page.locator('[data-active] [data-action=why]').click();
    await page.locator('hs-why-panel summary').click();
    await page.getByRole('combobox').focus();
  },
  async 'probably no answer'(page) {
    await page.evaluate(() => {
      window.fake.answerable = 0.01;
      window.fake.label = 'likely';
    });
    await page.getByRole('combobox').fill('bread');
    await expect(page.locator('.doubtful')).toBeVisible();
    await page.evaluate(() => {
      window.fake.answerable = 1;
      window.fake.label = 'strong';
    });
  },
  async 'weak matches only'(page) {
    await page.evaluate(() => {
      window.fake.weak.zebra = ['train', 'bread'];
    });
    await page.getByRole('combobox').fill('zebra');
    await page.getByRole('button', { name: 'Show 2 loose matches' }).click();
    await expect(page.getByRole('heading', { name: 'Loosely related' })).toBeVisible();
  },
  async 'nothing relevant'(page) {
    await page.getByRole('combobox').fill('zeppelin');
    await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  },
  async completions(page) {
    await page.getByRole('combobox').fill('tag:f');
    await page.getByRole('combobox').press('ArrowDown');
    await expect(page.locator('.completion[aria-selected=true]')).toBeVisible();
  },
  async 'filter list'(page) {
    await page.locator('hs-filter-bar .facets [data-facet]:visible').first().click();
  },
  async 'sort list'(page) {
    await page.getByRole('combobox').fill('iron');
    await expect(page.getByRole('option')).toHaveCount(5);
    await page.locator('hs-filter-bar [data-facet=sort]').click();
  },
  async 'open note'(page) {
    await page.getByRole('combobox').press('ArrowDown');
    await page.getByRole('combobox').press('Enter');
    await expect(page.locator('hs-memory-view h2')).toBeFocused();
  },
  async 'a delete that can be undone'(page) {
    await page.getByRole('combobox').press('ArrowDown');
    const reversed = await page.evaluate(() => window.element.strings?.dir === 'rtl');
    await page.keyboard.press(reversed ? 'ArrowLeft' : 'ArrowRight');
    await page.keyboard.press('Delete');
    await expect(page.locator('.toast')).toBeVisible();
    await page.evaluate(() => window.element.shadowRoot!.querySelector<HTMLElement>('.undo')!.focus());
  },
  async judging(page) {
    await page.locator('[data-tool=settings]').click();
    await page.locator('hs-settings-panel').getByRole('button', { name: 'Judge some answers' }).click();
    await page.getByLabel('Question').fill('iron');
    await page.keyboard.press('Enter');
    await expect(page.locator('hs-judge-panel .note')).toBeFocused();
  },
  async 'files to import'(page) {
    await page.locator('[data-tool=import]').click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    const lake = Buffer.from('# The lake\n\nDepth 12 m.');
    await (await choosing).setFiles({ name: 'lake.md', mimeType: 'text/markdown', buffer: lake });
    await expect(page.getByRole('button', { name: /^Import \d+ notes?$/ })).toBeVisible();
  },
  async 'where to sync'(page) {
    await page.locator('[data-tool=settings]').click();
    await page.locator('hs-settings-panel .sync').click();
    await expect(page.locator('hs-sync-place #address')).toBeVisible();
  },
  ...Object.fromEntries(
    ['form', 'import', 'settings', 'help'].map((tool) => [
      tool,
      async (page: Page) => {
        await page.locator(`[data-tool=${tool}]`).click();
        await expect(page.locator('.side > * h2')).toBeVisible();
      },
    ]),
  ),
};

for (const size of SIZES) {
  test(`axe finds nothing in any state: ${size.name}`, async ({ page, baseUrl }) => {
    await surround(page, size);
    await openElement(page, baseUrl, NOTES, { shortcut: '' });
    await page.evaluate(() => {
      window.fake.weak.iron = ['train'];
      window.fake.semantic.iron = ['gather'];
    });
    await injectAxe(page);
    for (const [state, enter] of Object.entries(STATES)) {
      await enter(page);
      await expectNoViolations(page, size, state);
      for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape');
      await page.getByRole('combobox').fill('');
      if (state === 'a delete that can be undone') await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('option')).toHaveCount(5);
    }
  });
}

test('screen readers see a combobox that controls a list of options', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('combobox').fill('bread');
  await expect(page.getByRole('option')).toHaveCount(1);
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const listbox = nodes.find((node) => node.role?.value === 'listbox');
  const children = nodes.filter((node) => listbox?.childIds?.includes(node.nodeId));
  expect(children.map((node) => node.role?.value)).toEqual(['option']);
  expect(children[0]?.name?.value).toContain('Bread');
  const combobox = nodes.find((node) => node.role?.value === 'combobox');
  const property = (name: string): unknown => combobox?.properties?.find((entry) => entry.name === name)?.value.value;
  expect(combobox?.name?.value).toBe('Search notes');
  expect(property('expanded')).toBe(true);
  expect(property('autocomplete')).toBe('list');
});

test('touch targets are 44 px', async ({ browser, baseUrl }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('combobox').fill('iron');
  await expect(page.getByRole('option')).toHaveCount(3);
  await page.getByRole('button', { name: 'Why this result' }).first().tap();
  await expect(page.locator('hs-why-panel')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  const small = await page.evaluate(() => {
    const found: string[] = [];
    const visit = (root: ShadowRoot): void => {
      for (const node of root.querySelectorAll<HTMLElement>('*')) {
        if (node.shadowRoot) visit(node.shadowRoot);
        if (!node.matches('button, input, select, [role=option]')) continue;
        const { width, height } = node.getBoundingClientRect();
        // Chips are 40 px high on their own line, so their centres are 44 px apart.
        if (width > 0 && Math.min(width, height) < 40) found.push(`${node.outerHTML.slice(0, 90)} ${width}×${height}`);
      }
    };
    visit(window.element.shadowRoot!);
    return found;
  });
  await context.close();
  expect(small).toEqual([]);
});
