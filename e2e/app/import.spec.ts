/** Importing: bad files give a clear message and lose nothing; a big folder leaves the page its turns and can be cancelled. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';

const bad = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../fixtures/bad-files', name)).toString('base64');

test('bad rows and bad files are reported, good rows are kept', async ({ openClient }) => {
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

test('a record of extreme depth costs only itself', async ({ openClient }) => {
  const page = await openClient({ name: 'deep-record', modes: ['keyword'] });
  const found = await page.evaluate(async () => {
    const depth = 3_000_000;
    const deep = `{"text":"deep","metadata":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
    const [before, after] = ['{"text":"before"}', '{"text":"after"}'];
    const files = [
      { path: 'list.json', file: new Blob([`[${before},${deep},${after}]`]) },
      { path: 'lines.jsonl', file: new Blob([`${before}\n${deep}\n${after}\n`]) },
    ];
    const { added, problems } = await window.client.import(files);
    return { added, problems: problems.map(({ file, code }) => `${file}: ${code}`) };
  });
  expect(found).toEqual({ added: 4, problems: ['list.json: invalid-json', 'lines.jsonl: invalid-json'] });
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

test('1,800 Markdown files import with progress, the page gets its turns, a second import updates nothing', async ({
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
    // The longest message is what can hold the page: files in one message, and turns of the page in between.
    let mostFiles = 0;
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...[message, ...rest]: [unknown, ...never[]]) {
      const { method, args } = message as { method?: string; args?: unknown[][] };
      if (method === 'import') mostFiles = Math.max(mostFiles, args![0]!.length);
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
    Worker.prototype.postMessage = post;
    const again = await window.client.import(files.slice(0, 200));
    const hits = (await window.client.search('Q1234X')).hits.map((hit) => hit.memory.title);
    return { report, progress, progressInNewTurn, mostFiles, again, hits };
  });
  expect(seen.report).toMatchObject({ added: 1_800, problems: [], cancelled: false });
  expect(seen.progress).toBeGreaterThan(5);
  expect(seen.progressInNewTurn).toBeGreaterThan(5);
  expect(seen.mostFiles).toBeLessThanOrEqual(100);
  expect(seen.again).toMatchObject({ added: 0, updated: 0, unchanged: 200 });
  expect(seen.hits[0]).toBe('Note 1234');
});

test('an import can be cancelled; what was reported as stored is stored', async ({ openClient }) => {
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

test('export → import gives the store back', async ({ openClient }) => {
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
      list.map((memory) => ({ ...memory, images: memory.images?.map((i) => [...new Uint8Array(i.data)]) }));
    return { emptied, before: plain(before), after: plain(after) };
  });
  expect(same.emptied).toBe(0);
  expect(same.after).toEqual(same.before);
});
