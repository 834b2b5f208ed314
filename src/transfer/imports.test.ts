import { afterEach, expect, test } from 'vitest';
import { worded } from '../client/imports.ts';
import type { ImportReport, ImportSettings } from '../core/import/report.ts';
import { Caller } from '../protocol/call.ts';
import type { TransferStore } from '../protocol/transfer-api.ts';
import { DOT_PNG } from '../testing/app-exports.ts';
import { chatGptConversations } from '../testing/chat-exports.ts';
import { engineInit } from '../testing/engine-init.ts';
import { type EnginePort, enginePort } from '../testing/engine-port.ts';
import { localDocuments } from '../testing/local-documents.ts';
import { transferApi } from './transfer-api.ts';

const opened: EnginePort[] = [];
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close();
});

async function open() {
  const engine = enginePort();
  opened.push(engine);
  await engine.call('open', [engineInit({ modelAllowed: false })]);
  const { port1, port2 } = new MessageChannel();
  await engine.call('attachTransfer', [port2], { transfer: [port2] });
  const api = transferApi(new Caller<TransferStore>(port1), localDocuments);
  const abort = new AbortController();
  const context = { signal: abort.signal, progress: () => {} };
  const come = (files: { [path: string]: string | Uint8Array<ArrayBuffer> }, slice: number) => {
    const channel = new MessageChannel();
    const list = Object.entries(files).map(([path, content]) => ({ path, file: new Blob([content]) }));
    for (let at = 0; at < list.length; at += slice) channel.port1.postMessage(list.slice(at, at + slice));
    return { port: channel.port2, paths: Object.keys(files), done: () => channel.port1.close() };
  };
  return {
    ...engine,
    abort,
    async import(
      files: Parameters<typeof come>[0],
      name = 'notes',
      slice = 100,
      options: ImportSettings = {},
    ): Promise<ImportReport> {
      const { port, paths, done } = come(files, slice);
      return worded<ImportReport>(await api.import(context, { port, paths }, options, name).finally(done));
    },
    async preview(files: Parameters<typeof come>[0], options: ImportSettings = {}, slice = 100) {
      const { port, paths, done } = come(files, slice);
      return api.preview(context, { port, paths }, options).finally(done);
    },
    texts: async () => (await engine.call('list', [{ sort: 'title' }])).memories.map(({ text }) => text),
  };
}

const NOTES = { 'a.md': 'Alpha', 'b.md': 'Beta', 'c.md': 'Gamma' };

test('a preview counts and reports unreadable files, and writes nothing', async () => {
  const { preview, call } = await open();
  const files = {
    'a.md': '# Alpha',
    'b.csv': 'title,text,created\nOne,1,2020-01-02\nTwo,2,2021-01-02\n',
    'c.bin': '\0',
  };
  expect(await preview(files)).toEqual({
    contents: [
      { format: 'csv', files: 1, memories: 2, threads: 0, from: Date.UTC(2020, 0, 2), to: Date.UTC(2021, 0, 2) },
      { format: 'markdown', files: 1, memories: 1, threads: 0 },
    ],
    sources: [
      { format: 'markdown', file: 'a.md', title: 'a.md', memories: 1 },
      {
        format: 'csv',
        file: 'b.csv',
        title: 'b.csv',
        memories: 2,
        from: Date.UTC(2020, 0, 2),
        to: Date.UTC(2021, 0, 2),
      },
    ],
    tables: [
      {
        file: 'b.csv',
        files: 1,
        columns: ['title', 'text', 'created'],
        rows: [
          { title: 'One', text: '1', created: '2020-01-02' },
          { title: 'Two', text: '2', created: '2021-01-02' },
        ],
        mapping: { title: 'title', text: 'text', created: 'createdAt' },
      },
    ],
    problems: [{ file: 'c.bin', line: 0, code: 'unsupported-format', reason: 'unsupported-format' }],
    cancelled: false,
  });
  expect([await call('count', [{}]), await call('imports', [])]).toEqual([0, []]);
});

test('a preview has the keys inside objects of JSON as columns, and its first records with them', async () => {
  const { preview } = await open();
  const records = [{ quote: { text: 'Ebb'.repeat(200), by: [{ name: 'Ann' }] }, page: 9 }];
  const { tables } = await preview({ 'a.json': JSON.stringify(records) }, { mapping: { 'quote.text': 'text' } });
  expect(tables).toMatchObject([
    {
      columns: ['quote.text', 'quote.by[].name', 'page'],
      rows: [{ quote: { text: 'Ebb'.repeat(100), by: [{ name: 'Ann' }] }, page: 9 }],
      mapping: { 'quote.text': 'text', 'quote.by[].name': 'metadata', page: 'metadata' },
    },
  ]);
});

