/// <reference types="chrome" />

import { turnOnIn } from '../sync/element.ts';
import { expect } from './fixtures.ts';
import { listed } from './notes-list.ts';
import { test as base, syncNotes } from './notes-profiles.ts';
import { type Extension, extensionHome } from './unpacked-extension.ts';

const test = base.extend<{ extension: Extension }>({
  extension: async ({ built, couch }, use) => {
    // A test can't answer the browser's prompt.
    const home = extensionHome(built, couch.origin);
    const extension = await home.start();
    await use(extension);
    await extension.context.close();
    home.remove();
  },
});

test('pages saved in the extension reach the notes app, and its notes reach the popup', async ({
  extension,
  profile,
  couch,
}) => {
  const { context, origin, background } = extension;
  const options = await context.newPage();
  await options.goto(`${origin}options.html`);
  await options.getByRole('button', { name: 'Open the settings' }).click();
  await options.getByRole('button', { name: 'Set up or change' }).click();
  await turnOnIn(options, couch);
  if (process.env.SHOTS) await options.screenshot({ path: `${process.env.SHOTS}/extension-sync.png`, fullPage: true });
  await options.close();

  const notes = await profile();
  await notes.getByRole('button', { name: 'New note' }).click();
  await notes.getByLabel('Text of the note').fill('# Tide table\n\nIn the chandlery.');
  await syncNotes(notes, couch);
  await (await background()).evaluate(() => {
    const clicked = chrome.contextMenus.onClicked as unknown as { dispatch(info: object, tab: object): void };
    clicked.dispatch(
      { menuItemId: 'selection', selectionText: 'A sentence about lighthouses.' },
      { id: 1, url: 'https://example.org/coast', title: 'Coast' },
    );
  });
  await expect(listed(notes)).toContainText('A sentence about lighthouses.');

  const popup = await context.newPage();
  const scripts: string[] = [];
  popup.on('request', (request) => scripts.push(request.url()));
  await popup.goto(`${origin}popup.html`);
  await popup.getByRole('searchbox').fill('chandlery');
  await expect(popup.getByRole('option').first().locator('mark')).toHaveText('chandlery');
  expect(scripts.filter((url) => /sync/.test(url))).toEqual([]);
});
