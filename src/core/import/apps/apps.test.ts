import { describe, expect, test } from 'vitest';
import { APP_SAMPLES, keepNote, NOTION_ID, notionPage } from '../../../testing/app-exports.ts';
import { chatGptConversations, telegramAccount, telegramChat } from '../../../testing/chat-exports.ts';
import {
  claudeArtifacts,
  claudeConversations,
  claudeInlineArtifacts,
  claudeProjects,
} from '../../../testing/claude-exports.ts';
import { IPHONE_LANGUAGES, iphoneChat, WHATSAPP } from '../../../testing/whatsapp-exports.ts';
import { contentHash } from '../../record/content-hash.ts';
import type { MemoryInput } from '../../record/memory.ts';
import { checkMemory } from '../../record/validate-memory.ts';
import { createReader, detectFormat, type TextFormat } from '../format.ts';

function read(path: string, text: string): { format: TextFormat; inputs: MemoryInput[] } {
  const format = detectFormat(path, new TextEncoder().encode(text)) as TextFormat;
  const reader = createReader(format, { path, hash: contentHash, split: false });
  const rows = [...reader.push(text), ...reader.end()];
  expect(rows.filter((row) => 'code' in row)).toEqual([]);
  const inputs = rows.flatMap((row) => ('input' in row ? [row.input] : []));
  for (const input of inputs) checkMemory(input);
  return { format, inputs };
}

const local = (...parts: [number, number, number, number, number]): number => new Date(...parts).getTime();

describe('ChatGPT', () => {
  test.each(['2023', '2026'] as const)('%s: the shown branch, message by message', (variant) => {
    const { format, inputs } = read('anything.json', JSON.stringify(chatGptConversations(variant)));
    expect(format).toBe('chatgpt');
    expect(inputs.slice(0, 3)).toMatchObject([
      {
        title: 'Sourdough in winter',
        text: 'Why is my dough slow in January?',
        type: 'conversation',
        expiresAt: null,
        role: 'user',
        source: 'chatgpt',
        thread: 'chatgpt:conv-1',
        session: 'chatgpt:conv-1',
        url: 'https://chatgpt.com/c/conv-1',
        createdAt: 1_700_000_000_250,
        metadata: { app: 'chatgpt', otherBranches: 1 },
      },
      {
        text: 'Cold slows yeast.\n\nFind a warmer shelf.',
        role: 'assistant',
        links: ['https://example.org/yeast'],
        createdAt: 1_700_000_020_000,
        updatedAt: 1_700_000_030_500,
        metadata: { model: 'gpt-4' },
      },
      { text: 'This is my loaf.', role: 'user', metadata: { files: ['loaf.png'] } },
    ]);
    expect(inputs.slice(3).map(({ text }) => text)).toEqual(variant === '2026' ? ['```python\nprint(42)\n```'] : []);
  });

  test('without a current node it follows the newest leaf', () => {
    const [conversation] = chatGptConversations('2023');
    const { inputs } = read('conversations.json', JSON.stringify([{ ...conversation, current_node: undefined }]));
    expect(inputs).toHaveLength(3);
  });

  const answers = (...messages: { readonly [key: string]: unknown }[]) => {
    const node = (index: number) => `n${index}`;
    const mapping = Object.fromEntries(
      messages.map((message, index) => [
        node(index),
        {
          parent: index === 0 ? null : node(index - 1),
          children: [node(index + 1)],
          message: { id: node(index), author: { role: 'assistant' }, create_time: 1_700_000_000 + index, ...message },
        },
      ]),
    );
    const conversation = { id: 'x', create_time: 1, current_node: node(messages.length - 1), mapping };
    return read('c.json', JSON.stringify([conversation])).inputs;
  };
  const parts = (...texts: string[]) => ({ content: { content_type: 'text', parts: texts } });

  test('calls of tools are left out, but a canvas keeps its text', () => {
    const canvas = JSON.stringify({ name: 'Menu', type: 'document', content: 'Soup, then cake' });
    const inputs = answers(
      { recipient: 'python', content: { content_type: 'code', text: 'print(1)' } },
      { recipient: 'bio', ...parts('Has a dog') },
      { recipient: 'canmore.create_textdoc', content: { content_type: 'code', text: canvas } },
      { recipient: 'canmore.create_textdoc', ...parts(canvas) },
      { recipient: 'canmore.create_textdoc', ...parts('{"name": "cut') },
      { recipient: 'canmore.update_textdoc', ...parts('{"updates": []}') },
      { recipient: 'all', ...parts('Said') },
      { recipient: null, ...parts('Said too') },
    );
    const menu = 'Menu\n\nSoup, then cake';
    expect(inputs.map(({ text }) => text)).toEqual([menu, menu, 'Said', 'Said too']);
  });

  test('markers of citations are left out, and names in them are kept', () => {
    const cited = '\ue200cite\ue202turn0search3\ue202turn0search8\ue201';
    const named = '\ue200entity\ue202["people", "Ada \\"A\\" King", 0]\ue201';
    const inputs = answers(parts(`Iron is old${cited}, says ${named}【4†source】【12:0†iron.pdf】.`, cited), {
      author: { role: 'user' },
      ...parts('What is 【4†source】?'),
    });
    expect(inputs.map(({ text }) => text)).toEqual(['Iron is old, says Ada "A" King.', 'What is 【4†source】?']);
  });

  test('grouped references are links', () => {
    const items = [{ url: 'https://example.org/a' }, { url: 'https://example.org/b' }, { url: null }];
    const metadata = { content_references: [{ type: 'grouped_webpages', items }, { url: 'https://example.org/c' }] };
    const [input] = answers({ ...parts('Said'), metadata });
    expect(input!.links).toEqual(['https://example.org/a', 'https://example.org/b', 'https://example.org/c']);
  });

  test('a message without a time has that of the message before', () => {
    const inputs = answers(parts('One'), { ...parts('Two'), create_time: null });
    expect(inputs.map(({ createdAt }) => createdAt)).toEqual([1_700_000_000_000, 1_700_000_000_000]);
  });

  test('a circular tree ends', () => {
    const mapping = {
      a: { parent: 'b', message: null, children: ['b'] },
      b: { parent: 'a', message: null, children: ['a'] },
    };
    expect(read('c.json', JSON.stringify([{ id: 'x', create_time: 1, current_node: 'a', mapping }])).inputs).toEqual(
      [],
    );
  });
});

