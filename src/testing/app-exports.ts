/** Exports of apps, made from what's known about each format, in several versions or languages. The texts are ours. */
import { KINDLE_CLIPPINGS } from './kindle-clippings.ts';
import { SLACK_DAY_FILE } from './slack-export.ts';

const NODE = (id: string, parent: string | null, children: string[], message: object | null) => ({
  id,
  parent,
  children,
  message,
});

const said = (id: string, role: string, time: number | null, content: object, metadata: object = {}) => ({
  id,
  author: { role, name: null, metadata: {} },
  create_time: time,
  update_time: null,
  content,
  status: 'finished_successfully',
  weight: 1,
  metadata,
  recipient: 'all',
});
const words = (...parts: unknown[]) => ({ content_type: 'text', parts });

/** One message has two answers, of which the second is shown. */
export const chatGptConversations = (variant: '2023' | '2026') => [
  {
    title: 'Sourdough in winter',
    create_time: 1_700_000_000.25,
    update_time: 1_700_000_900.5,
    mapping: {
      root: NODE('root', null, ['system'], null),
      system: NODE(
        'system',
        'root',
        ['q1'],
        said('system', 'system', null, words(''), { is_visually_hidden_from_conversation: true }),
      ),
      q1: NODE(
        'q1',
        'system',
        ['a1', 'a2'],
        said('q1', 'user', 1_700_000_000.25, words('Why is my dough slow in January?')),
      ),
      a1: NODE('a1', 'q1', [], said('a1', 'assistant', 1_700_000_010, words('Discarded first answer.'))),
      a2: NODE(
        'a2',
        'q1',
        ['q2'],
        said('a2', 'assistant', 1_700_000_020, words('Cold slows yeast.', 'Find a warmer shelf.'), {
          model_slug: 'gpt-4',
          citations: [{ metadata: { type: 'webpage', title: 'Yeast', url: 'https://example.org/yeast' } }],
        }),
      ),
      q2: NODE(
        'q2',
        'a2',
        variant === '2026' ? ['t1'] : [],
        said(
          'q2',
          'user',
          1_700_000_500,
          {
            content_type: 'multimodal_text',
            parts: [
              {
                content_type: 'image_asset_pointer',
                asset_pointer: variant === '2023' ? 'file-service://file-Ab12Cd34Ef56' : 'sediment://file_0011aabb22cc',
                size_bytes: 68,
                width: 1,
                height: 1,
              },
              'This is my loaf.',
            ],
          },
          { attachments: [{ id: 'x', name: 'loaf.png' }] },
        ),
      ),
      ...(variant === '2026' && {
        t1: NODE(
          't1',
          'q2',
          ['a3'],
          said('t1', 'assistant', 1_700_000_501, {
            content_type: 'thoughts',
            thoughts: [{ summary: 'Look', content: 'Hidden thought' }],
          }),
        ),
        a3: NODE(
          'a3',
          't1',
          [],
          said('a3', 'assistant', 1_700_000_510, { content_type: 'code', language: 'python', text: 'print(42)' }),
        ),
      }),
    },
    moderation_results: [],
    current_node: variant === '2026' ? 'a3' : 'q2',
    ...(variant === '2026'
      ? { conversation_id: 'conv-1', id: 'conv-1', is_archived: true, default_model_slug: 'gpt-5' }
      : { id: 'conv-1' }),
  },
];

export const claudeConversations = (variant: '2024' | '2026') => [
  {
    uuid: 'c-1',
    name: 'Kayak repair',
    ...(variant === '2026' && { summary: 'How to mend a hull.' }),
    created_at: '2024-05-01T10:00:00.123456Z',
    updated_at: '2024-05-01T10:05:00.000000Z',
    account: { uuid: 'a-1' },
    chat_messages: [
      {
        uuid: 'm-1',
        text: 'Which resin mends a hull?',
        ...(variant === '2026' && { content: [{ type: 'text', text: 'Which resin mends a hull?', citations: [] }] }),
        sender: 'human',
        created_at: '2024-05-01T10:00:00.123456Z',
        updated_at: '2024-05-01T10:00:00.123456Z',
        attachments: [
          { file_name: 'survey.txt', file_size: 12, file_type: 'txt', extracted_content: 'Crack near the keel' },
        ],
        files: [{ file_name: 'hull.jpg' }],
      },
      {
        uuid: 'm-2',
        text: variant === '2024' ? 'Use epoxy.' : 'Use epoxy. (tool output)',
        ...(variant === '2026' && {
          content: [
            { type: 'thinking', thinking: 'secret' },
            { type: 'text', text: 'Use epoxy.' },
            { type: 'tool_use', name: 'search', input: {} },
          ],
        }),
        sender: 'assistant',
        created_at: '2024-05-01T10:01:00.000000Z',
        updated_at: '2024-05-01T10:01:00.000000Z',
        attachments: [],
        files: [],
      },
    ],
  },
];