const chats = (...names: string[]) =>
  JSON.stringify(
    names.map((name) => ({
      uuid: name,
      name,
      chat_messages: [
        { uuid: `${name}1`, sender: 'human', text: `Tell me of ${name}`, created_at: '2021-05-06T07:08:09Z' },
        { uuid: `${name}2`, sender: 'assistant', text: `All of ${name}`, created_at: '2022-05-06T07:08:09Z' },
      ],
    })),
  );

test('conversations and files that are left out are not imported, nor are their pictures', async () => {
  const store = await open();
  const files = {
    'vault/conversations.json': chats('eels', 'reeds', 'tides'),
    'vault/a.md': '# Alpha',
    'vault/b.md': '![[shed.png]]',
    'vault/shed.png': DOT_PNG,
  };
  const { sources } = await store.preview(files);
  expect(sources.map(({ file, session, title, memories }) => [file, session, title, memories])).toEqual([
    ['vault/conversations.json', 'claude:eels', 'eels', 2],
    ['vault/conversations.json', 'claude:reeds', 'reeds', 2],
    ['vault/conversations.json', 'claude:tides', 'tides', 2],
    ['vault/a.md', undefined, 'vault/a.md', 1],
    ['vault/b.md', undefined, 'vault/b.md', 1],
  ]);
  const leaveOut = sources.filter(({ title }) => title === 'reeds' || title === 'vault/b.md');
  const report = await store.import(files, 'notes', 100, { leaveOut });
  expect(report).toMatchObject({ added: 5, problems: [] });
  expect(report.contents.map(({ format, memories }) => [format, memories])).toEqual([
    ['claude', 4],
    ['markdown', 1],
  ]);
  expect((await store.texts()).filter((text) => /reeds|shed/.test(text))).toEqual([]);
  expect(await store.import(files)).toMatchObject({ added: 3, unchanged: 5 });
});

test('tables with the same columns count as one, and use the mapping for these columns', async () => {
  const store = await open();
  const row = '{"quote":"Herons wait","work":"Marsh","at":"2021-05-06","page":"9","shelf":"B"}';
  const files = {
    'x.csv': 'Zitat,Werk\nEbbe,Gezeiten\nFlut,Gezeiten\n',
    'y.csv': 'Zitat,Werk\nWatt,Küste\n',
    'z.jsonl': `${row}\n{"quote":"Eels hurry","work":"Marsh"}\n`,
    'own.jsonl': '{"format":"hybrid-search-backup","version":1}\n{"text":"mine"}\n',
  };
  const before = await store.preview(files);
  expect(before.tables).toMatchObject([
    { file: 'x.csv', files: 2, mapping: { Zitat: 'metadata', Werk: 'metadata' } },
    { file: 'z.jsonl', files: 1, columns: ['quote', 'work', 'at', 'page', 'shelf'] },
  ]);
  expect(before.problems.map(({ file, code }) => `${file} ${code}`)).toEqual([
    'z.jsonl invalid-memory',
    'z.jsonl invalid-memory',
  ]);
  const mapping: ImportSettings['mapping'] = [
    { quote: 'text', work: 'title', at: 'createdAt', page: 'metadata', shelf: 'tags' },
    { Zitat: 'text', Werk: 'title' },
  ];
  const after = await store.preview(files, { mapping });
  expect(after.tables.map((table) => table.mapping)).toEqual([mapping[1], mapping[0]]);
  expect(after.problems).toEqual([]);
  expect(await store.import(files, 'notes', 100, { mapping })).toMatchObject({ added: 6, problems: [] });
  const { memories } = await store.call('list', [{ sort: 'title' }]);
  expect(memories.map(({ title, text, tags, metadata }) => ({ title, text, tags, metadata }))).toContainEqual({
    title: 'Marsh',
    text: 'Herons wait',
    tags: ['B'],
    metadata: { page: '9' },
  });
});

test('an import is in the list with its counts, and can be undone completely', async () => {
  const { call, texts, ...store } = await open();
  await call('add', [{ id: 'own', title: 'o', text: 'Mine' }]);
  const report = await store.import(NOTES);
  expect(await call('imports', [])).toEqual([
    {
      id: report.importId,
      name: 'notes',
      files: 3,
      startedAt: expect.any(Number),
      endedAt: expect.any(Number),
      contents: [{ format: 'markdown', files: 3, memories: 3, threads: 0 }],
      added: 3,
      updated: 0,
      unchanged: 0,
    },
  ]);
  expect(await call('removeImport', [report.importId!])).toBe(3);
  expect([await texts(), await call('imports', [])]).toEqual([['Mine'], []]);
  await expect(call('removeImport', [report.importId!])).rejects.toMatchObject({ code: 'not-found' });
});

