/** Every step of the check that can fail, and every state in which sync stops, as the element shows them. */
import type { Locator, Page } from '@playwright/test';
import type { SyncStep } from '../../src/client/public-types.ts';
import type { CouchDouble } from '../../src/testing/couch-double.ts';
import { axeFindings, expect, openSync, test } from './element.ts';
import { PASSPHRASE } from './fixtures.ts';

interface CheckCase {
  step: SyncStep;
  arrange?: (couch: CouchDouble) => void;
  url?: (couch: CouchDouble) => string;
  /** Part of the lines to change. */
  change: string;
}

const CHECKS: readonly CheckCase[] = [
  { step: 'tls', url: () => 'http://couch.invalid/notes', change: '[ssl] enable = true' },
  { step: 'reachable', url: () => 'http://127.0.0.1:9/notes', change: 'bind_address' },
  {
    step: 'cors-origin',
    arrange: (couch) => {
      couch.cors.origin = false;
    },
    change: 'origins = http',
  },
  {
    step: 'cors-headers',
    arrange: (couch) => {
      couch.cors.headers = 'accept';
    },
    change: '[cors] headers',
  },
  {
    step: 'credentials',
    arrange: (couch) => {
      couch.login = 'me:secret';
    },
    change: '_users',
  },
  { step: 'database', url: (couch) => `${couch.origin}/other`, change: 'curl -X PUT' },
  {
    step: 'cors-methods',
    arrange: (couch) => {
      couch.cors.methods = 'GET, POST';
    },
    change: '[cors] methods',
  },
  {
    step: 'write',
    arrange: (couch) => {
      couch.readOnly = true;
    },
    change: '_security',
  },
  {
    step: 'body-limit',
    arrange: (couch) => {
      couch.moods.maxBytes = 10_000;
    },
    change: 'client_max_body_size',
  },
  {
    step: 'clock',
    arrange: (couch) => {
      couch.minutesAhead = 30;
    },
    change: 'timedatectl',
  },
];

for (const { step, arrange, url, change } of CHECKS) {
  test(`the check says what to change: ${step}`, async ({ couch, profile }) => {
    const page = await profile();
    const panel = await openSync(page);
    arrange?.(couch);
    await panel.locator('#address').fill(url?.(couch) ?? couch.url);
    await page.keyboard.press('Enter');
    const row = panel.locator(`[data-step=${step}]`);
    if (step === 'reachable' && (await page.evaluate(() => crossOriginIsolated))) {
      // An isolated page can't tell a dead server from one without CORS.
      await expect(panel.locator('[data-step=cors-origin]')).toHaveAttribute('data-ok', 'false');
      await expect(row).toHaveAttribute('data-ok', 'null');
      return;
    }
    await expect(row).toHaveAttribute('data-ok', 'false');
    await expect(row.locator('pre')).toContainText(change);
    await expect(panel.getByText('One thing has to be changed first.')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}

async function turnOn(page: Page, couch: CouchDouble): Promise<Locator> {
  const panel = await openSync(page);
  await panel.locator('#address').fill(couch.url);
  await page.keyboard.press('Enter');
  await panel.locator('#passphrase').fill(PASSPHRASE);
  await panel.locator('hs-sync-passphrase .primary').click();
  await panel.locator('hs-sync-kit .primary').click();
  await expect(panel.locator('.stage')).toHaveAttribute('data-stage', 'live');
  return panel;
}

interface StopCase {
  reason: string;
  title: string;
  arrange: (couch: CouchDouble) => void;
  /** Sets it right, as a person would. */
  cure?: (couch: CouchDouble, panel: Locator) => Promise<void>;
}

const STOPS: readonly StopCase[] = [
  {
    reason: 'transport',
    title: 'The server can’t be reached',
    arrange: (couch) => {
      couch.isDown = true;
    },
    async cure(couch, panel) {
      couch.isDown = false;
      await panel.locator('.trouble button').click();
    },
  },
  {
    reason: 'authentication',
    title: 'The server doesn’t let you in',
    arrange: (couch) => {
      couch.login = 'me:secret';
    },
    async cure(_, panel) {
      await panel.locator('#user').fill('me');
      await panel.locator('#password').fill('secret');
      await panel.locator('.trouble button').click();
    },
  },
  {
    reason: 'protocol',
    title: 'Something else answers at this address',
    arrange: (couch) => {
      couch.moods = { ...couch.moods, faults: ['html'], percent: 100 };
    },
    async cure(couch, panel) {
      couch.moods = { ...couch.moods, faults: [], percent: 0 };
      await panel.locator('.trouble button').click();
    },
  },
  {
    reason: 'full',
    title: 'There is no space left',
    arrange: (couch) => {
      couch.moods = { ...couch.moods, faults: ['disk-full'], percent: 100 };
    },
    async cure(couch, panel) {
      couch.moods = { ...couch.moods, faults: [], percent: 0 };
      await panel.locator('.trouble button').click();
    },
  },
  {
    reason: 'version',
    title: 'This app is too old',
    arrange(couch) {
      const keys = couch.documents().find(({ id }) => id === 'keys')!;
      couch.overwrite('keys', { ...keys.body, format: 99, least: 99 });
    },
  },
  {
    reason: 'identity',
    title: 'Other notes than before are there',
    arrange: (couch) => couch.recreate(),
    async cure(_, panel) {
      await panel.locator('.trouble button').nth(1).click();
      await expect(panel.locator('#address')).toBeVisible();
    },
  },
];

for (const { reason, title, arrange, cure } of STOPS) {
  test(`sync says why it stopped and what to do: ${reason}`, async ({ couch, profile }) => {
    const page = await profile();
    await page.evaluate(() => window.client.add({ text: 'safe' }));
    const panel = await turnOn(page, couch);
    arrange(couch);
    couch.dropConnections();
    await page.evaluate(() => window.client.add({ text: 'written meanwhile' }));
    const trouble = panel.locator('.trouble');
    await expect(trouble).toHaveAttribute('data-reason', reason, { timeout: 20_000 });
    await expect(trouble.locator('strong')).toHaveText(title);
    expect(await axeFindings(page)).toEqual([]);
    await cure?.(couch, panel);
    if (cure && reason !== 'identity') {
      await expect(panel.locator('.stage')).toHaveAttribute('data-stage', 'live', { timeout: 20_000 });
      await expect(panel.locator('h3').first()).toBeVisible();
    }
    expect(await page.evaluate(() => window.client.count())).toBe(2);
  });
}