describe('Claude', () => {
  test.each(['2024', '2026'] as const)('%s: messages with their attachments, without tools and thinking', (variant) => {
    const { format, inputs } = read('conversations.json', JSON.stringify(claudeConversations(variant)));
    expect(format).toBe('claude');
    expect(inputs).toMatchObject([
      {
        title: 'Kayak repair',
        text: 'Which resin mends a hull?\n\nsurvey.txt\n\nCrack near the keel',
        role: 'user',
        source: 'claude',
        thread: 'claude:c-1',
        session: 'claude:c-1',
        url: 'https://claude.ai/chat/c-1',
        createdAt: Date.parse('2024-05-01T10:00:00.123Z'),
        metadata: { files: ['survey.txt', 'hull.jpg'] },
      },
      {
        text: 'Use epoxy.',
        role: 'assistant',
        session: 'claude:c-1',
        createdAt: Date.parse('2024-05-01T10:01:00Z'),
        updatedAt: Date.parse('2024-05-01T10:02:00Z'),
      },
    ]);
    expect(inputs[0]!.metadata!.summary).toBe(variant === '2026' ? 'How to mend a hull.' : undefined);
  });

  test('a conversation of a project is tagged with its name', () => {
    const conversations = claudeConversations('2026').map((fields) => ({ ...fields, project: { name: 'Boathouse' } }));
    const { inputs } = read('conversations.json', JSON.stringify(conversations));
    expect(inputs.map(({ tags }) => tags)).toEqual([['Boathouse'], ['Boathouse']]);
  });

  test('artifacts are part of the message that shows them, with the title of their first version', () => {
    const { inputs } = read('conversations.json', JSON.stringify(claudeArtifacts()));
    expect(inputs.map(({ text }) => text)).toEqual([
      'Here is a plan.\n\nHull plan\n\n# Hull\n\nSand it first.\n\nShall I go on?',
      'Hull plan\n\nWash it first.',
      'Hull plan, short\n\nWash, sand, seal.',
    ]);
  });

  test('artifacts inside the text lose their tags but keep title and content', () => {
    const { inputs } = read('conversations.json', JSON.stringify(claudeInlineArtifacts()));
    expect(inputs.map(({ text }) => text)).toEqual([
      'Which tag is it, <antArtifact title="x">?',
      'Here is a plan.\n\nHull & deck\n\n# Hull\n\nSand it <b>first</b>.\n\n\nThen wash.\n\nShall I go on?',
      'Hull & deck\n\nWash it first.',
      'Once more:\n\nShort\n\nWash, sand',
    ]);
  });

  test.each([
    ['all in one file', 'projects.json', claudeProjects()],
    ['one file each', 'projects/p-1.json', claudeProjects()[0]],
  ])('projects, %s: instructions and documents', (_, path, projects) => {
    const { format, inputs } = read(path, JSON.stringify(projects));
    expect(format).toBe('claude');
    const common = { source: 'claude', tags: ['Boathouse'], thread: 'claude-project:p-1' };
    expect(inputs).toMatchObject([
      {
        ...common,
        title: 'Boathouse',
        text: 'Everything about the boathouse\n\nAnswer in metres.',
        url: 'https://claude.ai/project/p-1',
        createdAt: Date.UTC(2024, 3, 1),
        updatedAt: Date.UTC(2024, 3, 2),
      },
      { ...common, title: 'plan.md', text: 'The door faces east.', createdAt: Date.UTC(2024, 3, 3) },
    ]);
  });
});

