/** Trouble on this device, or with single records. `trouble.spec.ts` has what stops sync on the server. */
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { pdf } from '../../src/testing/document-samples.ts';
import { axeFindings, fillPassphrase, openSync, tabTo, test, turnOn } from './element.ts';
import { expect } from './fixtures.ts';

async function expectTrouble(page: Page, reason: string, title: string, text: string): Promise<Locator> {
  const trouble = page.locator('hs-sync-panel .trouble');
  await expect(trouble).toHaveAttribute('data-reason', reason);
  await expect(trouble).toHaveRole('alert');
  await expect(trouble.locator('strong')).toHaveText(title);
  await expect(trouble).toContainText(text);
  await expect(page.locator('hs-status-bar .sync')).toHaveText('Sync needs attention');
  expect(await axeFindings(page)).toEqual([]);
  return trouble;
}

test('sync says that the storage of this device doesn’t answer', async ({ couch, profile }) => {
  const page = await profile();
  const panel = await turnOn(page, couch);
  // A later version of the app in another tab does this, which closes the database in this tab.
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('hybrid-search-sync/notes', 1_000);
        request.onsuccess = resolve;
        request.onerror = reject;
      }),
  );
  await page.evaluate(() => window.client.add({ text: 'written meanwhile' }));
  const trouble = await expectTrouble(
    page,
    'storage',
    'The storage on this device doesn’t answer',
    'Close other tabs of this site, then try again.',
  );
  await tabTo(page, trouble.getByRole('button', { name: 'Try again' }));
  await expect(panel.locator('[data-action=stop]')).toBeVisible();
});

/** Pages can't give up their access to the origin private file system, so the worker's script is changed. */
const DENY = `
let isDenied = false;
const asked = new BroadcastChannel('deny');
asked.onmessage = ({ data }) => {
  isDenied = data;
  asked.postMessage('done');
};
const { getFileHandle } = FileSystemDirectoryHandle.prototype;
FileSystemDirectoryHandle.prototype.getFileHandle = function (...args) {
  return isDenied ? Promise.reject(new DOMException('denied', 'NotAllowedError')) : getFileHandle.apply(this, args);
};
`;

const deny = (page: Page, on: boolean): Promise<void> =>
  page.evaluate(
    (isDenied) =>
      new Promise((resolve) => {
        const asking = new BroadcastChannel('deny');
        asking.onmessage = () => resolve();
        asking.postMessage(isDenied);
      }),
    on,
  );

test('sync says that the browser no longer has access to the folder, and continues once it’s allowed', async ({
  profile,
}) => {
  const page = await profile();
  await page.route('**/sync-worker.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: DENY + (await response.text()) });
  });
  await page.evaluate(() => {
    const pick = async (): Promise<FileSystemDirectoryHandle> =>
      (await navigator.storage.getDirectory()).getDirectoryHandle('shared', { create: true });
    Object.assign(globalThis, { showDirectoryPicker: pick });
  });
  const panel = await openSync(page);
  await panel.getByRole('radio', { name: 'Through a folder' }).check();
  await panel.getByRole('button', { name: 'Choose a folder' }).click();
  await fillPassphrase(panel, true);
  await page.keyboard.press('Enter');
  await panel.locator('hs-sync-kit .primary').click();
  await expect(panel.locator('.stage')).toHaveAttribute('data-stage', 'live');

  await deny(page, true);
  await page.evaluate(() => window.client.add({ text: 'written meanwhile' }));
  const trouble = await expectTrouble(
    page,
    'folder',
    'The browser no longer has access to the folder',
    'The permission has ended. Allow access again, and sync continues.',
  );
  await deny(page, false);
  await tabTo(page, trouble.getByRole('button', { name: 'Allow the folder' }));
  await page.keyboard.press('Enter');
  await expect(panel.locator('.stage')).toHaveAttribute('data-stage', 'live');
});

test('sync names the notes that the server refuses and says why, and sends them when asked', async ({
  couch,
  profile,
}) => {
  const page = await profile();
  const panel = await turnOn(page, couch);
  const stage = panel.locator('.stage');
  const known = new Set(couch.documents().map(({ id }) => id));
  couch.behaviour.maxBytes = 100_000;
  await page.evaluate(() => {
    const bytes = Array.from({ length: 100_000 }, () => Math.floor(Math.random() * 256).toString(16));
    return window.client.add({ title: 'Long list', text: bytes.join('') });
  });
  await expect(stage).toHaveText(
    '1 note is too large for the server and wasn’t sent. Shorten it, or raise the server’s limit.',
  );
  couch.refusal = ({ _id }) => (known.has(String(_id)) ? undefined : 'forbidden');
  const entries = panel.locator('hs-sync-refused li');
  await expect(entries).toHaveText(['Long list too large']);
  await page.evaluate(() => window.client.addMany(Array.from({ length: 6 }, (_, at) => ({ text: `note ${at}` }))));
  await expect(stage).toContainText(
    'The server doesn’t accept 6 notes. Change the rules of the database, then try again.',
  );
  await expect(entries).toHaveCount(6);
  await expect(entries.first()).toHaveText('Long list too large');
  await expect(entries.nth(1)).toHaveText(/note \d\s+not accepted/);
  await expect(entries.last()).toHaveText('and 2 more');
  await expect(page.locator('hs-status-bar .sync')).toHaveText('Sync needs attention');
  expect(await axeFindings(page)).toEqual([]);
  await tabTo(page, panel.getByRole('button', { name: 'Long list' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('hs-memory-view h2')).toHaveText('Long list');
  await page.locator('hs-status-bar .sync').click();

  couch.behaviour.maxBytes = Number.POSITIVE_INFINITY;
  couch.refusal = () => undefined;
  await tabTo(page, panel.getByRole('button', { name: 'Try again' }));
  await page.keyboard.press('Enter');
  await expect(stage).toHaveText('Everything is up to date.');
  await expect(page.locator('hs-status-bar .sync')).toHaveText('Synced');
  expect(couch.documents().length).toBe(known.size + 7);
});

test('sync names the document whose original the server refuses', async ({ couch, profile }) => {
  const page = await profile();
  const panel = await turnOn(page, couch);
  couch.behaviour.maxBytes = 100_000;
  const letter = Buffer.concat([
    Buffer.from(await pdf([{ columns: [['The landlord answers in May.']] }])),
    randomBytes(200_000),
  ]);
  await page.evaluate(async (base64) => {
    const file = new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]);
    await window.client.import([{ path: 'letter.pdf', file }], { keepFiles: true });
  }, letter.toString('base64'));
  await expect(panel.locator('.stage')).toHaveText('1 original document couldn’t be sent. Its text was.');
  await expect(panel.locator('hs-sync-refused li')).toHaveText(['letter original document: too large']);
  expect(await axeFindings(page)).toEqual([]);
});

test('sync names the number of records that it can’t read, and continues', async ({ couch, profile }) => {
  const page = await profile();
  await page.evaluate(() => window.client.addMany([{ text: 'first' }, { text: 'second' }]));
  const panel = await turnOn(page, couch);
  const [victim, other] = couch.documents().filter(({ body }) => typeof body.d === 'string');
  couch.overwrite(victim!.id, other!.body);
  await expect(panel.getByText('1 record can’t be read and was skipped.')).toBeVisible();
  await expect(panel.locator('.stage')).toHaveText('Everything is up to date.');
  expect(await axeFindings(page)).toEqual([]);
});
