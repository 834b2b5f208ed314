import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

const box = (page: Page) => page.getByRole('combobox');

/** Delays the client's calls of this method until `window.fake.release()` is called. With `failure`, they then fail. */
async function hold(page: Page, name: 'add' | 'list', failure?: string): Promise<void> {
  await page.evaluate(
    ([method, message]) => {
      const { fake } = window;
      const call = fake[method] as (...args: unknown[]) => Promise<unknown>;
      const released = new Promise<void>((resolve) => {
        fake.release = resolve;
      });
      (fake as object as { [name: string]: unknown })[method] = async (...args: unknown[]) => {
        await released;
        if (message) throw new Error(message);
        return call(...args);
      };
    },
    [name, failure] as const,
  );
}
const release = (page: Page): Promise<void> => page.evaluate(() => window.fake.release());

test('"Show more" keeps focus while rows load, and a second press loads no more', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { limit: '2' });
  await expect(page.getByRole('option')).toHaveCount(2);
  await hold(page, 'list');
  const more = page.getByRole('button', { name: 'Show more' });
  await more.focus();
  await page.keyboard.press('Enter');
  const loading = page.locator('.load-more button');
  await expect(loading).toHaveAttribute('aria-disabled', 'true');
  await expect(loading).toBeFocused();
  await page.keyboard.press('Enter');
  await release(page);
  await expect(page.getByRole('option')).toHaveCount(4);
  await expect(more).toBeFocused();
});

test('"Save" keeps focus while it saves and when that fails', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Rye.');
  await hold(page, 'add', 'The disk is full.');
  const save = page.locator('hs-memory-form button[type=submit]');
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await release(page);
  await expect(page.getByText('The disk is full.')).toBeVisible();
  await expect(save).toBeFocused();
});

test('a panel that replaced another returns focus to its own button', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  const [settings, help] = ['Settings', 'How to search'].map((name) => page.getByRole('button', { name }));
  await settings!.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeFocused();
  await help!.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'How to search' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(help!).toBeFocused();
});

test('a panel opened from another returns focus to where the first was opened', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES);
  const settings = page.getByRole('button', { name: 'Settings' });
  await settings.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Judge some answers' }).click();
  await expect(page.getByRole('heading', { name: 'Evaluate on my notes' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(settings).toBeFocused();
});

test('a hidden element leaves the keys that focus the box to the page', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { shortcut: '' });
  await page.evaluate(() => {
    const { element } = window;
    const field = document.createElement('button');
    field.id = 'other';
    element.before(field);
    window.addEventListener('keydown', (event) => {
      if (!event.defaultPrevented) field.focus();
    });
    element.style.display = 'none';
  });
  const other = page.locator('#other');
  for (const key of ['/', 'Control+k']) {
    await page.keyboard.press(key);
    await expect(other).toBeFocused();
    await other.blur();
  }
  await page.evaluate(() => {
    window.element.style.display = '';
    window.element.inert = true;
  });
  await page.keyboard.press('/');
  await expect(other).toBeFocused();
  await page.evaluate(() => {
    window.element.inert = false;
  });
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
});
