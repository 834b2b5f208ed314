/** axe finds nothing in any state, theme or width; nothing overflows in a popup; everything can be touched. */
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

async function violations(page: Page): Promise<string[]> {
  // Colours in the middle of a fade are nobody's colours.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
  );
  const results = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(context: Document, options: object): Promise<AxeResults> } };
    return axe.run(document, {
      resultTypes: ['violations'],
      rules: {
        'landmark-one-main': { enabled: false },
        region: { enabled: false },
        'page-has-heading-one': { enabled: false },
      },
    });
  });
  return results.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
  );
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [320, 1280]) {
    test(`${scheme}, ${width} px`, async ({ page, baseUrl }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await openElement(page, baseUrl, NOTES, { shortcut: '' });
      await page.evaluate(() => {
        window.fake.weak.iron = ['train'];
        window.fake.semantic.iron = ['gather'];
      });
      await injectAxe(page);
      const check = async (state: string): Promise<void> => {
        expect(await violations(page), state).toEqual([]);
        expect(await overflow(page), `${state}: overflow`).toBeLessThanOrEqual(0);
      };
      await expect(page.getByRole('option')).toHaveCount(5);
      await check('browsing');
      const box = page.getByRole('combobox');
      await box.fill('iron');
      await expect(page.getByRole('option')).toHaveCount(5);
      await box.press('ArrowDown');
      await page.locator('[data-active] [data-action=why]').click();
      await check('results with the reasons open');
      await page.locator('hs-filter-bar [data-facet]:visible').first().click();
      await check('filter list');
      await page.keyboard.press('Escape');
      await box.press('Enter');
      await check('open note');
      await page.keyboard.press('Escape');
      for (const tool of ['form', 'import', 'settings', 'help']) {
        await page.locator(`[data-tool=${tool}]`).click();
        await expect(page.locator('.side > *')).toBeVisible();
        await check(tool);
        await page.keyboard.press('Escape');
      }
      await box.fill('zeppelin');
      await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
      await check('nothing relevant');
    });
  }
}

/** As a file of the page's own origin would be: the strict policy of the page allows no inline script. */
async function injectAxe(page: Page): Promise<void> {
  await page.route('**/axe.min.js', (route) => route.fulfill({ path: axePath, contentType: 'text/javascript' }));
  await page.addScriptTag({ url: '/axe.min.js' });
}

test('a screen reader meets a combobox that controls a list of options', async ({ page, baseUrl }) => {
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

test('fingers get targets of 44 px', async ({ browser, baseUrl }) => {
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
        // Chips are pills of 40 px in a line of their own, which leaves 44 px from centre to centre.
        if (width > 0 && Math.min(width, height) < 40) found.push(`${node.outerHTML.slice(0, 90)} ${width}×${height}`);
      }
    };
    visit(window.element.shadowRoot!);
    return found;
  });
  await context.close();
  expect(small).toEqual([]);
});
