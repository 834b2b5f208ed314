import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, KEEP_FREED_MEMORY, UNOPTIMIZED_WASM } from './scripts/chromium.mjs';
import { ensureHeadless } from './scripts/setup.mjs';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // This limit only ends tests that hang. On a busy machine, a test takes ten times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // A test waits for timers and disks about a third of the time, so three of them keep two cores busy.
  workers: 3,
  // `npm run soak` sets it.
  ...(!process.env.LONG_TESTS && { grepInvert: /@long/ }),
  forbidOnly: !!process.env.CI,
  reporter: [['list'], ['json']],
  use: {
    launchOptions: {
      executablePath: ensureHeadless(),
      args: [...CHROMIUM_FLAGS, UNOPTIMIZED_WASM, KEEP_FREED_MEMORY],
    },
    trace: 'off',
  },
});