test.each([
  ['one chat', telegramChat()],
  ['the whole account', telegramAccount()],
])('Telegram, %s', (_, data) => {
  for (const text of [JSON.stringify(data), JSON.stringify(data, null, 1)]) {
    const { format, inputs } = read('result.json', text);
    expect(format).toBe('telegram');
    expect(inputs).toMatchObject([
      {
        title: 'Island trip',
        text: 'The ferry times are [here](https://example.org/ferry) #island',
        owner: 'Mira',
        source: 'Mira',
        thread: 'telegram:4001',
        session: 'telegram:4001',
        links: ['https://example.org/ferry'],
        tags: ['island'],
        createdAt: 1_675_242_060_000,
      },
      {
        text: 'Seen from the pier {"messages": [',
        updatedAt: 1_675_242_180_000,
        metadata: { replyTo: 2, file: 'photos/pier.png' },
      },
      { text: '⛴', owner: 'Jonas' },
    ]);
  }
});

test.each(Object.entries(WHATSAPP))('WhatsApp, %s', (_, text) => {
  const { format, inputs } = read('WhatsApp Chat with Anna.txt', text);
  expect(format).toBe('whatsapp');
  const spoken = inputs.filter(({ metadata }) => metadata?.file === undefined);
  expect(spoken).toMatchObject([
    {
      title: 'Anna',
      owner: 'Anna',
      source: 'Anna',
      thread: 'whatsapp:Anna',
      session: 'whatsapp:Anna',
      text: 'Happy new year\nand good sleep',
      createdAt: local(2023, 11, 31, 23, 59),
    },
    { owner: 'Ben', text: 'Same to you', createdAt: local(2024, 0, 1, 0, 2) },
  ]);
});

test('WhatsApp, Arabic: digits of the message stay as they are', () => {
  const { inputs } = read('a.txt', '٣١‏/١٢‏/٢٠٢٣، ١١:٥٩ م - Anna: ٧ م - ok\n');
  expect(inputs.map(({ text }) => text)).toEqual(['٧ م - ok']);
});

test.each(IPHONE_LANGUAGES)('WhatsApp, an iPhone in %s: what WhatsApp wrote is no message of a person', (language) => {
  const { inputs } = read('_chat.txt', iphoneChat(language));
  expect(inputs.map(({ owner, text }) => [owner, text])).toEqual([
    ['Anna', 'Who brings the map?'],
    ['Ben', expect.stringMatching(/^Route\.pdf • \S+(?: \S+)?$/)],
    ['Ben', '00000003-PHOTO.jpg'],
    ['Ben', 'Seven o’clock'],
    ['Anna', expect.stringContaining('\nRidge or valley?\n')],
    ['Ben', 'https://maps.google.com/?q=47.1,11.2'],
  ]);
  expect(inputs[1]!.metadata).toEqual({ app: 'whatsapp', mediaOmitted: true });
  expect(inputs[2]!.metadata).toEqual({ app: 'whatsapp', file: '00000003-PHOTO.jpg' });
});

