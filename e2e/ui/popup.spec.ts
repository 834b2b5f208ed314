import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';

const SETTINGS = { name: 'popup', 'model-load': 'idle' };

test('a model loads only after the popup has been visible for some seconds', async ({ context, baseUrl }) => {
  const fetched: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(models|ort)\//.test(pathname)) fetched.push(pathname);
  });
  const openPopup = async (): Promise<Page> => {
    const popup = await context.newPage();
    await popup.clock.install();
    await popup.clock.pauseAt(Date.now() + 60_000);
    await openRealElement(popup, baseUrl, SETTINGS);
    return popup;
  };
  const status = (popup: Page) => popup.locator('hs-status-bar');

  const first = await openPopup();
  await first.evaluate(async () => {
    await (await window.element.ready).addMany([{ text: 'Feed the starter.' }, { text: 'Water the basil.' }]);
  });
  await first.clock.runFor(1_000);
  await expect(status(first)).toContainText('Search by word; 2 notes to be read for meaning if this stays open');
  await first.getByRole('combobox').fill('basil');
  await first.clock.runFor(500);
  await expect(first.getByRole('option')).toHaveCount(1);
  expect(fetched).toEqual([]);
  await first.close();

  const second = await openPopup();
  await second.clock.runFor(1_000);
  await expect(status(second)).toContainText('2 notes to be read for meaning');
  expect(fetched).toEqual([]);
  await second.clock.resume();
  await second.clock.fastForward(5_000);
  await expect(status(second)).toContainText('Word and meaning');
  expect(fetched.some((path) => path.startsWith('/models/'))).toBe(true);
  await second.evaluate(async () => (await window.element.ready).idle());
  await second.close();

  const third = await openPopup();
  await third.clock.runFor(1_000);
  await expect(status(third)).toContainText('Search by word; by meaning as well if this stays open');
});