/** The assistant writes a plan next to the chat, changes one place in it, and then rewrites it. */
export const claudeArtifacts = () => {
  const artifact = (input: object) => ({ type: 'tool_use', name: 'artifacts', input: { id: 'plan', ...input } });
  const unsupported = '```\nThis block is not supported on your current device yet.\n```';
  const answers = [
    [
      { type: 'text', text: 'Here is a plan.' },
      artifact({ command: 'create', type: 'text/markdown', title: 'Hull plan', content: '# Hull\n\nSand it first.\n' }),
      { type: 'tool_result', name: 'artifacts', content: [{ type: 'text', text: 'OK' }] },
      { type: 'text', text: 'Shall I go on?' },
    ],
    [artifact({ command: 'update', old_str: 'Sand it first.', new_str: 'Wash it first.' })],
    [artifact({ command: 'rewrite', title: 'Hull plan, short', content: 'Wash, sand, seal.' })],
    [{ type: 'tool_use', name: 'web_search', input: { query: 'epoxy' } }],
  ];
  return [
    {
      uuid: 'c-2',
      name: 'Hull',
      created_at: '2025-05-01T10:00:00.000000Z',
      updated_at: '2025-05-01T10:05:00.000000Z',
      account: { uuid: 'a-1' },
      chat_messages: answers.map((content, index) => ({
        uuid: `n-${index}`,
        text: index === 0 ? `Here is a plan.\n${unsupported}\nShall I go on?` : unsupported,
        content,
        sender: 'assistant',
        created_at: `2025-05-01T10:0${index}:00.000000Z`,
        updated_at: `2025-05-01T10:0${index}:00.000000Z`,
        attachments: [],
        files: [],
      })),
    },
  ];
};

export const claudeProjects = () => [
  {
    uuid: 'p-1',
    name: 'Boathouse',
    description: 'Everything about the boathouse',
    is_private: true,
    prompt_template: 'Answer in metres.',
    created_at: '2024-04-01T00:00:00Z',
    updated_at: '2024-04-02T00:00:00Z',
    creator: { uuid: 'a-1', full_name: 'A Person' },
    docs: [{ uuid: 'd-1', filename: 'plan.md', content: 'The door faces east.', created_at: '2024-04-03T00:00:00Z' }],
  },
];

const telegramMessages = [
  {
    id: 1,
    type: 'service',
    date: '2023-02-01T09:00:00',
    date_unixtime: '1675242000',
    actor: 'Mira',
    action: 'create_group',
  },
  {
    id: 2,
    type: 'message',
    date: '2023-02-01T09:01:00',
    date_unixtime: '1675242060',
    from: 'Mira',
    from_id: 'user11',
    text: [
      'The ferry times are ',
      { type: 'text_link', text: 'here', href: 'https://example.org/ferry' },
      ' ',
      { type: 'hashtag', text: '#island' },
    ],
    text_entities: [],
  },
  {
    id: 3,
    type: 'message',
    date: '2023-02-01T09:02:00',
    date_unixtime: '1675242120',
    edited: '2023-02-01T09:03:00',
    edited_unixtime: '1675242180',
    from: 'Jonas',
    from_id: 'user12',
    reply_to_message_id: 2,
    photo: 'photos/pier.png',
    text: 'Seen from the pier {"messages": [',
  },
  {
    id: 4,
    type: 'message',
    date: '2023-02-01T09:04:00',
    from: 'Jonas',
    file: '(File not included. Change data exporting settings to download.)',
    media_type: 'sticker',
    sticker_emoji: '⛴',
    text: '',
  },
];

