import type { Page } from '@playwright/test';
import type { HybridSearchClient } from '../../src/client/public-types.ts';
import { expect } from './fixtures.ts';
import { holdLock } from './hold-lock.ts';
import { listed, rows } from './notes-list.ts';
import { syncNotes, test } from './notes-profiles.ts';

const noteText = (page: Page) => page.getByLabel('Text of the note');
const openFirst = (page: Page) => rows(page).filter({ hasText: 'Spare key' }).first().click();

/** The draft of the open note may differ from it. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const { client } = document.querySelector('hybrid-search-results') as unknown as { client: HybridSearchClient };
    return (await client.get(document.querySelector('#path')!.textContent!))?.text;
  });

/** Written notes that haven't been checked for conflicts yet. */
const waiting = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('offline-notes-state');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const keys = opening.result.transaction('state').objectStore('state').getAllKeys();
    await new Promise((resolve) => keys.addEventListener('success', resolve));
    opening.result.close();
    return keys.result.map(String).filter((key) => key.startsWith('written/'));
  });

test('two profiles hold the same notes, and no version is lost', async ({ couch, profile }) => {
  const one = await profile();
  await one.getByRole('link', { name: 'Menu' }).click();
  await one.getByRole('button', { name: 'Mirror a folder' }).click();
  await one.getByRole('button', { name: 'New note' }).click();
  await noteText(one).fill('# Spare key\n\nBehind the cupboard.');
  const link = await syncNotes(one, couch);

  const two = await profile(link);
  const second = two.locator('hs-sync-panel');
  await expect(second.locator('#address')).toHaveValue(couch.url);
  await second.locator('hs-sync-place [type=submit]').click();
  await second.locator('hs-sync-passphrase .primary').click();
  await expect(listed(two)).toContainText('Behind the cupboard.');
  await openFirst(one);
  await openFirst(two);
  await noteText(two).fill('# Spare key\n\nUnder the mat.');
  await expect(noteText(one)).toHaveValue(/Under the mat/);
  const onDisk = () => one.evaluate(async () => (await window.folder.files()).join('\n'));
  await expect.poll(onDisk).toContain('Under the mat.');

  // Sync stores another version before the draft is saved.
  const letGo = await holdLock(one, `note ${await one.locator('#path').textContent()}`);
  await noteText(one).fill('# Spare key\n\nAt the baker’s.');
  await noteText(two).fill('# Spare key\n\nIn the shed.');
  await expect.poll(() => stored(one)).toContain('In the shed.');
  await expect(noteText(one)).toHaveValue(/At the baker’s/);
  await letGo();
  await expect(noteText(two)).toHaveValue(/At the baker’s/);
  for (const page of [one, two]) await expect(listed(page)).toContainText('In the shed.');

  couch.isDown = true;
  await noteText(one).fill('# Spare key\n\nWith Ann.');
  await noteText(two).fill('# Spare key\n\nWith Ben.');
  await expect.poll(() => stored(one)).toContain('With Ann.');
  await expect.poll(() => stored(two)).toContain('With Ben.');
  // The page remembers which notes were written, even if it's closed.
  const path = await two.locator('#path').textContent();
  await expect.poll(() => waiting(two)).toContain(`written/${path}`);
  await two.reload();
  await expect(noteText(two)).toHaveValue(/With Ben/);
  expect(await waiting(two)).toContain(`written/${path}`);
  couch.isDown = false;
  for (const page of [one, two]) await page.evaluate(() => void dispatchEvent(new Event('online')));
  for (const page of [one, two]) {
    await expect(listed(page)).toContainText('With Ann.');
    await expect(listed(page)).toContainText('With Ben.');
  }
  for (const text of ['With Ann.', 'With Ben.']) await expect.poll(onDisk).toContain(text);
  for (const page of [one, two]) await expect.poll(() => waiting(page)).toEqual([]);

  await two.reload();
  await expect(two.locator('hybrid-search-status')).toContainText('Synced');
  await two.locator('hybrid-search-status').getByRole('button', { name: 'Synced' }).click();
  await expect(two.locator('hs-sync-status .stage')).toHaveAttribute('data-stage', 'live');
  if (process.env.SHOTS) await two.screenshot({ path: `${process.env.SHOTS}/notes-sync.png` });
});