test('undoing keeps what a person changed since, but not what another import updated', async () => {
  const { call, texts, ...store } = await open();
  const { importId } = await store.import(NOTES);
  const { memories } = await call('list', [{ sort: 'title' }]);
  await call('update', [memories[0]!.id, { tags: ['mine'] }, {}]);
  await call('trashPut', [[memories[2]!.id], {}]);
  const again = await store.import({ 'b.md': 'Beta, second edition', 'd.md': 'Delta' }, 'more');
  expect(again).toMatchObject({ added: 1, updated: 1 });
  expect(await call('removeImport', [importId!])).toBe(2);
  expect(await texts()).toEqual(['Alpha', 'Delta']);
  expect((await call('trashList', [{}])).total).toBe(0);
});

test('importing the same again adds nothing, and is not listed as a second import', async () => {
  const { call, ...store } = await open();
  await store.import(NOTES);
  const again = await store.import(NOTES);
  expect(again).toMatchObject({ added: 0, updated: 0, unchanged: 3 });
  expect(again.importId).toBeUndefined();
  expect(await call('imports', [])).toHaveLength(1);
});

test('an interrupted import continues, and is undone with its first part', async () => {
  const { call, abort, ...store } = await open();
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}.md`, `Note ${n}`]));
  const running = store.import(many, 'vault', 50);
  await expect.poll(() => call('count', [{}]), { timeout: 60_000 }).toBeGreaterThan(0);
  abort.abort();
  const stopped = await running;
  expect(stopped.cancelled).toBe(true);
  const [open_] = await call('imports', []);
  expect(open_).toMatchObject({ id: stopped.importId, name: 'vault' });
  expect(open_!.endedAt).toBeUndefined();

  const { port1, port2 } = new MessageChannel();
  await call('attachTransfer', [port2], { transfer: [port2] });
  const api = transferApi(new Caller<TransferStore>(port1), localDocuments);
  const files = new MessageChannel();
  files.port1.postMessage(Object.entries(many).map(([path, text]) => ({ path, file: new Blob([text]) })));
  const context = { signal: new AbortController().signal, progress: () => {} };
  const rest = await api.import(context, { port: files.port2, paths: Object.keys(many) }, {}, 'vault');
  expect(rest.importId).toBe(stopped.importId);
  expect(rest.added + rest.unchanged).toBe(500);
  expect(await call('imports', [])).toMatchObject([{ added: 500, endedAt: expect.any(Number) }]);
  expect(await call('removeImport', [rest.importId!])).toBe(500);
});

test('removing an import while it runs ends it', async () => {
  const { call, ...store } = await open();
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`${n}.md`, `Note ${n}`]));
  const running = store.import(many, 'vault', 100);
  await expect.poll(() => call('count', [{}]), { timeout: 60_000 }).toBeGreaterThan(0);
  await call('removeImport', [(await call('imports', []))[0]!.id]);
  const report = await running;
  expect(report.problems.at(-1)).toMatchObject({ code: 'aborted' });
  expect(await call('imports', [])).toEqual([]);
});

test('an import with nothing left disappears from the list', async () => {
  const { call, ...store } = await open();
  await store.import(NOTES);
  await call('clear', [{}]);
  expect(await call('imports', [])).toEqual([]);
});

test('finds a picture wherever it is among many files', async () => {
  const { call, ...store } = await open();
  const notes = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`v/${n}.md`, `![dot](p/${n % 3}.png)`]));
  const pictures = Object.fromEntries([0, 1, 2].map((n) => [`v/p/${n}.png`, DOT_PNG]));
  expect((await store.import({ ...pictures, ...notes }, 'v', 20)).problems).toEqual([]);
  const { memories } = await call('list', [{ limit: 1_000 }]);
  expect(memories.filter(({ images }) => images?.length === 1)).toHaveLength(250);
});

test('an import without the pictures that its notes name keeps those that are stored', async () => {
  const { import: importFiles, call } = await open();
  const chats = { 'conversations.json': JSON.stringify(chatGptConversations('2026')) };
  await importFiles({ ...chats, 'file_0011aabb22cc-sanitized.png': DOT_PNG });
  const pictures = async () => {
    const { memories } = await call('list', [{ sort: 'oldest' }]);
    return memories.flatMap(({ images = [] }) => images).map(({ data }) => new Uint8Array(data));
  };
  expect(await pictures()).toEqual([DOT_PNG]);
  expect(await importFiles(chats)).toMatchObject({ added: 0, updated: 0, unchanged: 4 });
  expect(await pictures()).toEqual([DOT_PNG]);

  const note = { 'a.md': 'Two: ![one](one.png) ![two](two.png)' };
  const one = DOT_PNG;
  const two = new Uint8Array([...DOT_PNG, 0]);
  await importFiles({ ...note, 'one.png': one });
  await importFiles({ ...note, 'two.png': two });
  expect((await pictures()).slice(-2)).toEqual([one, two]);
  await importFiles({ 'a.md': 'Two: ![two](two.png)', 'two.png': two });
  expect(await pictures()).toHaveLength(2);
});
