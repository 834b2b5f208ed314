/** Sample exports of ChatGPT and Telegram, after what's known of each format. The texts are invented. */

const NODE = (id: string, parent: string | null, children: string[], message: object | null) => ({
  id,
  parent,
  children,
  message,
});

const said = (
  id: string,
  role: string,
  time: number | null,
  content: object,
  metadata: object = {},
  updated: number | null = null,
) => ({
  id,
  author: { role, name: null, metadata: {} },
  create_time: time,
  update_time: updated,
  content,
  status: 'finished_successfully',
  weight: 1,
  metadata,
  recipient: 'all',
});
const words = (...parts: unknown[]) => ({ content_type: 'text', parts });

/** One message has two alternative answers. ChatGPT shows the second. */
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
        said(
          'a2',
          'assistant',
          1_700_000_020,
          words('Cold slows yeast.', 'Find a warmer shelf.'),
          {
            model_slug: 'gpt-4',
            citations: [{ metadata: { type: 'webpage', title: 'Yeast', url: 'https://example.org/yeast' } }],
          },
          1_700_000_030.5,
        ),
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

const NOT_INCLUDED = '(File not included. Change data exporting settings to download.)';
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
    file: NOT_INCLUDED,
    media_type: 'sticker',
    sticker_emoji: '⛴',
    text: '',
  },
];

/** Exported without media: a photo and a document with caption, a voice message without. One photo is included. */
export const telegramWithoutMedia = () =>
  islandTrip([
    message(1, { photo: NOT_INCLUDED, width: 1, height: 1, text: 'The pier' }),
    message(2, { photo: 'photos/pier.png', width: 1, height: 1, text: 'Again' }),
    message(3, { file: NOT_INCLUDED, media_type: 'voice_message', mime_type: 'audio/ogg', duration_seconds: 3 }),
    message(4, { file: NOT_INCLUDED, file_name: 'tide.pdf', mime_type: 'application/pdf', text: 'The table' }),
  ]);

/** Telegram exports a photo as a message's photo, and as a file if it was sent uncompressed. */
export const telegramWithPictures = () =>
  islandTrip([
    message(1, { photo: 'photos/photo_1@02-02-2023_09-00-00.jpg', width: 40, height: 40, text: 'The pier' }),
    message(2, {
      file: 'files/chart.png',
      thumbnail: 'files/chart.png_thumb.jpg',
      mime_type: 'image/png',
      width: 40,
      height: 40,
    }),
    message(3, { file: 'files/tide.pdf', mime_type: 'application/pdf', text: 'The table' }),
  ]);

export const telegramChat = () => islandTrip(telegramMessages);

const islandTrip = (messages: readonly object[]) => ({
  name: 'Island trip',
  type: 'private_group',
  id: 4_001,
  messages,
});

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

export const telegramAccount = () => ({
  about: 'Here is the data you requested.',
  personal_information: { user_id: 11, first_name: 'Mira', bio: 'messages' },
  contacts: { about: 'Contacts', list: [{ user_id: 12, first_name: 'Jonas' }] },
  chats: { about: 'Chats', list: [telegramChat(), { name: null, type: 'personal_chat', id: 4_002, messages: [] }] },
});
