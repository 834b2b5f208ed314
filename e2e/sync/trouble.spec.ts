import type { Locator, Page } from '@playwright/test';
import type { SyncStep } from '../../src/client/public-types.ts';
import type { CouchDouble } from '../../src/testing/couch-double.ts';
import { addElement, axeFindings, openSync, test, turnOn } from './element.ts';
import { expect } from './fixtures.ts';

interface CheckCase {
  step: SyncStep;
  /** Undone before the next case. */
  arrange?: (couch: CouchDouble) => void;
  url?: (couch: CouchDouble) => string;
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
    url: (couch) => couch.url.replace('://', '://me:mistyped@'),
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
      couch.behaviour.maxBytes = 10_000;
    },
    change: 'client_max_body_size',
  },
  {
    step: 'clock',
    arrange: (couch) => {
      couch.cors.exposed = 'date';
      couch.minutesAhead = 30;
    },
    change: 'timedatectl',
  },
];

test('the check says what to change for each step that can fail', async ({ couch, profile }) => {
  const page = await profile();
  const panel = await openSync(page);
  const fine = {
    cors: { ...couch.cors },
    behaviour: { ...couch.behaviour },
    login: null,
    readOnly: false,
    minutesAhead: 0,
  };
  for (const { step, arrange, url, change } of CHECKS) {
    Object.assign(couch, structuredClone(fine));
    arrange?.(couch);
    await panel.locator('#address').fill(url?.(couch) ?? couch.url);
    await page.keyboard.press('Enter');
    const row = panel.locator(`[data-step=${step}]`);
    if (step === 'reachable' && (await page.evaluate(() => crossOriginIsolated))) {
      // An isolated page can't distinguish a dead server from one without CORS.
      await expect(panel.locator('[data-step=cors-origin]')).toHaveAttribute('data-ok', 'false');
      await expect(row).toHaveAttribute('data-ok', 'null');
      continue;
    }
    await expect(row).toHaveAttribute('data-ok', 'false');
    await expect(row.locator('pre')).toContainText(change);
    await expect(panel.getByText('One thing has to be changed first.')).toBeVisible();
    await expect(panel.locator('hs-sync-place [type=submit]')).toBeEnabled();
  }
  expect(await axeFindings(page)).toEqual([]);
});

test('only the database of an address is used, and an address of a page of CouchDB is refused', async ({
  couch,
  profile,
}) => {
  couch.login = 'me:100%';
  const page = await profile();
  const panel = await openSync(page);
  const address = panel.locator('#address');
  await address.fill(`${couch.origin}/_utils/#database/memories/_all_docs`);
  await page.keyboard.press('Enter');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await expect(address).toBeFocused();

  await address.fill(`${couch.url.replace('://', '://me:100%@')}/?revs=true#row`);
  await page.keyboard.press('Enter');
  await expect(panel.locator('hs-sync-passphrase')).toBeVisible();
  await expect(panel.locator('hs-sync-passphrase')).toContainText(`${new URL(couch.url).host}/memories`);
});

interface Trouble {
  page: Page;
  couch: CouchDouble;
  panel: Locator;
}

interface StopCase {
  reason: string;
  title: string;
  arrange: (couch: CouchDouble) => void;
  cure: (trouble: Trouble) => Promise<void>;
}

const retry = (panel: Locator): Promise<void> => panel.locator('.trouble button').click();

const STOPS: readonly StopCase[] = [
  {
    reason: 'transport',
    title: 'The server can’t be reached',
    arrange: (couch) => {
      couch.isDown = true;
    },
    async cure({ couch }) {
      couch.isDown = false;
    },
  },
  {
    reason: 'authentication',
    title: 'The server doesn’t let you in',
    arrange: (couch) => {
      couch.login = 'me:secret';
    },
    async cure({ panel }) {
      await panel.locator('#user').fill('me');
      await panel.locator('#password').fill('secret');
      await retry(panel);
    },
  },
  {
    reason: 'protocol',
    title: 'Something else answers at this address',
    arrange: (couch) => {
      couch.behaviour = { ...couch.behaviour, faults: ['html'], percent: 100 };
    },
    async cure({ couch, panel }) {
      couch.behaviour = { ...couch.behaviour, faults: [], percent: 0 };
      await retry(panel);
    },
  },
  {
    reason: 'full',
    title: 'There is no space left',
    arrange: (couch) => {
      couch.behaviour = { ...couch.behaviour, faults: ['disk-full'], percent: 100 };
    },
    async cure({ couch, panel }) {
      couch.behaviour = { ...couch.behaviour, faults: [], percent: 0 };
      await retry(panel);
    },
  },
  {
    reason: 'version',
    title: 'This app is too old',
    arrange: (couch) => overwriteKeys(couch, { format: 99, least: 99 }),
    async cure({ page, couch, panel }) {
      overwriteKeys(couch, { format: 1, least: 1 });
      const loaded = page.waitForEvent('load');
      await retry(panel);
      await loaded;
      await addElement(page);
      await page.locator('hs-status-bar .sync').click();
    },
  },
];

function overwriteKeys(couch: CouchDouble, change: { format: number; least: number }): void {
  const keys = couch.documents().find(({ id }) => id === 'keys')!;
  couch.overwrite('keys', { ...keys.body, ...change });
}

test('sync says why it stopped and what to do, and then continues', async ({ couch, profile }) => {
  const page = await profile();
  const panel = await turnOn(page, couch);
  const trouble = panel.locator('.trouble');
  const stop = async (reason: string, title: string): Promise<void> => {
    couch.dropConnections();
    await page.evaluate((text) => window.client.add({ text }), `written meanwhile: ${reason}`);
    await expect(trouble).toHaveAttribute('data-reason', reason);
    await expect(trouble.locator('strong')).toHaveText(title);
    expect(await axeFindings(page)).toEqual([]);
  };
  for (const { reason, title, arrange, cure } of STOPS) {
    arrange(couch);
    await stop(reason, title);
    await cure({ page, couch, panel });
    await expect(panel.locator('.stage')).toHaveAttribute('data-stage', 'live');
    await expect(trouble).toHaveCount(0);
  }
  couch.recreate();
  await stop('identity', 'The notes there aren’t the same as before');
  expect(couch.documents()).toEqual([]);
  await panel.getByRole('button', { name: 'Set up again' }).click();
  await expect(panel.locator('#address')).toBeVisible();
  expect(await page.evaluate(() => window.client.count())).toBe(STOPS.length + 1);
});