const NOT_INCLUDED = '(File not included. Change data exporting settings to download.)';
/** Exported without media: a photo and a document with text, and a voice message without. One photo is included. */
export const telegramWithoutMedia = () => {
  const message = (id: number, more: object) => ({
    id,
    type: 'message',
    date: '2023-02-02T09:00:00',
    date_unixtime: '1675328400',
    from: 'Mira',
    from_id: 'user11',
    text: '',
    text_entities: [],
    ...more,
  });
  return {
    name: 'Island trip',
    type: 'private_group',
    id: 4_001,
    messages: [
      message(1, { photo: NOT_INCLUDED, width: 1, height: 1, text: 'The pier' }),
      message(2, { photo: 'photos/pier.png', width: 1, height: 1, text: 'Again' }),
      message(3, { file: NOT_INCLUDED, media_type: 'voice_message', mime_type: 'audio/ogg', duration_seconds: 3 }),
      message(4, { file: NOT_INCLUDED, file_name: 'tide.pdf', mime_type: 'application/pdf', text: 'The table' }),
    ],
  };
};

export const telegramChat = () => ({
  name: 'Island trip',
  type: 'private_group',
  id: 4_001,
  messages: telegramMessages,
});
export const telegramAccount = () => ({
  about: 'Here is the data you requested.',
  personal_information: { user_id: 11, first_name: 'Mira', bio: 'messages' },
  contacts: { about: 'Contacts', list: [{ user_id: 12, first_name: 'Jonas' }] },
  chats: { about: 'Chats', list: [telegramChat(), { name: null, type: 'personal_chat', id: 4_002, messages: [] }] },
});

export const WHATSAPP: { readonly [locale: string]: string } = {
  'American Android':
    '12/31/23, 11:58 PM - Messages and calls are end-to-end encrypted.\n12/31/23, 11:59 PM - Anna: Happy new year\nand good sleep\n1/1/24, 12:01 AM - Ben: <Media omitted>\n1/1/24, 12:01 AM - Ben: This message was deleted\n1/1/24, 12:02 AM - Ben: Same to you <This message was edited>\n1/1/24, 12:03 AM - Ben: \u200eBoat plan 2.pdf (file attached)\nWith the mast\n',
  'German Android':
    '31.12.23, 23:58 - Nachrichten sind Ende-zu-Ende-verschlüsselt.\n31.12.23, 23:59 - Anna: Happy new year\nand good sleep\n01.01.24, 00:02 - Ben: Same to you\n',
  iPhone:
    '[31.12.23, 23:59:00] Anna: Happy new year\nand good sleep\n\u200e[01.01.24, 00:01:00] Ben: \u200e<attached: 00000003-PHOTO.jpg>\n[01.01.24, 00:02:00] Ben: Same to you\n',
  Chinese: '2023/12/31 下午11:59 - Anna: Happy new year\nand good sleep\n2024/1/1 上午12:02 - Ben: Same to you\n',
  Korean:
    '2023년 12월 31일 오후 11:59, Anna : Happy new year\nand good sleep\n2024년 1월 1일 오전 12:02, Ben : Same to you\n',
};

