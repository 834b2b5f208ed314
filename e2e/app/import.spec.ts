import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  docx,
  EVERNOTE_10,
  encryptedPdf,
  enex,
  epub,
  MAIL,
  MHTML,
  pdf,
  WORD_BODY,
  WORD_CORE,
} from '../../src/testing/document-samples.ts';
import { expect, test } from '../fixtures.ts';

const bad = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../fixtures/bad-files', name)).toString('base64');

test('bad rows and files are reported, and good rows are kept', async ({ openClient }) => {
  const page = await openClient({ name: 'bad-files', modes: ['keyword'] });
  const report = await page.evaluate(async () => {
    const { client } = window;
    const big = `# Long\n\n${'A sentence about walnut trees and the weather. '.repeat(45_000)}`;
    const files = [
      { path: 'notes/latin1.md', file: new Blob([new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x20, 0xff, 0xfe])]) },
      { path: 'notes/empty.md', file: new Blob(['']) },
      { path: 'notes/huge.md', file: new Blob([big]) },
      {
        path: 'rows.jsonl',
        file: new Blob(['{"text":"first row"}\n{"text":"second row"}\n{"text": broken\n{"text":"fourth row"}\n']),
      },
      { path: 'notes/good.md', file: new Blob(['---\ntitle: Good\ntags: [a, b]\n---\nA good note with [[Link]]']) },
    ];
    const result = await client.import(files);
    return { result, total: (await client.list({ limit: 100 })).total };
  });
  expect(report.result.added).toBe(4);
  expect(report.total).toBe(4);
  const problem = (file: string) => report.result.problems.find((entry) => entry.file === file);
  expect(problem('notes/latin1.md')?.message).toMatch(/UTF-8/);
  expect(problem('notes/empty.md')?.message).toMatch(/empty/i);
  expect(problem('notes/huge.md')?.message).toMatch(/1 MB|split/i);
  expect(problem('rows.jsonl')?.line).toBe(3);
});

test('an extremely deep record fails alone', async ({ openClient }) => {
  const page = await openClient({ name: 'deep-record', modes: ['keyword'] });
  const found = await page.evaluate(async () => {
    const depth = 3_000_000;
    const abyss = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const deep = `{"text":"deep","metadata":{"a":${abyss}}}`;
    const project = (uuid: string, more = '0') =>
      `{"uuid":"${uuid}","name":"${uuid}","docs":[{"uuid":"d","filename":"f","content":"${uuid}"}],"more":${more}}`;
    const header = '{"format":"hybrid-search-backup","version":1,"vectors":{"fingerprint":"f","dims":4}}';
    const [before, after] = ['{"text":"before"}', '{"text":"after"}'];
    const files = [
      { path: 'list.json', file: new Blob([`[${before},${deep},${after}]`]) },
      { path: 'lines.jsonl', file: new Blob([`${before}\n${deep}\n${after}\n`]) },
      { path: 'claude.json', file: new Blob([`[${project('one')},${project('two', abyss)},${project('three')}]`]) },
      { path: 'backup.jsonl', file: new Blob([`${header}\n{"vectors":${abyss}}\n${before}\n`]) },
      { path: 'table.csv', file: new Blob([`text,metadata\none,\ntwo,"{""a"":${abyss}}"\n`]) },
    ];
    const { added, problems } = await window.client.import(files);
    return { added, problems: problems.map(({ file, code }) => `${file}: ${code}`) };
  });
  expect(found).toEqual({
    added: 8,
    problems: [
      'list.json: invalid-json',
      'lines.jsonl: invalid-json',
      'claude.json: invalid-json',
      'backup.jsonl: invalid-json',
      'table.csv: invalid-memory',
    ],
  });
});

test('the files of the fixture folder never throw', async ({ openClient }) => {
  const page = await openClient({ name: 'fixture-files', modes: ['keyword'] });
  const names =
    readFileSync(join(import.meta.dirname, '../fixtures/bad-files/README.md'), 'utf8').match(/`[\w.-]+`/g) ?? [];
  expect(names.length).toBeGreaterThan(3);
  for (const name of new Set(names.map((quoted) => quoted.slice(1, -1)))) {
    const problems = await page.evaluate(
      async ([path, base64]) => {
        const bytes = Uint8Array.from(atob(base64!), (char) => char.charCodeAt(0));
        const report = await window.client.import({ path: path!, file: new Blob([bytes]) });
        return report.problems.length;
      },
      [name, bad(name)],
    );
    expect(problems, name).toBeGreaterThan(0);
  }
});

