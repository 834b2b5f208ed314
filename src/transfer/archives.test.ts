import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageOf } from '../core/import/problem-sentences.ts';
import type { ImportContent } from '../core/import/report.ts';
import type { MemoryInput } from '../core/record/memory.ts';
import {
  DOT_PNG,
  joplinItem,
  joplinItems,
  keepNote,
  NOTION_ID,
  notionPage,
  notionTwins,
} from '../testing/app-exports.ts';
import { type EntryToWrite, writeTar, writeZip } from '../testing/archive-writer.ts';
import { chatGptConversations, telegramWithoutMedia } from '../testing/chat-exports.ts';
import { claudeConversations, claudeProjects } from '../testing/claude-exports.ts';
import { slackExport } from '../testing/slack-export.ts';
import { WHATSAPP } from '../testing/whatsapp-exports.ts';
import type { ImportFilesOptions } from './file-to-read.ts';
import { importFiles } from './import-files.ts';

async function take(
  files: readonly { path: string; bytes: Uint8Array<ArrayBuffer> }[],
  options: Pick<ImportFilesOptions, 'leaveOut' | 'mapping' | 'previewOnly' | 'onProgress'> = {},
) {
  const inputs: MemoryInput[] = [];
  const report = await importFiles(
    {
      paths: files.map(({ path }) => path),
      slices: [files.map(({ path, bytes }) => ({ path, file: new Blob([bytes]) }))],
    },
    {
      async upsertMany(batch) {
        inputs.push(...batch);
        return { added: batch.length, updated: 0, unchanged: 0 };
      },
    },
    { signal: new AbortController().signal, ...options },
  );
  return {
    inputs,
    report,
    problems: report.problems.map((problem) => [problem.file, problem.code, messageOf(problem)]),
  };
}

const zip = (path: string, entries: readonly EntryToWrite[]) => take([{ path, bytes: writeZip(entries) }]);

const byTime = (a: MemoryInput, b: MemoryInput): number => Number(a.createdAt) - Number(b.createdAt);