/** What WhatsApp itself writes into a chat on an iPhone, by language. Each is marked with U+200E. */
const IPHONE_WORDS = {
  English: {
    encrypted:
      'Messages and calls are end-to-end encrypted. No one outside of this chat, not even WhatsApp, can read or listen to them.',
    added: 'Anna added Ben',
    missedCall: 'Missed voice call, \u200eTap to call back',
    image: 'image omitted',
    document: 'document omitted',
    deleted: 'This message was deleted.',
    edited: '<This message was edited>',
    attached: 'attached:',
    pages: '2 pages',
    poll: 'POLL:',
    option: 'OPTION:',
  },
  German: {
    encrypted:
      'Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Niemand außerhalb dieses Chats kann sie lesen oder anhören, nicht einmal WhatsApp.',
    added: 'Anna hat Ben hinzugefügt.',
    missedCall: 'Verpasster Sprachanruf',
    image: 'Bild weggelassen',
    document: 'Dokument weggelassen',
    deleted: 'Diese Nachricht wurde gelöscht.',
    edited: '<Diese Nachricht wurde bearbeitet.>',
    attached: 'Anhang:',
    pages: '2 Seiten',
    poll: 'UMFRAGE:',
    option: 'OPTION:',
  },
  Spanish: {
    encrypted:
      'Los mensajes y las llamadas están cifrados de extremo a extremo. Nadie fuera de este chat, ni siquiera WhatsApp, puede leerlos ni escucharlos.',
    added: 'Anna añadió a Ben.',
    missedCall: 'Llamada perdida',
    image: 'imagen omitida',
    document: 'documento omitido',
    deleted: 'Se eliminó este mensaje.',
    edited: '<Se editó este mensaje.>',
    attached: 'adjunto:',
    pages: '2 páginas',
    poll: 'ENCUESTA:',
    option: 'OPCIÓN:',
  },
  French: {
    encrypted:
      'Les messages et les appels sont chiffrés de bout en bout. Aucun tiers, pas même WhatsApp, ne peut les lire ou les écouter.',
    added: 'Anna a ajouté Ben',
    missedCall: 'Appel vocal manqué',
    image: 'image absente',
    document: 'document manquant',
    deleted: 'Ce message a été supprimé.',
    edited: '<Ce message a été modifié>',
    attached: 'pièce jointe :',
    pages: '2 pages',
    poll: 'SONDAGE :',
    option: 'OPTION :',
  },
  Chinese: {
    encrypted: '消息和通话已进行端到端加密。对话之外的任何人，甚至包括 WhatsApp 都无法读取或收听。',
    added: 'Anna 添加了 Ben',
    missedCall: '未接语音通话',
    image: '图像已忽略',
    document: '文档已忽略',
    deleted: '此消息已删除。',
    edited: '<这条消息已经过编辑>',
    attached: '附件：',
    pages: '2 页',
    poll: '投票：',
    option: '选项：',
  },
  Arabic: {
    encrypted:
      'الرسائل والمكالمات مشفرة تمامًا بين الطرفين، بحيث لا يستطيع أحد خارج هذه الدردشة، ولا حتى شركة واتساب نفسها، قراءتها أو الاستماع إليها.',
    added: 'أضاف Anna ‏Ben',
    missedCall: 'مكالمة صوتية فائتة',
    image: 'لم يتم إدراج الصورة',
    document: 'لم يتم إدراج المستند',
    deleted: 'تم حذف هذه الرسالة.',
    edited: '<تم تعديل هذه الرسالة>',
    attached: 'المرفق:',
    pages: 'صفحتان',
    poll: 'استطلاع:',
    option: 'خيار:',
  },
} as const;

export type IphoneLanguage = keyof typeof IPHONE_WORDS;
export const IPHONE_LANGUAGES = Object.keys(IPHONE_WORDS) as IphoneLanguage[];

/** A group chat. WhatsApp itself wrote half of the lines, under the name of the group or of a person. */
export function iphoneChat(language: IphoneLanguage): string {
  const own = IPHONE_WORDS[language];
  return [
    `[31.12.23, 23:57:00] Hikers: \u200e${own.encrypted}`,
    `[31.12.23, 23:57:10] Hikers: \u200e${own.added}`,
    `[31.12.23, 23:58:00] Anna: Who brings the map?`,
    `\u200e[31.12.23, 23:58:10] Ben: \u200e${own.image}`,
    `\u200e[31.12.23, 23:58:20] Ben: Route.pdf • \u200e${own.pages} \u200e${own.document}`,
    `\u200e[31.12.23, 23:58:30] Ben: \u200e<${own.attached} 00000003-PHOTO.jpg>`,
    `[31.12.23, 23:58:40] Anna: \u200e${own.missedCall}`,
    `[31.12.23, 23:58:50] Ben: Seven o’clock \u200e${own.edited}`,
    `[31.12.23, 23:58:55] Ben: \u200e${own.deleted}`,
    `\u200e[31.12.23, 23:59:00] Anna: \u200e${own.poll}\nRidge or valley?\n\u200e${own.option} Ridge (2)`,
    `\u200e[31.12.23, 23:59:10] Ben: \u200ehttps://maps.google.com/?q=47.1,11.2`,
    '',
  ].join('\r\n');
}

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
    ? `# Garden plan\n\nTags: beans, spring\nCreated: April 1, 2023 10:00 AM\nStatus: Open\n\nPlant after the frost. See [Tools](Tools%20fedcba9876543210fedcba9876543210.md).\n`
    : `# Garden plan\n\nSchlagwörter: beans, spring\nStatus: Offen\n\nPlant after the frost.\n`;

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
/** A notebook inside another, a tag, a picture, a note and a task. */
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