test('imports 1,800 Markdown files with progress and a responsive page, and a second import changes nothing', async ({
  openClient,
}) => {
  const page = await openClient({ name: 'folder', modelLoad: 'manual' });
  const seen = await page.evaluate(async () => {
    const files = Array.from({ length: 1_800 }, (_, n) => ({
      path: `vault/${n % 12}/note-${n}.md`,
      file: new Blob([
        `---\ntags: [t${n % 9}]\n---\n# Note ${n}\n\nText of note ${n}: ${'words and more words '.repeat(20)} code Q${n}X`,
      ]),
    }));
    let mostFiles = 0;
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...[message, ...rest]: [unknown, ...never[]]) {
      if (Array.isArray(message)) mostFiles = Math.max(mostFiles, message.length);
      return post.call(this, message, ...rest);
    };
    let turns = 0;
    let turnsAtLastProgress = 0;
    let progress = 0;
    let progressInNewTurn = 0;
    const { port1, port2 } = new MessageChannel();
    let running = true;
    port1.onmessage = () => {
      turns++;
      if (running) port2.postMessage(null);
    };
    port2.postMessage(null);
    const report = await window.client.import(files, {
      onProgress: () => {
        progress++;
        if (turns > turnsAtLastProgress) progressInNewTurn++;
        turnsAtLastProgress = turns;
      },
    });
    running = false;
    MessagePort.prototype.postMessage = post;
    const again = await window.client.import(files.slice(0, 200));
    const hits = (await window.client.search('Q1234X')).hits.map((hit) => hit.memory.title);
    return { report, progress, progressInNewTurn, mostFiles, again, hits };
  });
  expect(seen.report).toMatchObject({ added: 1_800, problems: [], cancelled: false });
  expect(seen.progress).toBeGreaterThan(5);
  expect(seen.progressInNewTurn).toBeGreaterThan(5);
  expect(seen.mostFiles).toBe(100);
  expect(seen.again).toMatchObject({ added: 0, updated: 0, unchanged: 200 });
  expect(seen.hits[0]).toBe('Note 1234');
});

