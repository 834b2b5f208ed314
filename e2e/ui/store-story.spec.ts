import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { type FakeNote, NOTES, openElement } from './fake-client.ts';

const DAY = 86_400_000;
const DOZEN: readonly FakeNote[] = Array.from({ length: 12 }, (_, i) => ({ id: `n${i}`, text: `Note ${i}.` }));

async function notice(page: Page, kind: string, restored = 0): Promise<void> {
  await page.evaluate(
    (told) => {
      window.element.client = Object.assign(Object.create(window.fake), {
        onStorage: (listener: (one: object) => void) => {
          listener({ durability: 'durable', lost: 0, ...told });
          return () => {};
        },
      });
    },
    { kind, restored },
  );
}

test('restored, lost and full get one suitable sentence each', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  const note = page.locator('.storage-note');
  await notice(page, 'restored', 3);
  await expect(note).toHaveText('3 notes were restored after a crash.');
  await expect(note).toHaveRole('status');
  await notice(page, 'storage-lost');
  await expect(note).toHaveText('The browser lost stored notes. Import your last backup.');
  await expect(note).toHaveRole('alert');
  await notice(page, 'quota');
  await expect(note).toContainText('The disk is full. Export your notes');
  await notice(page, 'opened');
  await expect(note).toHaveCount(0);
});

test('the settings show how much of the space is used', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.evaluate(() => {
    const { stats } = window.fake;
    window.fake.stats = async () => {
      const told = await stats();
      return { ...told, storage: { ...told.storage, bytes: 250_000_000, quota: 1e9 } };
    };
    window.fake.progress({
      model: { state: 'ready', id: 'fake', loadedBytes: 1, totalBytes: 1 },
      embedding: { embedded: 5, total: 5, queued: 0, paused: false, rate: 0, remainingSeconds: null },
    });
  });
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.locator('.meter')).toContainText('5 notes · 250 MB');
  const share = (): Promise<number> =>
    page.locator('.meter .bar').evaluate((bar) => {
      const [whole, taken] = [bar, bar.querySelector('rect')!].map((node) => node.getBoundingClientRect().width);
      return taken! / whole!;
    });
  // The bar's growth to its value is animated.
  await expect.poll(share).toBeCloseTo(0.25, 2);
});

test.describe('a backup', () => {
  const reminder = (page: Page) => page.locator('.storage-note', { hasText: 'only in this browser' });
  const age = (page: Page, entry: string, days: number): Promise<void> =>
    page.evaluate(([key, at]) => localStorage.setItem(key, at), [
      `hybrid-search:${entry}:default`,
      String(Date.now() - days * DAY),
    ] as const);

  test('is suggested a month after the first notes, and a month after the last backup', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, DOZEN);
    await expect(page.locator('hs-status-bar')).toContainText('12 notes');
    await expect(reminder(page)).toHaveCount(0);
    await age(page, 'backup-asked', 31);
    await openElement(page, baseUrl, DOZEN);
    await expect(reminder(page)).toContainText('Your 12 notes exist only in this browser.');
    const download = page.waitForEvent('download');
    await reminder(page).getByRole('button', { name: 'Export' }).click();
    await download;
    await expect(page.locator('.toast')).toContainText('Exported');
    await expect(reminder(page)).toHaveCount(0);
    await age(page, 'backup', 31);
    await openElement(page, baseUrl, DOZEN);
    await expect(reminder(page)).toContainText('Last backup:');
  });

  test('can be postponed, and focus goes to the box', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, DOZEN);
    await age(page, 'backup-asked', 31);
    await openElement(page, baseUrl, DOZEN);
    await reminder(page).getByRole('button', { name: 'Later' }).click();
    await expect(reminder(page)).toHaveCount(0);
    await expect(page.getByRole('combobox')).toBeFocused();
    await openElement(page, baseUrl, DOZEN);
    await expect(page.locator('hs-status-bar')).toContainText('12 notes');
    await expect(reminder(page)).toHaveCount(0);
  });

  test('is not suggested for a few notes, or where nothing can be written', async ({ page, baseUrl }) => {
    await openElement(page, baseUrl, NOTES);
    await age(page, 'backup-asked', 31);
    await openElement(page, baseUrl, NOTES);
    await expect(page.locator('hs-status-bar')).toContainText('5 notes');
    await expect(reminder(page)).toHaveCount(0);
    await openElement(page, baseUrl, DOZEN, { readonly: '' });
    await expect(page.locator('hs-status-bar')).toContainText('12 notes');
    await expect(reminder(page)).toHaveCount(0);
  });
});

test('a running import keeps focus on its heading', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.evaluate(() => {
    window.fake.held = true;
  });
  const chooser = page.waitForEvent('filechooser');
  const button = page.getByRole('button', { name: 'Choose files' });
  await button.focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('# A') });
  await expect(page.getByRole('button', { name: 'Import 4 notes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('progressbar', { name: 'Import notes' })).toBeVisible();
  const heading = page.getByRole('heading', { name: 'Import notes' });
  await expect(heading).toBeFocused();
  await page.evaluate(() => window.fake.release());
  await expect(page.locator('.outcome')).toContainText('3 added');
  await expect(heading).toBeFocused();
});