test.each([
  ['Swedish', '2024-06-05 23:59 - Anna: Hej'],
  ['Hungarian', '2024. 06. 05. 23:59 - Anna: Szia'],
  ['Japanese', '[2024/6/5 23:59:00] Anna: はい'],
  ['Korean', '2024년 6월 5일 오후 11:59, Anna : 네'],
  ['German', '05.06.24, 23:59 - Anna: Hallo\n05.07.24, 23:59 - Anna: Juli\n05.08.24, 23:59 - Anna: August'],
  ['Dutch', '05-06-2024 23:59 - Anna: Hoi\n05-07-2024 23:59 - Anna: juli'],
  ['British', '05/06/2024, 23:59 - Anna: Hello'],
  ['Indian', '5/6/24, 11:59\u202fpm - Anna: Hello'],
  ['American', '[6/5/24, 11:59:00\u202fPM] Anna: Hello'],
  ['American, on two days', '6/5/24, 11:59\u202fPM - Anna: Hello\n7/6/24, 11:59\u202fPM - Anna: July'],
])('WhatsApp, %s: a short chat keeps its day and month', (_, text) => {
  expect(read('a.txt', text).inputs[0]!.createdAt).toBe(local(2024, 5, 5, 23, 59));
});
test('WhatsApp, unpacked iPhone exports: each chat has the name of its folder', () => {
  const chats = [
    'chats.zip/WhatsApp Chat - Dr. Ben/_chat.txt',
    'WhatsApp Chat - Cy/_chat.txt',
    'WhatsApp Chat - Di.zip/_chat.txt',
  ];
  const inputs = chats.flatMap((path) => read(path, '[31.12.23, 23:59:00] Anna: Hello\n').inputs);
  expect(inputs.map(({ title, thread }) => [title, thread])).toEqual([
    ['Dr. Ben', 'whatsapp:Dr. Ben'],
    ['Cy', 'whatsapp:Cy'],
    ['Di', 'whatsapp:Di'],
  ]);
});
test('WhatsApp, Android: the words below a file are the message, and a file name among words stays', () => {
  const { inputs } = read('WhatsApp Chat with Anna.txt', WHATSAPP['American Android']!);
  expect(inputs.at(-1)).toMatchObject({ text: 'With the mast', metadata: { file: 'Boat plan 2.pdf' } });
  const named = read('a.txt', '12/31/23, 11:59 PM - Anna: boat.zip (the old one) is gone\n').inputs;
  expect(named).toMatchObject([{ text: 'boat.zip (the old one) is gone' }]);
});

test.each(['text', 'list'] as const)('Google Keep, a note of %s', (variant) => {
  const { format, inputs } = read('Takeout/Keep/x.json', JSON.stringify(keepNote(variant)));
  expect(format).toBe('keep');
  expect(inputs).toMatchObject([
    {
      title: variant === 'text' ? 'Keys' : 'Packing',
      text: `${variant === 'text' ? 'Order of the keys: garage, shed.' : '- [x] Rope\n- [ ] Lamp'}\n\nLocks https://example.org/locks`,
      tags: ['Home'],
      links: ['https://example.org/locks'],
      source: 'keep',
      createdAt: 1_650_000_000_000,
      updatedAt: 1_650_000_100_000,
      metadata: { app: 'keep', pinned: true },
    },
  ]);
});

test('Notion, a link to a page with parentheses in its name', () => {
  const link = `[Plan (old)](../Plan%20(old)%20${NOTION_ID}.md) and [Tools](Tools%20${NOTION_ID}.md)`;
  const { inputs } = read(`Garden ${NOTION_ID}.md`, `# Garden\n\n${link}\n`);
  expect(inputs[0]!.links).toEqual(['Plan (old)', 'Tools']);
});
test.each(['en', 'de'] as const)('Notion, a page in %s', (language) => {
  const { format, inputs } = read(`Home/Garden plan ${NOTION_ID}.md`, notionPage(language));
  expect(format).toBe('notion');
  expect(inputs).toMatchObject([
    {
      title: 'Garden plan',
      tags: ['beans', 'spring'],
      source: 'notion',
      metadata: { path: 'Home/Garden plan', properties: { Status: language === 'en' ? 'Open' : 'Offen' } },
      createdAt: local(2023, language === 'en' ? 3 : 2, 1, 10, 0),
      updatedAt: local(2023, 4, 2, 21, 30),
      ...(language === 'en' && { links: ['Tools'] }),
    },
  ]);
});

test('a program’s file is recognised by its content, whatever its name, and similar files are not', () => {
  for (const [format, text] of Object.entries(APP_SAMPLES)) {
    if (format === 'notion' || format === 'joplin') continue;
    expect(detectFormat('', new TextEncoder().encode(text))).toBe(format);
  }
  for (const [path, text, format] of [
    ['a.json', '[{"text":"mapping"}]', 'json'],
    ['a.json', '{"name":"x","type":"note","messages":[]}', 'json'],
    ['a.txt', '12/31/23 was a good day', 'text'],
    ['a.txt', '2023-12-31 10:00 - a log line', 'text'],
    ['a.md', '12/31/23, 11:59 PM - Anna: hi', 'markdown'],
  ] as const) {
    expect(detectFormat(path, new TextEncoder().encode(text)), text).toBe(format);
  }
});
