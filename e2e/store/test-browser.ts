import { test as base, type Page } from '@playwright/test';
import { launch, openPage, type RunningBrowser, type Site, serveHarness, temporaryProfile } from './harness.ts';

export interface TestBrowser {
  readonly site: Site;
  readonly profile: string;
  readonly running: RunningBrowser;
  page(onReport?: (value: unknown) => void): Promise<Page>;
  /** `start` runs it again with the same profile. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export const test = base.extend<{ testBrowser: TestBrowser; flags: readonly string[] }, { site: Site }>({
  flags: [[], { option: true }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from this pattern.
    async ({}, use) => {
      const site = await serveHarness();
      await use(site);
      site.close();
    },
    { scope: 'worker' },
  ],
  testBrowser: async ({ site, flags }, use) => {
    const profile = temporaryProfile();
    let running: RunningBrowser | undefined;
    const current = (): RunningBrowser => {
      if (!running) throw new Error('the browser is not running');
      return running;
    };
    const start = async () => {
      running = await launch(profile.path, flags);
    };
    try {
      await start();
      await use({
        site,
        profile: profile.path,
        get running() {
          return current();
        },
        page: (onReport) => openPage(current(), site, onReport),
        async kill() {
          await current().kill();
          running = undefined;
        },
        start,
      });
    } finally {
      await running?.close();
      profile.remove();
    }
  },
});
