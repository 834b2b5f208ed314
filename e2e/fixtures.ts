/** A request to another origin fails the test. */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { HybridSearchClient, HybridSearchOptions } from '../src/client/public-types.ts';

declare global {
  interface Window {
    client: HybridSearchClient;
  }
}

const LOCAL = /^(blob:|data:|about:|chrome-extension:)/;

export function guardNetwork(context: BrowserContext, origin: string): string[] {
  const strays: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    if (!LOCAL.test(url) && new URL(url).origin !== origin) strays.push(url);
  });
  return strays;
}

export interface Fixtures {
  baseUrl: string;
  /** Opens a store as `window.client` in a blank page of the built app, without an element. */
  openClient(options?: HybridSearchOptions & { page?: Page; path?: string }): Promise<Page>;
  guard: undefined;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a destructured first argument
  baseUrl: async ({}, use) => {
    await use(process.env.BASE_URL ?? '');
  },
  guard: [
    async ({ context, baseUrl }, use) => {
      const strays = guardNetwork(context, baseUrl);
      await use(undefined);
      expect(strays, 'requests that left the origin').toEqual([]);
    },
    { auto: true },
  ],
  openClient: async ({ context, baseUrl }, use) => {
    await use(async ({ page, path = '/blank', ...options } = {}) => {
      const target = page ?? (await context.newPage());
      await target.goto(`${baseUrl}${path}`);
      await connect(target, options);
      return target;
    });
  },
});

export async function connect(page: Page, options: HybridSearchOptions = {}): Promise<void> {
  // Filters accept any JSON, for which Playwright would infer infinitely deep types.
  await page.evaluate<void, object>(async (given: HybridSearchOptions) => {
    const module = '/client.js';
    const { createHybridSearch } = (await import(module)) as typeof import('../src/client/index.ts');
    window.client = createHybridSearch(given);
    await window.client.ready;
  }, options);
}

export { expect };
