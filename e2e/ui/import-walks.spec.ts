import { DOT_PNG, joplinItems, keepNote, NOTION_ID, notionPage } from '../../src/testing/app-exports.ts';
import { writeTar, writeZip } from '../../src/testing/archive-writer.ts';
import { chatGptConversations, telegramAccount } from '../../src/testing/chat-exports.ts';
import { docx, enex, epub, evernoteNote, WORD_BODY, WORD_CORE } from '../../src/testing/document-samples.ts';
import { KINDLE_CLIPPINGS } from '../../src/testing/kindle-clippings.ts';
import { slackExport } from '../../src/testing/slack-export.ts';
import { WHATSAPP } from '../../src/testing/whatsapp-exports.ts';
import { expect, test } from '../fixtures.ts';
import { answered, dropFiles, keepAnswers, openRealElement } from './real-element.ts';
import { injectAxe, violations } from './surroundings.ts';

interface Walk {
  file: string;
  content: Uint8Array | string;
  found: string;
  query: string;
  /** In the opened note. */
  opened: string;
}

const zip = (files: { [path: string]: Uint8Array | string }): Uint8Array =>
  writeZip(Object.entries(files).map(([path, data]) => ({ path, data })));

const WALKS: { [app: string]: Walk } = {
  ChatGPT: {
    file: 'chatgpt.zip',
    content: zip({ 'conversations.json': JSON.stringify(chatGptConversations('2026')) }),
    found: 'ChatGPT: 1 conversation, 4 messages, 2023',
    query: 'warmer shelf',
    opened: 'Find a warmer shelf.',
  },
  WhatsApp: {
    file: 'WhatsApp Chat with Ben.zip',
    content: zip({ 'WhatsApp Chat with Ben.txt': WHATSAPP['American Android']! }),
    found: 'WhatsApp: 1 conversation, 3 messages, 2023 – 2024',
    query: 'good sleep',
    opened: 'Happy new year',
  },
  Telegram: {
    file: 'result.json',
    content: JSON.stringify(telegramAccount()),
    found: 'Telegram: 1 conversation, 3 messages, 2023',
    query: 'ferry times',
    opened: 'The ferry times are',
  },
  Notion: {
    file: 'Export.zip',
    content: zip({
      [`Garden plan ${NOTION_ID}.md`]: notionPage('en'),
      'Tools fedcba9876543210fedcba9876543210.md': '# Tools\n\nThe spade is in the shed.\n',
    }),
    found: 'Notion: 2 notes, 2023',
    query: 'spade shed',
    opened: 'The spade is in the shed.',
  },
  Evernote: {
    file: 'Travel.enex',
    content: enex(evernoteNote(DOT_PNG)),
    found: 'Evernote: 1 note, 2021',
    query: 'stove tent',
    opened: 'Stove',
  },
  Slack: {
    file: 'Team Slack export.zip',
    content: zip(slackExport()),
    found: 'Slack: 2 conversations, 4 messages, 2021',
    query: 'dug 1821',
    opened: 'Dug in 1821.',
  },
  Obsidian: {
    file: 'Vault.zip',
    content: zip({
      'Vault/.obsidian/app.json': '{}',
      'Vault/Port.md': '---\ntags: [coast]\n---\n# Port\n\nSee [[Pier|the pier]] at low water.\n',
    }),
    found: 'Markdown: 1 note',
    query: 'low water',
    opened: 'at low water.',
  },
  'Google Keep': {
    file: 'takeout.zip',
    content: zip({ 'Takeout/Keep/Keys.json': JSON.stringify(keepNote('text')), 'Takeout/Keep/keys.png': DOT_PNG }),
    found: 'Google Keep: 1 note, 2022',
    query: 'garage shed',
    opened: 'Order of the keys: garage, shed.',
  },
  Joplin: {
    file: 'all.jex',
    content: writeTar(Object.entries(joplinItems()).map(([path, data]) => ({ path, data }))),
    found: 'Joplin: 2 notes, 2022',
    query: 'rain coat',
    opened: 'Rain coat',
  },
  Kindle: {
    file: 'My Clippings.txt',
    content: KINDLE_CLIPPINGS,
    found: 'Kindle: 2 notes, 2019',
    query: 'eels hurry',
    opened: 'Herons wait, eels hurry.',
  },
  EPUB: {
    file: 'tales.epub',
    content: epub(),
    found: 'EPUB: 2 notes',
    query: 'comes back',
    opened: 'Water comes back.',
  },
  Word: {
    file: 'notes.docx',
    content: docx(WORD_BODY, WORD_CORE),
    found: 'Word: 1 note',
    query: 'heron eel',
    opened: 'The heron & the eel.',
  },
};

test('exports and documents of twelve programs: look, import, find, open and undo, all with the keyboard', async ({
  page,
  baseUrl,
}) => {
  await openRealElement(page, baseUrl, { name: 'import-walks', 'model-load': 'manual' });
  await keepAnswers(page);
  await injectAxe(page);
  const panel = page.locator('hs-import-panel');
  const list = page.locator('hs-import-list');
  const view = page.locator('hs-memory-view');
  const count = () => page.evaluate(async () => (await window.element.ready).count());
  for (const [app, { file, content, found, query, opened }] of Object.entries(WALKS)) {
    await test.step(app, async () => {
      await dropFiles(page, { [file]: content });
      await expect(panel).toContainText(found);
      expect(await count()).toBe(0);
      await expect(page.getByRole('button', { name: /^Import \d+ notes?$/ })).toBeFocused();
      if (app === 'Telegram') expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await expect(panel).toContainText(/[1-9]\d* added, 0 updated, 0 unchanged/);

      await page.getByRole('combobox').focus();
      await page.keyboard.type(query);
      await answered(page, query);
      const first = page
        .getByRole('option')
        .filter({ has: page.locator('mark') })
        .first();
      await expect(first).toContainText(opened);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(view).toContainText(opened);
      await expect(view.locator('mark').first()).toBeInViewport();

      await page.locator('[data-tool=import]').focus();
      await page.keyboard.press('Enter');
      await expect(list).toContainText(file);
      const remove = list.getByRole('button', { name: 'Remove this import' });
      await remove.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(list.getByRole('listitem')).toHaveCount(0);
      expect(await count()).toBe(0);
      await panel.getByRole('button', { name: 'Close' }).press('Enter');
      await page.getByRole('combobox').fill('');
    });
  }
});

test('a message of an imported chat is found in other words, and opened', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'import-meaning' });
  const chat = [
    '12/28/23, 9:14 PM - Ana: The plumber comes on Thursday at nine.',
    '12/28/23, 9:15 PM - Ben: I carried the suitcases up to the attic.',
    '12/28/23, 9:17 PM - Ana: Good. The cat has eaten already.',
  ];
  await dropFiles(page, { 'WhatsApp Chat with Ben.txt': chat.join('\n') });
  await page.getByRole('button', { name: 'Import 3 notes' }).click();
  await expect(page.locator('hs-import-panel')).toContainText('3 added');
  await page.evaluate(async () => (await window.element.ready).idle());
  await page.getByRole('combobox').fill('where is our luggage');
  const first = page.getByRole('option').first();
  await expect(first).toContainText('suitcases');
  await first.click();
  await expect(page.locator('hs-memory-view')).toContainText('I carried the suitcases up to the attic.');
});
