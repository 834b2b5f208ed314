import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

/** The page's policy blocks style tags. */
const addStyles = (page: Page, rules: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, rules);

test.describe('parts', () => {
  const unreachable = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
      const missing = new Set<string>();
      const visit = (root: ShadowRoot, exported: readonly string[] | null): void => {
        for (const node of root.querySelectorAll('*')) {
          for (const name of node.part)
            if (exported && !exported.includes(name)) missing.add(`${node.localName} ${name}`);
          if (!node.shadowRoot) continue;
          if (node.part.length === 0) missing.add(`${node.localName} has none`);
          visit(node.shadowRoot, (node.getAttribute('exportparts') ?? '').split(/,\s*/));
        }
      };
      visit(window.element.shadowRoot!, null);
      return [...missing];
    });

  test('of every panel and row can be styled by the page', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, NOTES);
    const seen = async (): Promise<void> => expect(await unreachable(page)).toEqual([]);
    await page.getByRole('combobox').fill('iron');
    await expect(page.getByRole('option')).toHaveCount(3);
    await page.getByRole('combobox').press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('w');
    await expect(page.locator('hs-why-panel summary')).toBeVisible();
    await page.getByRole('button', { name: 'Tags' }).click();
    await page.getByRole('checkbox', { name: 'farms' }).check();
    await seen();
    await page.keyboard.press('Escape');
    for (const [button, panel] of [
      ['New note', 'hs-memory-form'],
      ['Import', 'hs-import-panel'],
      ['How to search', 'hs-help-panel'],
      ['Settings', 'hs-settings-panel'],
      ['Judge some answers', 'hs-judge-panel'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).first().click();
      await expect(page.locator(`${panel} h2`)).toBeVisible();
      await seen();
    }
    await page.getByRole('option').first().click();
    await expect(page.locator('hs-memory-view h2')).toBeVisible();
    await seen();
  });

  test('accept the page’s styles, inside a panel as well', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, NOTES);
    await addStyles(
      page,
      `hybrid-search::part(panel-title) { letter-spacing: 7px }
        hybrid-search::part(passage) { letter-spacing: 5px }
        hybrid-search::part(sort) { letter-spacing: 3px }`,
    );
    const spacing = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((node) => getComputedStyle(node).letterSpacing);
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.locator('hs-settings-panel h2')).toBeVisible();
    expect(await spacing('hs-settings-panel h2')).toBe('7px');
    expect(await spacing('.passage')).toBe('5px');
    expect(await spacing('[data-facet=sort]')).toBe('3px');
  });
});

test.describe('content from the page', () => {
  test('replaces the texts for an empty store and for no results', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, []);
    await page.evaluate(() => {
      window.element.innerHTML = '<p slot="empty">Write a first recipe.</p><p slot="no-match">No such recipe.</p>';
    });
    await expect(page.getByText('Write a first recipe.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeHidden();
    await page.evaluate(async () => void (await window.fake.add({ text: 'Bread.' })));
    await page.getByRole('combobox').fill('zeppelin');
    await expect(page.getByText('No such recipe.')).toBeVisible();
    await expect(page.getByText('Write a first recipe.')).toBeHidden();
  });

  const TEMPLATE = `<template slot="row">
      <b part="recipe" data-text="title"></b> <i data-text="metadata.by.name"></i>
      <small data-text="tags">filled in</small><em data-text="constructor"></em>
      <p data-text="passage"></p>
    </template>`;

  test('draws the rows from text and marks, and nothing else of a note', async ({ page, baseUrl }) => {
    const hostile = '<img src=x onerror="window.hurt=1"> iron';
    await openElement(page, baseUrl, [
      ...NOTES,
      { id: 'x', title: hostile, text: hostile, tags: [hostile], metadata: { by: { name: hostile } } },
    ]);
    await page.evaluate((template) => {
      window.element.innerHTML = template;
    }, TEMPLATE);
    await page.getByRole('combobox').fill('iron');
    const rows = page.getByRole('option');
    await expect(rows).toHaveCount(4);
    const own = rows.last();
    await expect(own.locator('b')).toHaveText(hostile);
    await expect(own.locator('i')).toHaveText(hostile);
    await expect(own.locator('small')).toHaveText(hostile);
    await expect(own.locator('p mark')).toHaveText('iron');
    await expect(own.locator('em')).toBeHidden();
    await expect(own.locator('img')).toHaveCount(0);
    await expect(rows.first().locator('i')).toBeHidden();
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
    await page.getByRole('combobox').press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Iron farm' })).toBeFocused();
    await addStyles(page, 'hybrid-search::part(recipe) { letter-spacing: 9px }');
    expect(await own.locator('b').evaluate((node) => getComputedStyle(node).letterSpacing)).toBe('9px');
  });

  test('can be removed again', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, NOTES);
    await page.evaluate((template) => {
      window.element.innerHTML = template;
    }, TEMPLATE);
    await expect(page.locator('[part=recipe]')).toHaveCount(5);
    await page.evaluate(() => window.element.replaceChildren());
    await expect(page.locator('[part=recipe]')).toHaveCount(0);
    await expect(page.locator('.title')).toHaveCount(5);
  });
});