describe('archives', () => {
  test('the progress follows the notes, even if most of an archive is pictures', async () => {
    const notes = Array.from({ length: 10 }, (_, n) => ({
      path: `${n}.md`,
      data: `Note ${n} ![[a.png]]`,
      stored: true,
    }));
    const picture = { path: 'a.png', data: new Uint8Array(2_000_000), stored: true };
    const tenths = new Set<number>();
    const onProgress: ImportFilesOptions['onProgress'] = ({ bytesDone, bytesTotal }) =>
      tenths.add(Math.round((10 * bytesDone) / bytesTotal));
    await take([{ path: 'vault.zip', bytes: writeZip([...notes, picture]) }], { previewOnly: true, onProgress });
    expect([...tenths]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('reads a file of an archive by its content, with its date in the archive', async () => {
    const { inputs, problems } = await zip('backup.zip', [
      { path: 'notes/a.md', data: '# Alpha\n\nBody' },
      { path: 'b.txt', data: 'Plain', stored: true },
    ]);
    expect(problems).toEqual([]);
    expect(inputs.map(({ title, text, updatedAt }) => [title, text, updatedAt])).toEqual([
      ['Alpha', '# Alpha\n\nBody', new Date(2024, 2, 5, 6, 7, 8).getTime()],
      ['b', 'Plain', new Date(2024, 2, 5, 6, 7, 8).getTime()],
    ]);
  });

  test('opens archives within archives, up to a limit', async () => {
    let inner = writeZip([{ path: 'deep.txt', data: 'Found' }]);
    const two = await take([{ path: 'outer.zip', bytes: writeZip([{ path: 'inner.zip', data: inner }]) }]);
    expect(two.inputs.map(({ text }) => text)).toEqual(['Found']);
    for (let level = 0; level < 6; level++) inner = writeZip([{ path: 'inner.zip', data: inner }]);
    const many = await take([{ path: 'outer.zip', bytes: inner }]);
    expect(many.inputs).toEqual([]);
    expect(many.problems).toEqual([
      ['outer.zip/inner.zip/inner.zip/inner.zip', 'bad-archive', 'Archives are opened 3 deep'],
    ]);
  });

  test.each<[string, EntryToWrite, RegExp]>([
    ['promises more than its size allows', { path: 'a.txt', data: new Uint8Array(40_000_000) }, /far more/],
    [
      'unpacks to more than it says',
      { path: 'a.txt', data: 'x'.repeat(5_000), size: 10 },
      /more than its archive says/,
    ],
    ['has another checksum', { path: 'a.txt', data: 'some text', crc: 7 }, /damaged/],
    ['is encrypted', { path: 'a.txt', data: 'some text', encrypted: true }, /encrypted/],
  ])('reports an entry that %s, and reads the others', async (_, bad, message) => {
    const { inputs, problems } = await zip('a.zip', [bad, { path: 'good.txt', data: 'Good' }]);
    expect(inputs.map(({ text }) => text)).toEqual(['Good']);
    expect(problems).toEqual([['a.zip/a.txt', 'bad-archive', expect.stringMatching(message)]]);
  });

  test('rejects entries that overlap', async () => {
    const bytes = writeZip(
      Array.from({ length: 50 }, (_, n) => ({ path: `${n}.txt`, data: 'x'.repeat(100), stored: true })),
    );
    const view = new DataView(bytes.buffer);
    // Makes each entry of the directory claim the whole file.
    for (let at = 0; at < bytes.length - 46; at++) {
      if (view.getUint32(at, true) !== 0x02014b50) continue;
      view.setUint32(at + 20, 5_000, true);
      view.setUint32(at + 24, 5_000, true);
    }
    expect((await take([{ path: 'a.zip', bytes }])).problems).toEqual([
      ['a.zip', 'bad-archive', 'Files of the archive overlap, so it’s damaged or hostile'],
    ]);
  });

  test('reduces paths that lead out of the archive to file names', async () => {
    const { inputs } = await zip('a.zip', [
      { path: '../../etc/passwd.txt', data: 'One' },
      { path: '/root.txt', data: 'Two' },
      { path: 'C:\\windows\\x.txt', data: 'Three' },
    ]);
    expect(inputs.map(({ metadata }) => metadata!.path)).toEqual([
      'a.zip/etc/passwd.txt',
      'a.zip/root.txt',
      'a.zip/windows/x.txt',
    ]);
  });

  test('imports ten thousand files', async () => {
    const { inputs, problems } = await zip(
      'many.zip',
      Array.from({ length: 10_000 }, (_, n) => ({ path: `n/${n}.md`, data: `Note ${n}` })),
    );
    expect(problems).toEqual([]);
    expect(new Set(inputs.map(({ id }) => id)).size).toBe(10_000);
  });

  test("reports an archive that's cut or changed anywhere", async () => {
    const whole = [
      writeZip([
        { path: 'a.md', data: '# A\n\nText' },
        { path: 'b.json', data: '[{"text":"x"}]' },
      ]),
      writeTar([{ path: 'a.md', data: '# A\n\nText' }]),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1),
        fc.nat(4_000),
        fc.array(fc.tuple(fc.nat(4_000), fc.nat(255)), { maxLength: 5 }),
        async (which, end, changes) => {
          const bytes = whole[which]!.slice(0, Math.max(1, end % (whole[which]!.length + 1)));
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const { report } = await take([{ path: 'a.bin', bytes }]);
          expect(report.cancelled).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('exports that are archives', () => {
  test('ChatGPT: conversations with their pictures, and nothing about the account', async () => {
    const { inputs, problems, report } = await zip('export.zip', [
      { path: 'user.json', data: '{"id":"user-1","email":"a@example.org"}' },
      { path: 'chat.html', data: '<html></html>' },
      { path: 'message_feedback.json', data: '[]' },
      { path: 'conversations.json', data: JSON.stringify(chatGptConversations('2026')) },
      { path: 'file_0011aabb22cc-sanitized.png', data: DOT_PNG },
    ]);
    expect(problems).toEqual([]);
    expect(inputs.map(({ text }) => text)).toContain('This is my loaf.');
    expect(inputs.find(({ text }) => text === 'This is my loaf.')?.images).toEqual([
      { data: expect.any(ArrayBuffer), mimeType: 'image/png', alt: 'Picture' },
    ]);
    expect(report.contents).toEqual([
      { format: 'chatgpt', files: 1, memories: 4, threads: 1, from: 1_700_000_000_250, to: 1_700_000_510_000 },
    ]);
  });

  test('Claude: documents of a project are no messages, and a conversation without a title is called by its beginning', async () => {
    const conversations = claudeConversations('2026').map((conversation) => ({ ...conversation, name: '' }));
    const { report } = await zip('data.zip', [
      { path: 'conversations.json', data: JSON.stringify(conversations) },
      { path: 'projects.json', data: JSON.stringify(claudeProjects()) },
      { path: 'users.json', data: '[]' },
    ]);
    const [{ memories, threads, notes }] = report.contents as [ImportContent];
    expect({ messages: memories - notes!, threads }).toEqual({ messages: 2, threads: 1 });
    expect(report.sources.map(({ title }) => title)).toEqual(['Which resin mends a hull?', 'data.zip/projects.json']);
  });

  test('Notion: a preview shows names without ids, and asks for no columns', async () => {
    const id = (digit: string): string => digit.repeat(32);
    const entries = [
      { path: `Tasks ${id('1')}_all.csv`, data: 'Name,Status\nCall back,Open\n' },
      { path: `Home ${id('2')}/Garden ${id('3')}.md`, data: '# Garden\n\nBeans\n' },
    ];
    const { report } = await take([{ path: 'Export.zip', bytes: writeZip(entries) }], { previewOnly: true });
    expect(report.sources.map(({ title }) => title)).toEqual(['Export.zip/Tasks.csv', 'Export.zip/Home/Garden.md']);
    expect(report.tables).toEqual([]);
  });

  test('Joplin: a preview shows the titles of the notes', async () => {
    const entries = Object.entries(joplinItems()).map(([path, data]) => ({ path, data }));
    const { report } = await take([{ path: 'all.jex', bytes: writeTar(entries) }], { previewOnly: true });
    expect(report.sources.map(({ title }) => title)).toEqual(['Rail pass', 'To pack']);
  });

  test('an Obsidian vault has the same ids as an archive and as a folder', async () => {
    const note =
      '---\naliases: [Harbour]\ntags: [place/coast]\n---\n# Port\n\nrating:: 5\n\nSee [[Pier|the pier]]. ![[map.png|200]]\n\n> [!note] Tide\n> High at noon ^tide\n';
    const vault = [
      { path: 'Vault/.obsidian/app.json', data: '{}' },
      { path: 'Vault/Places/Port.md', data: note },
      { path: 'Vault/Attachments/map.png', data: DOT_PNG },
    ];
    const packed = await zip('Vault.zip', vault);
    const folder = await take(
      vault.map(({ path, data }) => ({
        path,
        bytes: new Uint8Array(typeof data === 'string' ? new TextEncoder().encode(data) : data),
      })),
    );
    expect(packed.problems).toEqual([]);
    expect(folder.problems).toEqual([]);
    expect(packed.inputs).toMatchObject([
      {
        id: folder.inputs[0]!.id,
        title: 'Port',
        text: '# Port\n\nrating:: 5\n\nSee [[Pier|the pier]]. ![[map.png|200]]\n\n> [!note] Tide\n> High at noon ^tide\n',
        tags: ['place/coast'],
        links: ['Pier'],
        aliases: ['Harbour'],
        metadata: { path: 'Vault/Places/Port.md', rating: '5' },
        images: [{ mimeType: 'image/png', alt: 'map.png' }],
      },
    ]);
    expect(folder.inputs[0]!.images).toHaveLength(1);
  });

  test.each([
    [
      'Google Keep',
      {
        'Takeout/archive_browser.html': '<p>What is in it</p>',
        'Takeout/Keep/Bread.json': JSON.stringify(keepNote('text')),
        'Takeout/Keep/Bread.html': '<p>Bread</p>',
        'Takeout/Keep/Labels.txt': 'kitchen',
        'Notes/Keep/page.txt': 'My own page',
      },
      ['keep', 'text'],
    ],
    [
      'ChatGPT',
      {
        'export/chat.html': '<p>All chats</p>',
        'export/user.json': '{"id":"user-1"}',
        'export/message_feedback.json': '[{"id":"1"}]',
        'export/conversations.json': JSON.stringify(chatGptConversations('2026')),
        'export/my own.md': '# Mine',
        'Notes/list.json': '[{"text":"Oats"}]',
      },
      ['chatgpt', 'markdown', 'json'],
    ],
  ])('%s: from an unpacked export, a folder brings what the archive brings', async (_, files, formats) => {
    const { report, problems } = await take(
      Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })),
    );
    expect(problems.filter(([, code]) => code !== 'file-not-found')).toEqual([]);
    expect(report.contents.map(({ format, files }) => [format, files])).toEqual(formats.map((format) => [format, 1]));
  });

  test('Notion: a page is imported once, whatever its title and whatever the column of titles is called', async () => {
    const id = (digit: string): string => digit.repeat(32);
    const long = 'How we water the long bed by the old wall when nobody is at home';
    const titles = ['A/B test: plan?', long, 'Plan (old)', '🎉', ''];
    for (const column of ['Name', 'Task', 'Aufgabe']) {
      const { inputs, problems } = await zip('Export.zip', [
        {
          path: `Tasks ${id('1')}_all.csv`,
          data: `\ufeff${column},Status\n${[...titles, 'Alone'].map((title) => `${title},Open\n`).join('')}`,
        },
        ...['A B test plan', long.slice(0, 50), 'Plan (old)', '🎉', 'Untitled'].map((name, n) => ({
          path: `Tasks/${name} ${id(String(n + 2))}.md`,
          data: `# ${titles[n] || 'Untitled'}\n\nStatus: Open\n\nBeans.\n`,
        })),
      ]);
      expect(problems).toEqual([]);
      expect(inputs.map(({ title }) => title)).toEqual(['Alone', ...titles.slice(0, -1), 'Untitled']);
    }
  });

  test('Notion: a row whose title begins like a page stays', async () => {
    const { inputs } = await zip('Export.zip', [
      { path: `Tasks ${'1'.repeat(32)}_all.csv`, data: 'Name\nWater the bed\nWater the bed again\n' },
      { path: `Tasks/Water the bed ${'2'.repeat(32)}.md`, data: '# Water the bed\n\nBeans.\n' },
    ]);
    expect(inputs.map(({ title }) => title)).toEqual(['Water the bed again', 'Water the bed']);
  });

  test('Notion: a database and its pages are imported once, with names without ids', async () => {
    const table = `Name,Status\nGarden plan,Open\nRow alone,Done\n`;
    const { inputs, problems } = await zip('Export.zip', [
      { path: `Tasks ${NOTION_ID.replace('0', '1')}.csv`, data: 'Name\nGarden plan\n' },
      { path: `Tasks ${NOTION_ID.replace('0', '1')}_all.csv`, data: table },
      { path: `Tasks/Garden plan ${NOTION_ID}.md`, data: notionPage('en') },
    ]);
    expect(problems).toEqual([]);
    expect(inputs.map(({ title, source }) => [title, source])).toEqual([
      ['Row alone', 'notion'],
      ['Garden plan', 'notion'],
    ]);
  });

  test('Notion: a mapping that was chosen for another table isn’t used for a database', async () => {
    const bytes = writeZip([
      { path: `Books ${NOTION_ID}.csv`, data: 'Name,Note\nDune,Sand\n' },
      { path: 'mine.csv', data: 'Name,Note\nEmma,Village\n' },
    ]);
    const chosen = { Name: 'text', Note: 'title' } as const;
    const textsWith = async (mapping: ImportFilesOptions['mapping']) => {
      const { inputs } = await take([{ path: 'Export.zip', bytes }], mapping && { mapping });
      return inputs.map(({ title, text }) => [title, text]);
    };
    expect(await textsWith([chosen])).toEqual([...(await textsWith(undefined)).slice(0, 1), ['Village', 'Emma']]);
    expect(await textsWith(chosen)).toEqual([
      ['Sand', 'Dune'],
      ['Village', 'Emma'],
    ]);
  });

  test('Notion: rows and pages with equal titles stay apart, with their own properties and links', async () => {
    const { inputs, problems } = await zip(
      'Export.zip',
      Object.entries(notionTwins()).map(([path, data]) => ({ path, data })),
    );
    expect(problems).toEqual([]);
    expect(new Set(inputs.map(({ id }) => id)).size).toBe(inputs.length);
    const statusOf = ({ metadata }: MemoryInput) =>
      metadata!.Status ?? (metadata!.properties as { Status?: string } | undefined)?.Status;
    const found = inputs.map((input) => [input.title, statusOf(input)]);
    expect(found).toEqual([
      ['Paint', 'Open'],
      ['Paint', 'Done'],
      ['Call back', 'Open'],
      ['Call back', 'Done'],
      ['Call back', 'Late'],
      ['Paint', 'Late'],
      ['Call back', 'None'],
    ]);
    expect(inputs[2]!.links).toEqual([inputs[6]!.id]);
  });

  test('Notion: an unzipped export is read as its zip', async () => {
    const files = {
      ...notionTwins(),
      [`Home ${'a'.repeat(32)}/Tasks ${'1'.repeat(32)}.csv`]: 'Name\nCall back\n',
      [`Home ${'a'.repeat(32)}/Shed ${'7'.repeat(32)}.md`]: '# Shed\n\nState: Dry\n\n![Roof](Shed/roof.png)\n',
    };
    const texts = Object.entries(files).map(([path, data]) => ({ path, data: data as string | Uint8Array }));
    const entries = [...texts, { path: `Home ${'a'.repeat(32)}/Shed/roof.png`, data: DOT_PNG }];
    const packed = await zip('Export', entries);
    const unpacked = entries.map(({ path, data }) => ({
      path: `Export/${path}`,
      bytes: new Uint8Array(typeof data === 'string' ? new TextEncoder().encode(data) : data),
    }));
    const folder = await take([...unpacked.slice(-1), ...unpacked.slice(0, -1)]);
    expect(folder.problems).toEqual([]);
    const plain = ({ inputs }: typeof folder) => inputs.map(({ createdAt, updatedAt, ...input }) => input);
    expect(plain(folder)).toEqual(plain(packed));
    expect(folder.inputs).toHaveLength(8);
    expect(folder.inputs.find(({ title }) => title === 'Shed')!.images).toHaveLength(1);
  });

  test('Joplin: notebooks, tags, tasks, pictures and links between notes', async () => {
    const entries = Object.entries(joplinItems()).map(([path, data]) => ({ path, data: data as string | Uint8Array }));
    const bytes = writeTar([...entries, { path: `resources/${'e'.repeat(32)}.png`, data: DOT_PNG }]);
    const { inputs, problems } = await take([{ path: 'all.jex', bytes }]);
    expect(problems).toEqual([]);
    expect(inputs).toMatchObject([
      {
        title: 'Rail pass',
        source: 'joplin',
        tags: ['trains'],
        links: ['To pack'],
        url: 'https://example.org/rail',
        createdAt: Date.UTC(2022, 2, 1, 8),
        updatedAt: Date.UTC(2022, 2, 2, 8),
        metadata: { notebook: 'Travel / Japan', place: '35.68, 139.76' },
        images: [{ mimeType: 'image/png', alt: 'map' }],
      },
      { title: 'To pack', text: 'Rain coat', metadata: { notebook: 'Travel', todo: true, done: true } },
    ]);
  });

  test('Joplin: pictures of notes in Markdown and in HTML, in their order', async () => {
    const id = (digit: string) => digit.repeat(32);
    const fields = (digit: string) => ({ id: id(digit), mime: 'image/png', file_extension: 'png', type_: 4 });
    const body =
      `<img width="300" height="200" src=":/${id('b')}" alt="Lid &amp; hinge"/>\n\n![pin](:/${id('a')})\n\n` +
      `<img src=":/${id('c')}" width="90"> <img src="https://example.org/x.png">`;
    const items = [
      { path: `${id('1')}.md`, data: joplinItem('Box', body, { id: id('1'), type_: 1 }) },
      ...['a', 'b', 'c'].flatMap((digit) => [
        { path: `${id(digit)}.md`, data: joplinItem('x.png', '', fields(digit)) },
        { path: `resources/${id(digit)}.png`, data: DOT_PNG },
      ]),
    ];
    const { inputs, problems } = await take([{ path: 'all.jex', bytes: writeTar(items) }]);
    expect(problems).toEqual([]);
    expect(inputs[0]!.images?.map(({ alt }) => alt)).toEqual(['Lid & hinge', 'pin', 'Box']);
  });

  test('Slack: days of channels, with names from the lists next to them', async () => {
    const entries = Object.entries(slackExport()).map(([path, data]) => ({ path, data }));
    const { inputs, problems, report } = await zip('Team Slack export.zip', entries);
    expect(problems).toEqual([]);
    expect(inputs.map(({ title, source, thread }) => [title, source, thread])).toEqual([
      ['#walls', 'Ann', 'slack:C1:1620284889.000200'],
      ['#walls', 'Ben Marsh', 'slack:C1:1620284889.000200'],
      ['#walls', 'Tide Bot', 'slack:C1'],
      ['@Ann, @Ben Marsh', 'Ben Marsh', 'slack:D1'],
    ]);
    expect(report.contents).toMatchObject([{ format: 'slack', files: 2, memories: 4, threads: 2 }]);
    expect(report.sources.map(({ title, session, memories }) => [title, session, memories])).toEqual([
      ['#walls', 'slack:C1', 3],
      ['@Ann, @Ben Marsh', 'slack:D1', 1],
    ]);
  });

  test.each(['first', 'last'])('Slack: an unpacked export is read as its zip, with the lists %s', async (place) => {
    const entries = Object.entries(slackExport()).map(([path, data]) => ({ path, data }));
    const packed = await zip('export.zip', entries);
    const files = entries.map(({ path, data }) => ({ path: `export/${path}`, bytes: new TextEncoder().encode(data) }));
    // The user's own file stays, although it has the name of a list.
    files.push({ path: 'mine/users.json', bytes: new TextEncoder().encode('[{"text":"Keys are with Ann"}]') });
    const { inputs, problems, report } = await take(place === 'first' ? files : files.reverse());
    expect(problems).toEqual([]);
    const messages = inputs.filter(({ session }) => session !== undefined);
    expect(messages.sort(byTime)).toEqual(packed.inputs.sort(byTime));
    expect(report.contents.map(({ format, memories }) => [format, memories])).toEqual([
      ['slack', 4],
      ['json', 1],
    ]);
  });

  test('Apple Notes: a folder of Markdown with attachments, and one of text files', async () => {
    const { inputs, problems } = await zip('Notes.zip', [
      { path: 'Notes/Garden/Beds.md', data: '# Beds\n\n![](Attachments/bed.png)\n\n- [x] Dig\n' },
      { path: 'Notes/Garden/Attachments/bed.png', data: DOT_PNG },
      { path: 'Notes/Old/Shed/Shed.txt', data: 'Shed\nThe key is under the pot' },
    ]);
    expect(problems).toEqual([]);
    expect(inputs).toMatchObject([
      { title: 'Beds', images: [{ mimeType: 'image/png' }], metadata: { path: 'Notes.zip/Notes/Garden/Beds.md' } },
      { title: 'Shed', text: 'Shed\nThe key is under the pot' },
    ]);
  });

  test('Google Keep: notes with their pictures, without the pages next to them', async () => {
    const { inputs, problems } = await zip('takeout.zip', [
      { path: 'Takeout/archive_browser.html', data: '<html></html>' },
      { path: 'Takeout/Keep/Keys.json', data: JSON.stringify(keepNote('text')) },
      { path: 'Takeout/Keep/Keys.html', data: '<html></html>' },
      { path: 'Takeout/Keep/keys.png', data: DOT_PNG },
      { path: 'Takeout/Keep/Old.json', data: JSON.stringify({ ...keepNote('list'), isTrashed: true }) },
    ]);
    expect(inputs).toMatchObject([{ title: 'Keys', images: [{ mimeType: 'image/png' }] }]);
    expect(problems).toEqual([['takeout.zip/Takeout/Keep/Old.json', 'left-out', 'The note is in the trash']]);
  });

  test('Google Keep: a Takeout in another language has each note once, zipped or not', async () => {
    const data = (text: string) => new TextEncoder().encode(text);
    const files = [
      { path: 'Takeout/Archiv_Übersicht.html', data: data('<html>Übersicht</html>') },
      { path: 'Takeout/Google Notizen/Keys.json', data: data(JSON.stringify(keepNote('text'))) },
      { path: 'Takeout/Google Notizen/Keys.html', data: data('<html>Keys</html>') },
      { path: 'Takeout/Google Notizen/keys.png', data: DOT_PNG },
      // The user's own files stay, although two of them have the same name.
      { path: 'Takeout/Drive/report.json', data: data('[{"text":"Tide"}]') },
      { path: 'Takeout/Drive/report.html', data: data('<html>Tide</html>') },
    ];
    const packed = await zip('takeout.zip', files);
    const folder = await take(files.map(({ path, data }) => ({ path, bytes: new Uint8Array(data) })));
    for (const { inputs, problems } of [packed, folder]) {
      expect(inputs.map(({ title, text }) => title ?? text)).toEqual(['Keys', 'Tide']);
      // Pages need a reader that isn't there in this test.
      expect(problems.map(([file]) => file!.replace('takeout.zip/', ''))).toEqual(['Takeout/Drive/report.html']);
    }
  });

  test.each([
    ['keys.jpeg', 'keys.jpg'],
    ['keys.jpg', 'keys.JPEG'],
  ])('Google Keep: a note that names %s has the picture %s', async (named, stored) => {
    const note = { ...keepNote('text'), attachments: [{ filePath: named, mimetype: 'image/jpeg' }] };
    const { inputs, problems } = await zip('takeout.zip', [
      { path: 'Takeout/Keep/Keys.json', data: JSON.stringify(note) },
      { path: `Takeout/Keep/${stored}`, data: DOT_PNG },
    ]);
    expect(problems).toEqual([]);
    expect(inputs).toMatchObject([{ title: 'Keys', images: [{ alt: 'Keys' }] }]);
  });

  const text = (value: unknown) => JSON.stringify(value);
  const keep = { ...keepNote('list'), title: 'Song', attachments: [{ filePath: 'song.3gp', mimetype: 'audio/3gpp' }] };
  const joplin = joplinItem('Route', `See ![map](:/${'a'.repeat(32)}) and ![sketch](:/${'b'.repeat(32)})`, {
    id: '1'.repeat(32),
    type_: 1,
  });
  const resource = joplinItem('map.png', '', {
    id: 'a'.repeat(32),
    mime: 'image/png',
    file_extension: 'png',
    type_: 4,
  });

  test.each<[string, EntryToWrite[], string[], (readonly [string, number, string])[]]>([
    [
      'Obsidian',
      [
        { path: 'V/.obsidian/app.json', data: '{}' },
        {
          path: 'V/a.md',
          data: '---\ntags: [x]\n---\nSee ![[missing.png]], ![](https://example.org/a.png) and ![[b]]',
        },
      ],
      ['See ![[missing.png]], ![](https://example.org/a.png) and ![[b]]'],
      [['V/a.md', 4, 'missing.png']],
    ],
    [
      'Telegram',
      [{ path: 'result.json', data: text(telegramWithoutMedia()) }],
      ['The pier', 'Again', 'The table'],
      [
        ['result.json', 1, 'photo'],
        ['result.json', 1, 'photos/pier.png'],
        ['result.json', 1, 'voice message'],
        ['result.json', 1, 'tide.pdf'],
      ],
    ],
    [
      'Google Keep',
      [
        { path: 'Takeout/Keep/Keys.json', data: text(keepNote('text')) },
        { path: 'Takeout/Keep/Song.json', data: text(keep) },
        { path: 'Takeout/Keep/Heard.json', data: text({ ...keep, title: 'Heard', createdTimestampUsec: 1 }) },
        { path: 'Takeout/Keep/there.3gp', data: 'x' },
      ],
      [expect.stringContaining('Order of the keys'), expect.stringContaining('Rope'), expect.stringContaining('Rope')],
      [
        ['Takeout/Keep/Keys.json', 1, 'keys.png'],
        ['Takeout/Keep/Song.json', 1, 'song.3gp'],
        ['Takeout/Keep/Heard.json', 1, 'song.3gp'],
      ],
    ],
    [
      'Joplin',
      [
        { path: `${'1'.repeat(32)}.md`, data: joplin },
        { path: `${'a'.repeat(32)}.md`, data: resource },
      ],
      [expect.stringContaining('See ![map]')],
      [
        [`${'1'.repeat(32)}.md`, 1, 'sketch'],
        [`${'1'.repeat(32)}.md`, 1, `resources/${'a'.repeat(32)}.png`],
      ],
    ],
  ])('%s: reports files that notes name and the export lacks, and keeps the notes', async (_, entries, texts, lost) => {
    const { inputs, report } = await zip('export.zip', entries);
    expect(inputs.map((input) => input.text)).toEqual(texts);
    expect(report.problems).toEqual(
      lost.map(([path, line, name]) => ({
        file: `export.zip/${path}`,
        line,
        code: 'file-not-found',
        reason: 'file-not-found',
        values: { name },
      })),
    );
  });

  test('sums up missing files once there are many, and leaves out those of a conversation that is left out', async () => {
    const chat = telegramWithoutMedia();
    const messages = Array.from({ length: 1_500 }, (_, id) => ({ ...chat.messages[id % 2 ? 2 : 0]!, id }));
    const bytes = new TextEncoder().encode(text({ ...chat, messages }));
    const { report } = await take([{ path: 'result.json', bytes }]);
    expect(report.problems).toHaveLength(1_001);
    expect(messageOf(report.problems.at(-1)!)).toBe('Other files that weren’t found: 500');
    const leaveOut = report.sources.map(({ file, session }) => ({ file, session: session! }));
    expect((await take([{ path: 'result.json', bytes }], { leaveOut })).report.problems).toEqual([]);
  });

  test('WhatsApp: the archive names the chat', async () => {
    const { inputs } = await zip('WhatsApp Chat - Anna.zip', [
      { path: '_chat.txt', data: WHATSAPP.iPhone! },
      { path: '00000003-PHOTO.jpg', data: DOT_PNG },
    ]);
    expect(inputs.map(({ title, thread, owner }) => [title, thread, owner])).toEqual([
      ['Anna', 'whatsapp:Anna', 'Anna'],
      ['Anna', 'whatsapp:Anna', 'Ben'],
      ['Anna', 'whatsapp:Anna', 'Ben'],
    ]);
    expect(inputs[1]!.images).toHaveLength(1);
  });
});
