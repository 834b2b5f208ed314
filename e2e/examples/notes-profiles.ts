import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CouchDouble } from '../../src/testing/couch-double.ts';
import { folderSide } from '../proofs/mirror.ts';
import { turnOnIn } from '../sync/element.ts';
import { serveWithCouch } from '../sync/fixtures.ts';
import { test as base } from './fixtures.ts';

export interface ProfileFixtures {
  couch: CouchDouble;
  app: string;
  profile: (address?: string) => Promise<Page>;
}

export const test = base.extend<ProfileFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a destructured first argument
  couch: async ({}, use) => {
    const couch = await CouchDouble.start();
    await use(couch);
    await couch.close();
  },
  app: async ({ built, couch }, use) => {
    const server = await serveWithCouch(couch, join(built, 'notes', 'dist'));
    await use(`${server.url}/`);
    await server.close();
  },
  profile: async ({ browser, app }, use) => {
    const pages: Page[] = [];
    await use(async (address = app) => {
      // Sync needs neither the model nor the service worker, and loading both takes most of a minute.
      const context = await browser.newContext({ serviceWorkers: 'block' });
      await context.route('**/models/**', (route) => route.abort());
      const page = await context.newPage();
      pages.push(page);
      await page.addInitScript(folderSide);
      await page.goto(address);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

export async function syncNotes(page: Page, couch: CouchDouble): Promise<string> {
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Set up or change' }).click();
  const panel = await turnOnIn(page, couch);
  await panel.locator('.invite').click();
  return panel.locator('#link').inputValue();
}
