/**
 * Sample exports of note apps in several versions or languages, after what's known of each format. Texts are invented.
 */
import { chatGptConversations, telegramAccount } from './chat-exports.ts';
import { claudeConversations } from './claude-exports.ts';
import { KINDLE_CLIPPINGS } from './kindle-clippings.ts';
import { SLACK_DAY_FILE } from './slack-export.ts';
import { WHATSAPP } from './whatsapp-exports.ts';

export const keepNote = (variant: 'text' | 'list') => ({
  color: 'DEFAULT',
  isTrashed: false,
  isPinned: true,
  isArchived: false,
  ...(variant === 'text'
    ? {
        textContent: 'Order of the keys: garage, shed.',
        attachments: [{ filePath: 'keys.png', mimetype: 'image/png' }],
      }
    : {
        listContent: [
          { text: 'Rope', isChecked: true },
          { text: 'Lamp', isChecked: false },
        ],
      }),
  title: variant === 'text' ? 'Keys' : 'Packing',
  annotations: [{ description: '', source: 'WEBLINK', title: 'Locks', url: 'https://example.org/locks' }],
  userEditedTimestampUsec: 1_650_000_100_000_000,
  createdTimestampUsec: 1_650_000_000_000_000,
  labels: [{ name: 'Home' }],
});

export const NOTION_ID = '0123456789abcdef0123456789abcdef';
export const notionPage = (language: 'en' | 'de') =>
  language === 'en'
    ? `# Garden plan\n\nTags: beans, spring\nCreated: April 1, 2023 10:00 AM\nLast edited: May 2, 2023 9:30 PM\nStatus: Open\n\nPlant after the frost. See [Tools](Tools%20fedcba9876543210fedcba9876543210.md).\n`
    : `# Garden plan\n\nSchlagwörter: beans, spring\nErstellt: 1. März 2023 10:00\nZuletzt bearbeitet: 2. Mai 2023 21:30\nStatus: Offen\n\nPlant after the frost.\n`;

/** Two databases called "Tasks" on two pages. Their rows have the same titles, and not every row has a page. */
export const notionTwins = (): { [path: string]: string } => {
  const id = (digit: string): string => digit.repeat(32);
  const page = (title: string, status: string, text = '') => `# ${title}\n\nStatus: ${status}\n\n${text}\n`;
  const link = (digit: string) => `[Call back](../Call%20back%20${id(digit)}.md)`;
  return {
    [`Home ${id('a')}/Tasks ${id('1')}_all.csv`]:
      'Name,Status\nCall back,Open\nCall back,Done\nPaint,Open\nPaint,Done\n',
    [`Home ${id('a')}/Tasks/Call back ${id('3')}.md`]: page('Call back', 'Open', `First. See ${link('5')}`),
    [`Home ${id('a')}/Tasks/Call back ${id('4')}.md`]: page('Call back', 'Done', 'Second.'),
    [`Work ${id('b')}/Tasks ${id('2')}_all.csv`]: 'Name,Status\nCall back,Late\nPaint,Late\n',
    [`Work ${id('b')}/Tasks ${id('2')}/Paint ${id('6')}.md`]: page('Paint', 'Late', 'Third.'),
    [`Work ${id('b')}/Call back ${id('5')}.md`]: page('Call back', 'None', 'Fourth.'),
  };
};

export const joplinItem = (title: string, body: string, fields: { readonly [name: string]: string | number }): string =>
  `${[title, ...(body === '' ? [] : ['', body])].join('\n')}\n\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}`;

const jid = (digit: string): string => digit.repeat(32);
export const joplinItems = (): { [path: string]: string } => ({
  [`${jid('a')}.md`]: joplinItem('Travel', '', { id: jid('a'), parent_id: '', type_: 2 }),
  [`${jid('b')}.md`]: joplinItem('Japan', '', { id: jid('b'), parent_id: jid('a'), type_: 2 }),
  [`${jid('c')}.md`]: joplinItem('trains', '', { id: jid('c'), type_: 5 }),
  [`${jid('d')}.md`]: joplinItem('', '', { id: jid('d'), note_id: jid('1'), tag_id: jid('c'), type_: 6 }),
  [`${jid('e')}.md`]: joplinItem('map.png', '', { id: jid('e'), mime: 'image/png', file_extension: 'png', type_: 4 }),
  [`${jid('1')}.md`]: joplinItem('Rail pass', `Buy it in advance. ![map](:/${jid('e')}) and [list](:/${jid('2')})`, {
    id: jid('1'),
    parent_id: jid('b'),
    created_time: '2022-03-01T08:00:00.000Z',
    updated_time: '2022-03-02T08:00:00.000Z',
    source_url: 'https://example.org/rail',
    latitude: '35.68',
    longitude: '139.76',
    is_todo: 0,
    type_: 1,
  }),
  [`${jid('2')}.md`]: joplinItem('To pack', 'Rain coat', {
    id: jid('2'),
    parent_id: jid('a'),
    is_todo: 1,
    todo_completed: 1_646_000_000_000,
    created_time: '2022-03-01T08:00:00.000Z',
    type_: 1,
  }),
});

export const DOT_PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);

export const APP_SAMPLES = {
  chatgpt: JSON.stringify(chatGptConversations('2026'), null, 1),
  claude: JSON.stringify(claudeConversations('2026')),
  telegram: JSON.stringify(telegramAccount(), null, 1),
  whatsapp: WHATSAPP.iPhone!,
  keep: JSON.stringify(keepNote('list')),
  notion: notionPage('en'),
  joplin: joplinItems()[`${jid('1')}.md`]!,
  slack: JSON.stringify(SLACK_DAY_FILE),
  kindle: KINDLE_CLIPPINGS,
} as const;
