import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';
import { injectAxe, violations } from './surroundings.ts';

const MINUTE = Date.UTC(2025, 2, 9, 18, 30);

/** Three of the messages have the same time, as in exports that state only the minute. */
async function openChat(page: Page, baseUrl: string, attributes: { [name: string]: string } = {}): Promise<void> {
  await openRealElement(page, baseUrl, { 'model-load': 'manual', ...attributes });
  await page.evaluate(async (minute) => {
    const client = await window.element.ready;
    const said: [string, string, number][] = [
      ['Mira', 'Who brings the tent?', 0],
      ['Jonas', 'I do, and the lantern.', 1],
      ['Mira', 'Then I bring firewood.', 1],
      ['Jonas', 'The ferry leaves at nine.', 1],
      ['Mira', 'See you at the pier.', 2],
    ];
    await client.addMany(
      said.map(([source, text, minutes], at) => ({
        id: `m${at}`,
        text,
        type: 'conversation',
        source,
        thread: 'camping',
        createdAt: minute + minutes * 60_000,
        expiresAt: null,
      })),
    );
    await client.add({ id: 'alone', text: 'A note about the ferry timetable.' });
  }, MINUTE);
  // A row that moves while the mouse button is down isn't clicked.
  await expect(page.getByRole('option')).toHaveCount(6);
}

const view = (page: Page) => page.locator('hs-memory-view');
const neighbours = (page: Page) => view(page).getByRole('navigation');

async function openNote(page: Page, words: RegExp): Promise<void> {
  await page.getByRole('option', { name: words }).click();
  await expect(view(page).getByRole('heading')).toBeFocused();
}

test('an open message leads to the ones before and after it, by keyboard', async ({ page, baseUrl }) => {
  await openChat(page, baseUrl);
  await openNote(page, /firewood/);
  await expect(neighbours(page)).toHaveAccessibleName('Conversation');
  const buttons = neighbours(page).getByRole('button');
  await expect(buttons).toHaveText([/Previous message · Jonas\s+I do, and/, /Next message · Jonas\s+The ferry leaves/]);
  await injectAxe(page);
  expect(await violations(page)).toEqual([]);
  await buttons.nth(1).press('Enter');
  await expect(view(page).locator('[part=text]')).toHaveText('The ferry leaves at nine.');
  await expect(view(page).getByRole('heading')).toBeFocused();
  await buttons.filter({ hasText: 'See you at the pier.' }).press('Enter');
  await expect(view(page).locator('[part=text]')).toHaveText('See you at the pier.');
  await expect(buttons).toHaveText([/Previous message · Jonas\s+The ferry leaves/]);
});

test('a note that belongs to no conversation has no such links', async ({ page, baseUrl }) => {
  await openChat(page, baseUrl);
  await openNote(page, /pier/);
  await expect(neighbours(page)).toHaveCount(1);
  await openNote(page, /timetable/);
  await expect(neighbours(page)).toHaveCount(0);
});

test('the links are in the language of the element', async ({ page, baseUrl }) => {
  await openChat(page, baseUrl, { lang: 'ar' });
  await openNote(page, /firewood/);
  await expect(neighbours(page).getByRole('button')).toHaveText([/الرسالة السابقة/, /الرسالة التالية/]);
  await injectAxe(page);
  expect(await violations(page)).toEqual([]);
});