test('a cancelled import keeps what it reported as stored', async ({ openClient }) => {
  const page = await openClient({ name: 'cancel', modelLoad: 'manual' });
  const seen = await page.evaluate(async () => {
    const files = Array.from({ length: 1_800 }, (_, n) => ({
      path: `v/${n}.md`,
      file: new Blob([`# N${n}\n\ntext ${n}`]),
    }));
    const controller = new AbortController();
    const report = await window.client.import(files, {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    return { report, total: (await window.client.list()).total };
  });
  expect(seen.report.cancelled).toBe(true);
  expect(seen.total).toBe(seen.report.added);
  expect(seen.total).toBeLessThan(1_800);
});

test('export → import restores the store', async ({ openClient }) => {
  const page = await openClient({ name: 'export-a', modes: ['keyword'] });
  const same = await page.evaluate(async () => {
    const { client } = window;
    await client.addMany([
      {
        id: '1',
        text: 'Grüße, 東京 🙂',
        title: 'T',
        tags: ['a'],
        metadata: { deep: { list: [1, null, 'x'] } },
        createdAt: 5,
      },
      {
        id: '2',
        text: 'second',
        type: 'fact',
        importance: 0,
        confidence: 1,
        evergreen: true,
        images: [{ data: new Uint8Array([1, 2, 3]).buffer, mimeType: 'image/png', alt: 'dot' }],
      },
    ]);
    const before = (await client.list({ sort: 'oldest' })).memories;
    const blob = await client.export();
    await client.clear();
    const emptied = (await client.list()).total;
    await client.import(blob);
    const after = (await client.list({ sort: 'oldest' })).memories;
    const plain = (list: typeof before) =>
      list.map(({ importId, ...memory }) => ({
        ...memory,
        images: memory.images?.map((i) => [...new Uint8Array(i.data)]),
      }));
    return { emptied, before: plain(before), after: plain(after) };
  });
  expect(same.emptied).toBe(0);
  expect(same.after).toEqual(same.before);
});

test('previews an import, lists imports, and undoes one completely', async ({ openClient }) => {
  const page = await openClient({ name: 'imports', modes: ['keyword'] });
  const looked = await page.evaluate(async () => {
    const chats = [
      {
        name: 'Boats',
        type: 'personal_chat',
        id: 1,
        messages: [{ id: 1, type: 'message', date: '2021-05-06T07:08:09', from: 'Ann', text: 'Ahoy' }],
      },
    ];
    const files = [
      { path: 'drop/result.json', file: new Blob([JSON.stringify(chats[0])]) },
      { path: 'drop/a.md', file: new Blob(['# Walnut']) },
      { path: 'drop/b.bin', file: new Blob([new Uint8Array([0, 1, 2])]) },
    ];
    const preview = await window.client.preview(files);
    const before = await window.client.count();
    const report = await window.client.import(files);
    return { preview, before, report };
  });
  expect(looked.preview.contents.map(({ format, memories, threads }) => [format, memories, threads])).toEqual([
    ['telegram', 1, 1],
    ['markdown', 1, 0],
  ]);
  expect(looked.preview.problems.map(({ file }) => file)).toEqual(['drop/b.bin']);
  expect(looked.before).toBe(0);
  expect(looked.report).toMatchObject({ added: 2, contents: looked.preview.contents });

  const again = await openClient({ name: 'imports', modes: ['keyword'], page });
  const undone = await again.evaluate(async () => {
    const { client } = window;
    const { id, name } = (await client.imports())[0]!;
    const walnut = (await client.search('walnut')).hits[0]!.id;
    await client.update(walnut, { tags: ['mine'] });
    const removed = await client.removeImport(id);
    return {
      name,
      removed,
      left: (await client.list()).memories.map(({ text }) => text),
      imports: await client.imports(),
    };
  });
  expect(undone).toEqual({ name: 'drop', removed: 1, left: ['# Walnut'], imports: [] });
});

test('an import interrupted by closing the page continues when it gets the same files', async ({ openClient }) => {
  const page = await openClient({ name: 'closed-in-the-middle', modelLoad: 'manual' });
  const paths = Array.from({ length: 3000 }, (_, n) => `v/${n}.md`);
  await page.evaluate(async (paths) => {
    const list = paths.map((path) => ({ path, file: new Blob([`# ${path}\n\ntext of ${path}`]) }));
    await new Promise<void>((resolve) => {
      void window.client.import(list, { onProgress: ({ rows }) => rows > 600 && resolve() }).catch(() => {});
    });
  }, paths);
  await openClient({ name: 'closed-in-the-middle', modelLoad: 'manual', page });
  const seen = await page.evaluate(async (paths) => {
    const list = paths.map((path) => ({ path, file: new Blob([`# ${path}\n\ntext of ${path}`]) }));
    const [open] = await window.client.imports();
    const report = await window.client.import(list);
    const imports = await window.client.imports();
    const removed = await window.client.removeImport(imports[0]!.id);
    return { open, report, imports, removed, left: await window.client.count() };
  }, paths);
  expect(seen.open).toMatchObject({ name: 'v', files: 3_000 });
  expect(seen.open!.endedAt).toBeUndefined();
  expect(seen.report.unchanged).toBeGreaterThan(0);
  expect(seen.report.added + seen.report.unchanged).toBe(3_000);
  expect(seen.imports).toMatchObject([{ id: seen.open!.id, added: 3_000 }]);
  expect([seen.removed, seen.left]).toEqual([3_000, 0]);
});

test('finds a folder’s pictures however many files are between them and their notes', async ({ openClient }) => {
  const page = await openClient({ name: 'far-pictures', modes: ['keyword'] });
  const found = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2, 2);
    canvas.getContext('2d')!.fillRect(0, 0, 1, 1);
    const picture = await canvas.convertToBlob();
    const notes = Array.from({ length: 350 }, (_, n) => ({
      path: `v/${n}.md`,
      file: new Blob([`![dot](z/dot.png) ${n}`]),
    }));
    const { problems } = await window.client.import([...notes, { path: 'v/z/dot.png', file: picture }]);
    const { memories } = await window.client.list({ limit: 1_000 });
    return { problems, withPicture: memories.filter(({ images }) => images?.length === 1).length };
  });
  expect(found).toEqual({ problems: [], withPicture: 350 });
});

