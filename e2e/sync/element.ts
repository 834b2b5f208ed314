import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type { HybridSearchElement } from '../../src/index.ts';
import type { CouchDouble } from '../../src/testing/couch-double.ts';
import { violations } from '../ui/surroundings.ts';
import { expect, PASSPHRASE, test as syncTest } from './fixtures.ts';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export async function addElement(page: Page, attributes: { [name: string]: string } = {}): Promise<void> {
  await page.evaluate(
    async (given) => {
      const module = '/define.js';
      await import(module);
      const element = document.createElement('hybrid-search') as HybridSearchElement;
      for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
      document.body.append(element);
      window.client = await element.ready;
      await element.updateComplete;
    },
    { name: 'notes', 'model-load': 'manual', ...attributes },
  );
  // Until the first answer is drawn, the status bar may move away from the pointer.
  await page.locator('[part~=empty], [role=option]').first().waitFor({ state: 'attached' });
}

export async function openSync(page: Page): Promise<Locator> {
  await page.locator('[data-tool=settings]').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('hs-settings-panel h2')).toBeFocused();
  await tabTo(page, page.locator('hs-settings-panel .sync'));
  await page.keyboard.press('Enter');
  const panel = page.locator('hs-sync-panel');
  await expect(panel.locator('h2')).toBeFocused();
  return panel;
}

export async function turnOn(page: Page, couch: CouchDouble): Promise<Locator> {
  await openSync(page);
  return turnOnIn(page, couch);
}

export async function turnOnIn(page: Page, couch: CouchDouble): Promise<Locator> {
  const panel = page.locator('hs-sync-panel');
  await panel.locator('#address').fill(couch.url);
  await page.keyboard.press('Enter');
  const isFirst = couch.documents().length === 0;
  await fillPassphrase(panel, isFirst);
  await panel.locator('hs-sync-passphrase .primary').click();
  if (isFirst) await panel.locator('hs-sync-kit .primary').click();
  await expect(panel.locator('.stage')).toHaveAttribute('data-stage', 'live');
  return panel;
}

/** @param isFirst on the first device, the panel suggests a passphrase, which appears shortly after the field */
export async function fillPassphrase(panel: Locator, isFirst: boolean): Promise<void> {
  const field = panel.locator('#passphrase');
  if (isFirst) await expect(field).not.toHaveValue('');
  await field.fill(PASSPHRASE);
}

export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    // The page's policy doesn't allow other scripts.
    await page.route('**/axe.min.js', (route) => route.fulfill({ path: axePath, contentType: 'text/javascript' }));
    await page.addScriptTag({ url: '/axe.min.js' });
  }
  return violations(page);
}

export const test = syncTest.extend<{
  profile: (attributes?: { [name: string]: string }) => Promise<Page>;
}>({
  profile: async ({ browser, site }, use) => {
    const pages: Page[] = [];
    await use(async (attributes) => {
      const page = await (await browser.newContext()).newPage();
      pages.push(page);
      await page.goto(`${site}/blank`);
      await addElement(page, attributes);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});
