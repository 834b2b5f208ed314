import { join } from 'node:path';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { securityHeaders } from '../../scripts/headers.mjs';
import { serveFolder } from '../../scripts/serve.mjs';
import type { HybridSearchOptions, SyncHandle, SyncOptions, SyncState } from '../../src/client/public-types.ts';
import { CouchDouble } from '../../src/testing/couch-double.ts';
import { connect } from '../fixtures.ts';

declare global {
  interface Window {
    sync: SyncHandle;
    states: SyncState[];
  }
}

const BLANK = '<!doctype html><html lang="en"><meta charset="utf-8"><title>blank</title><body></body></html>';
export const PASSPHRASE = 'crane amber lantern violet harbor stone';

const APP = join(import.meta.dirname, '..', '..', 'site');

export async function serveWithCouch(
  couch: CouchDouble,
  folder = APP,
): Promise<{ url: string; close(): Promise<void> }> {
  const policy = securityHeaders({ strict: true })['content-security-policy']!;
  return serveFolder(folder, {
    pages: { '/blank': BLANK },
    extraHeaders: {
      'content-security-policy': policy.replace("connect-src 'self'", `connect-src 'self' ${couch.origin}`),
    },
  });
}

export async function openDevice(browser: Browser, site: string, options: HybridSearchOptions = {}): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await openAgain(page, site, options);
  return page;
}

export async function openAgain(page: Page, site: string, options: HybridSearchOptions = {}): Promise<void> {
  await page.goto(`${site}/blank`);
  await connect(page, { name: 'notes', modelLoad: 'manual', ...options });
}

export async function syncOn(page: Page, options: Omit<SyncOptions, 'headers'>): Promise<SyncState> {
  return page.evaluate(async (given) => {
    window.states = [];
    window.sync = await window.client.sync(given);
    window.sync.onState((state) => window.states.push(state));
    await window.sync.idle();
    return window.sync.state;
  }, options);
}

/** In one step, because the next round may begin at once, and shows as catching up if it takes more than a second. */
export async function stateWhenIdle(page: Page): Promise<SyncState> {
  return page.evaluate(async () => {
    await window.sync.idle();
    return window.sync.state;
  });
}

export async function settle(...pages: Page[]): Promise<void> {
  for (const page of pages) await stateWhenIdle(page);
}

/** Without access counters. */
export async function contents(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const all = [];
    for await (const { lastAccessedAt, accessCount, ...memory } of window.client) all.push(memory);
    return JSON.stringify(all.sort((a, b) => (a.id < b.id ? -1 : 1)));
  });
}

export const test = base.extend<{
  couch: CouchDouble;
  site: string;
  device: (options?: HybridSearchOptions) => Promise<Page>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a destructured first argument
  couch: async ({}, use) => {
    const couch = await CouchDouble.start();
    await use(couch);
    await couch.close();
  },
  site: async ({ couch }, use) => {
    const server = await serveWithCouch(couch);
    await use(server.url);
    await server.close();
  },
  device: async ({ browser, site }, use) => {
    const pages: Page[] = [];
    await use(async (options) => {
      const page = await openDevice(browser, site, options);
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

export { expect };