test('loads the document readers with the first document, or names the missing package', async ({ openClient }) => {
  const read = (page: Page) =>
    page.evaluate(async () => {
      const html = '<!doctype html><title>Beans</title><p>Sow after the frost.</p>';
      const report = await window.client.import([
        { path: 'a.md', file: new Blob(['# Plain']) },
        { path: 'beans.html', file: new Blob([html]) },
      ]);
      return { ...report, hits: (await window.client.search('frost')).hits.map(({ memory }) => memory.title) };
    });
  const without = await read(await openClient({ name: 'no-documents', modes: ['keyword'], assetBase: '/nowhere' }));
  expect(without.problems).toMatchObject([{ file: 'beans.html', line: 0, code: 'missing-reader' }]);
  expect(without.problems[0]!.message).toContain('npm install hybrid-search-documents');
  expect(without.added).toBe(1);
  const found = await read(await openClient({ name: 'documents', modes: ['keyword'] }));
  expect(found).toMatchObject({ added: 2, problems: [], hits: ['Beans'] });
});

test('each kind of document is read in the browser', async ({ openClient }) => {
  const page = await openClient({ name: 'all-documents', modes: ['keyword'] });
  const files: { [path: string]: Uint8Array } = {
    'a.docx': docx(WORD_BODY, WORD_CORE),
    'b.epub': epub(),
    'c.eml': Buffer.from(MAIL),
    'd.mhtml': Buffer.from(MHTML),
    'e.enex': Buffer.from(enex(EVERNOTE_10)),
    'f.pdf': await pdf([{ columns: [['First page']] }, { columns: [['Second page of it']] }], { title: 'Tides' }),
    'g.pdf': encryptedPdf(),
  };
  const packed = Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')] as const);
  const { place, preview, report, titles } = await page.evaluate(async (list) => {
    const given = list.map(([path, base64]) => ({
      path,
      file: new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]),
    }));
    const preview = await window.client.preview(given);
    const report = await window.client.import(given);
    const { memories } = await window.client.list({ limit: 100 });
    const place = (await window.client.search('second page')).hits[0]?.place;
    return { place, preview, report, titles: memories.map(({ title }) => title).sort() };
  }, packed);
  expect(preview.contents.map(({ format, memories }) => `${format} ${memories}`).sort()).toEqual([
    'docx 1',
    'enex 1',
    'epub 2',
    'mail 1',
    'mhtml 1',
    'pdf 2',
  ]);
  expect(place).toEqual({ kind: 'page', number: 2, of: 2 });
  expect(report.problems).toMatchObject([{ file: 'g.pdf', code: 'bad-document' }]);
  expect(titles).toEqual([
    'Groceries',
    'Grüße aus Köln',
    'Herons & eels',
    'Sowing beans',
    'Tales & Tides – The Ebb',
    'Tales & Tides – The Flood',
    'Tides',
    'Tides',
  ]);
});

test('keeps a file across a reload, and removes it with its import', async ({ openClient }) => {
  const page = await openClient({ name: 'kept-files', modes: ['keyword'] });
  const letter = await pdf([
    { columns: [['The landlord answers in May.']] },
    { columns: [['The deposit comes back.']] },
  ]);
  await page.evaluate(async (base64) => {
    const file = new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))]);
    await window.client.import([{ path: 'letter.pdf', file }], { keepFiles: true });
  }, Buffer.from(letter).toString('base64'));
  await openClient({ name: 'kept-files', modes: ['keyword'], page });
  const seen = await page.evaluate(async () => {
    const kept = async (): Promise<string[]> => {
      let folder = await navigator.storage.getDirectory();
      for (const name of ['hybrid-search-files', 'kept-files']) folder = await folder.getDirectoryHandle(name);
      const names: string[] = [];
      for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
      return names;
    };
    const { id, metadata } = (await window.client.search('deposit')).hits[0]!.memory;
    const blob = await window.client.file(id);
    const start = blob && (await blob.slice(0, 5).text());
    const { files } = (await window.client.stats()).storage;
    const before = await kept();
    const [record] = await window.client.imports();
    await window.client.removeImport(record!.id);
    return { hash: metadata.file, size: blob?.size, type: blob?.type, start, files, before, after: await kept() };
  });
  const { hash, ...found } = seen;
  const size = letter.length;
  expect(found).toEqual({ size, type: 'application/pdf', start: '%PDF-', files: size, before: [hash], after: [] });
});
