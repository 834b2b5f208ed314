import { describe, expect, test } from 'vitest';
import { HybridSearchError } from '../core/errors.ts';
import type { ImportEntry, ImportProgress } from '../core/import/report.ts';
import type { MemoryInput } from '../core/record/memory.ts';
import type { ImportFilesOptions } from './file-to-read.ts';
import type { ImportSink } from './import-batch.ts';
import { importFiles } from './import-files.ts';

function file(path: string, content: string | Uint8Array<ArrayBuffer>): ImportEntry {
  return { path, file: new File([content], path.split('/').pop() ?? '', { lastModified: 5 }) };
}

function createSink(onBatch: (batch: MemoryInput[], number: number) => void | Promise<void> = () => {}) {
  const batches: MemoryInput[][] = [];
  const held = new Map<string, string>();
  const sink: ImportSink = {
    async upsertMany(inputs) {
      await onBatch(inputs, batches.length);
      batches.push(inputs);
      const counts = { added: 0, updated: 0, unchanged: 0 };
      for (const { id, text } of inputs) {
        counts[!held.has(id!) ? 'added' : held.get(id!) === text ? 'unchanged' : 'updated']++;
        held.set(id!, text);
      }
      return counts;
    },
  };
  const removable: ImportSink = {
    ...sink,
    remove: async (ids) => ids.filter((id) => held.delete(id)).length,
  };
  return { sink, removable, held, batches, texts: () => batches.flat().map(({ text }) => text) };
}

const run = (files: ImportEntry[], sink: ImportSink, options: Partial<ImportFilesOptions> = {}) =>
  importFiles({ paths: files.map(({ path }) => path), slices: [files] }, sink, {
    signal: new AbortController().signal,
    ...options,
  });

describe('importFiles', () => {
  test('names bad files and rows with their lines, and writes the good ones', async () => {
    const { sink, texts } = createSink();
    const report = await run(
      [
        file('a.md', '# A'),
        file('empty.md', ''),
        file('blank.md', ' \n'),
        file('latin1.md', new Uint8Array([0x67, 0x72, 0xfc, 0x6e])),
        file('big.md', 'x'.repeat(2_000_000)),
        file('rows.jsonl', '{"text":"one"}\n{"text":\n{"text":""}\n{"text":"two","importance":11}\n{"text":"three"}'),
        file('photo.png', new Uint8Array([0x89, 0x50, 0, 1])),
        file('none.json', '[]'),
      ],
      sink,
    );
    expect(texts()).toEqual(['# A', 'one', 'three']);
    expect(report).toMatchObject({ added: 3, updated: 0, unchanged: 0, cancelled: false });
    expect(report.problems.map(({ file: name, line, code }) => [name, line, code])).toEqual([
      ['empty.md', 0, 'empty'],
      ['blank.md', 0, 'empty'],
      ['latin1.md', 1, 'not-utf8'],
      ['big.md', 0, 'too-large'],
      ['rows.jsonl', 2, 'invalid-json'],
      ['rows.jsonl', 3, 'invalid-memory'],
      ['rows.jsonl', 4, 'invalid-memory'],
      ['none.json', 0, 'empty'],
      ['photo.png', 0, 'left-out'],
    ]);
    expect(report.problems.map(({ reason, values }) => [reason, values?.field])).toEqual([
      ['empty-file', undefined],
      ['empty-note', undefined],
      ['not-utf8', undefined],
      ['long-note', undefined],
      ['invalid-json', undefined],
      ['no-text', undefined],
      ['invalid-field', 'importance'],
      ['nothing-to-import', undefined],
      ['unused-picture', undefined],
    ]);
  });

  test('writes the rows before a place that is not UTF-8', async () => {
    const { sink, texts } = createSink();
    // With 1,024 bytes per row, the first piece of 1 MB ends with a row.
    const rows = new TextEncoder().encode(`{"text":"${'x'.repeat(1_012)}"}\n`.repeat(1_030));
    const bytes = new Uint8Array(rows.length + 1);
    bytes.set(rows);
    bytes[rows.length] = 0xff;
    const report = await run([file('a.jsonl', bytes)], sink);
    expect(texts().length).toBe(1_024);
    expect(report.problems.map(({ code }) => code)).toEqual(['not-utf8']);
  });

  test('reads files that are not UTF-8 in the given encoding, and the others as they are', async () => {
    const { sink, texts } = createSink();
    // The only letter outside ASCII stands after the first piece of 1 MB.
    const rows = `{"text":"${'x'.repeat(1_012)}"}\n`.repeat(1_030);
    const files = [
      file('old.txt', Buffer.from('Gr\u00fc\u00dfe aus M\u00fcnchen', 'latin1')),
      file('new.txt', 'Gr\u00fc\u00dfe aus Wien'),
      file('marked.txt', Buffer.from('\uFEFFGr\u00fc\u00dfe aus Bern', 'utf16le')),
      file('late.jsonl', Buffer.from(`${rows}{"text":"sp\u00e4t"}`, 'latin1')),
    ];
    const report = await run(files, sink, { encoding: 'windows-1252' });
    expect(report.problems).toEqual([]);
    expect(texts().filter((text) => !text.startsWith('x'))).toEqual([
      'Grüße aus München',
      'Grüße aus Wien',
      'Grüße aus Bern',
      'spät',
    ]);
    const wrong = await run([file('old.txt', new Uint8Array([0x61, 0xff, 0xff]))], sink, { encoding: 'gb18030' });
    expect(wrong.problems.map(({ code }) => code)).toEqual(['not-utf8']);
  });

  test('changes only what has changed in a second import', async () => {
    const { sink } = createSink();
    const files = [file('v/a.md', '# A'), file('v/b.md', '# B')];
    expect(await run(files, sink)).toMatchObject({ added: 2, updated: 0, unchanged: 0 });
    expect(await run([files[0]!, file('v/b.md', '# B2')], sink)).toMatchObject({ added: 0, updated: 1, unchanged: 1 });
  });

  test('a shorter file leaves no parts of its former length, unless a problem or cancel came between', async () => {
    const { sink, held, removable } = createSink();
    const book = (chapters: number) =>
      file('book.md', Array.from({ length: chapters }, (_, at) => `# ${at}\n${'word '.repeat(180_000)}\n`).join(''));
    await run([book(4), file('other.md', '# Other')], removable, { split: true });
    expect(held.size).toBe(5);
    await run([book(2), file('none.png', new Uint8Array([0x89, 0]))], removable);
    expect(held.size).toBe(5);
    const stopped = new AbortController();
    const stopping: ImportSink = {
      ...removable,
      upsertMany: async (inputs, signal, lacking) => {
        const counts = await sink.upsertMany(inputs, signal, lacking);
        stopped.abort();
        return counts;
      },
    };
    await run([book(2)], stopping, { split: true, signal: stopped.signal });
    expect(held.size).toBe(5);
    const broken = file('book.md', new Uint8Array([0x61, 0xff]));
    await run([broken], removable, { split: true });
    expect(held.size).toBe(5);
    expect(await run([book(2)], removable, { split: true })).toMatchObject({ problems: [] });
    expect(held.size).toBe(3);
    await run([file('book.md', 'short now')], removable, { split: true });
    expect([...held.values()]).toEqual(['short now', '# Other']);
  });

  test('parts that cannot be removed are a problem in the report, which still says what was written', async () => {
    const { removable } = createSink();
    const refusing: ImportSink = {
      ...removable,
      remove: async () => {
        throw new HybridSearchError('timeout');
      },
    };
    const report = await run([file('a.md', '# A')], refusing, { split: true });
    expect(report).toMatchObject({ added: 1, cancelled: false, problems: [{ file: '', line: 0, code: 'timeout' }] });
  });

  test("doesn't mistake relative path segments for hidden files", async () => {
    const { sink, texts } = createSink();
    await run([file('../a.md', 'up'), file('./b/./c.md', 'here'), file('.obsidian/d.md', 'hidden')], sink);
    expect(texts()).toEqual(['up', 'here']);
  });

  test('batches have at most 200 rows, across files, in order', async () => {
    const { sink, batches } = createSink();
    const files = Array.from({ length: 450 }, (_, index) => file(`${index}.md`, `note ${index}`));
    await run(files, sink);
    expect(batches.map(({ length }) => length)).toEqual([200, 200, 50]);
    await run([file('a.jsonl', '{"id":"x","text":"1"}\n{"id":"y","text":"2"}\n{"id":"x","text":"3"}')], sink);
    expect(batches.slice(3).map((batch) => batch.map(({ text }) => text))).toEqual([['1', '2', '3']]);
  });

  test('ends a batch at 2 MB', async () => {
    const { sink, batches } = createSink();
    await run(
      Array.from({ length: 5 }, (_, index) => file(`${index}.txt`, `${index}${'x'.repeat(900_000)}`)),
      sink,
    );
    expect(batches.map(({ length }) => length)).toEqual([3, 2]);
  });

  test('keeps what was written when cancelled, and writes nothing more', async () => {
    const controller = new AbortController();
    const { sink, batches } = createSink((_, number) => {
      if (number === 1) controller.abort();
    });
    const files = Array.from({ length: 1_000 }, (_, index) => file(`${index}.md`, `note ${index}`));
    const report = await run(files, sink, { signal: controller.signal });
    expect(report).toMatchObject({ added: 400, cancelled: true, problems: [] });
    expect(batches.length).toBe(2);
  });

  test('reads nothing if it was cancelled before', async () => {
    const { sink, batches } = createSink();
    const report = await run([file('a.md', 'x')], sink, { signal: AbortSignal.abort() });
    expect([report.cancelled, batches.length]).toEqual([true, 0]);
  });

  test('ends the import if the store refuses, and reports where', async () => {
    const { sink, batches } = createSink((_, number) => {
      if (number === 1) throw new HybridSearchError('quota');
    });
    const rows = Array.from({ length: 1_000 }, (_, index) => `{"text":"${index}"}`).join('\n');
    const report = await run([file('a.jsonl', rows), file('b.md', 'x')], sink);
    expect(report).toMatchObject({ added: 200, cancelled: false });
    expect(report.problems).toEqual([
      { file: 'a.jsonl', line: 201, code: 'quota', reason: 'storage-full', message: expect.stringContaining('full') },
    ]);
    expect(batches.length).toBe(1);
  });

  test("reports a file that can't be read", async () => {
    const { sink, texts } = createSink();
    const small = new File(['x'], 'small.md');
    small.arrayBuffer = () => Promise.reject(new Error('gone'));
    const long = new File(['x'.repeat(300_000)], 'long.md');
    long.slice = () => {
      throw new Error('gone');
    };
    const report = await run(
      [{ path: 'small.md', file: small }, { path: 'long.md', file: long }, file('a.md', 'here')],
      sink,
    );
    const why = { line: 0, code: 'unreadable', reason: 'unreadable-file', values: { detail: 'gone' } };
    expect(report.problems).toEqual([
      { file: 'small.md', ...why },
      { file: 'long.md', ...why },
    ]);
    expect(texts()).toEqual(['here']);
  });

  test('reads each small file once, in one piece, and only a few ahead', async () => {
    const begun: string[] = [];
    let done = 0;
    let furthest = 0;
    const files = Array.from({ length: 40 }, (_, n): ImportEntry => {
      const { path, file: content } = file(`${n}.md`, `note ${n}`);
      const read = content.arrayBuffer.bind(content);
      content.arrayBuffer = () => {
        begun.push(path);
        furthest = Math.max(furthest, begun.length - done);
        return read();
      };
      content.slice = () => {
        throw new Error('sliced');
      };
      return { path, file: content };
    });
    const report = await run(files, createSink().sink, {
      onProgress: ({ filesDone }) => {
        done = filesDone;
      },
    });
    expect(report).toMatchObject({ added: 40, problems: [] });
    expect(begun).toEqual(files.map(({ path }) => path));
    expect(furthest).toBeLessThanOrEqual(8);
  });

  test('progress counts bytes, files and rows, up to the total', async () => {
    const { sink } = createSink();
    const seen: ImportProgress[] = [];
    const files = [file('a.jsonl', `{"text":"${'x'.repeat(2_000)}"}\n`.repeat(2_000)), file('b.md', 'x')];
    await run(files, sink, { onProgress: (progress) => seen.push(progress) });
    const total = files.reduce((sum, entry) => sum + entry.file.size, 0);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.map(({ bytesDone }) => bytesDone)).toEqual(
      seen.map(({ bytesDone }) => bytesDone).sort((a, b) => a - b),
    );
    expect(seen.at(-1)).toEqual({
      file: 'b.md',
      filesDone: 2,
      filesTotal: 2,
      bytesDone: total,
      bytesTotal: total,
      rows: 2_001,
    });
  });

  test('a preview reports what it found so far while it reads a long file', async () => {
    const seen: ImportProgress[] = [];
    const files = [file('a.jsonl', `{"text":"${'x'.repeat(2_000)}"}\n`.repeat(2_000)), file('b.md', 'x')];
    await run(files, createSink().sink, { previewOnly: true, onProgress: (progress) => seen.push(progress) });
    const [first] = seen[0]!.contents!;
    expect(first).toMatchObject({ format: 'jsonl', files: 1 });
    expect(first!.memories).toBeGreaterThan(0);
    expect(first!.memories).toBeLessThan(2_000);
    expect(seen.at(-1)!.contents).toMatchObject([
      { format: 'jsonl', memories: 2_000 },
      { format: 'markdown', memories: 1 },
    ]);
  });

  test('a preview counts notes before their pictures arrive, and reports only those that are missing', async () => {
    const seen: ImportProgress[] = [];
    const notes = [file('v/a.md', '![dot](p/dot.png)'), file('v/b.md', '![none](p/none.png)')];
    const pictures = [file('v/p/dot.png', 'x'), file('v/p/unused.png', 'x')];
    const paths = [...notes, ...pictures].map(({ path }) => path);
    const report = await importFiles({ paths, slices: [notes, pictures] }, createSink().sink, {
      signal: new AbortController().signal,
      previewOnly: true,
      onProgress: (progress) => seen.push(progress),
    });
    expect(seen.find(({ filesDone }) => filesDone === 2)!.contents).toMatchObject([{ memories: 2 }]);
    expect(report.problems.map(({ file: name, code, values }) => [name, code, values?.name])).toEqual([
      ['v/b.md', 'file-not-found', 'p/none.png'],
      ['v/p/unused.png', 'left-out', undefined],
    ]);
  });

  test('yields to other tasks while a large file is read', async () => {
    const { sink } = createSink();
    let turns = 0;
    let done = false;
    const count = (): void => {
      turns++;
      if (!done) setImmediate(count);
    };
    setImmediate(count);
    await run([file('a.jsonl', '{"text":"a b c"}\n'.repeat(5_000))], sink);
    done = true;
    expect(turns).toBeGreaterThan(3);
  });

  test('skips hidden files of a folder, but not one that is picked alone', async () => {
    const { sink, texts } = createSink();
    const hidden = file('vault/.obsidian/x.md', 'hidden');
    const report = await run([file('vault/a.md', 'seen'), hidden], sink);
    expect([texts(), report.problems]).toEqual([['seen'], []]);
    expect((await run([hidden], sink)).added).toBe(1);
  });

  test('a given format overrides name and content', async () => {
    const { sink, texts } = createSink();
    await run([file('a.md', '{"text":"json"}')], sink, { format: 'json' });
    expect(texts()).toEqual(['json']);
  });

  test('splits a long text on request', async () => {
    const { sink, texts } = createSink();
    const text = `# One\n${'x '.repeat(400_000)}\n# Two\n${'y '.repeat(400_000)}`;
    const report = await run([file('a.md', text)], sink, { split: true });
    expect([report.added, report.problems, texts().join('')]).toEqual([2, [], text]);
  });

  /** Beyond the content, slices are empty. */
  const sized = (path: string, content: string): ImportEntry => {
    const { file: real } = file(path, content);
    return { path, file: { size: 300e6, slice: real.slice.bind(real), arrayBuffer: real.arrayBuffer.bind(real) } };
  };

  test('refuses a file over 256 MB if its reader needs all of it', async () => {
    const { sink } = createSink();
    expect((await run([sized('huge.md', '# a')], sink)).problems.map(({ code }) => code)).toEqual(['too-large']);
  });

  test.each([
    ['huge.csv', 'text\nEbb\n'],
    ['huge.jsonl', '{"text":"Ebb"}\n'],
    ['huge.json', '[{"text":"Ebb"}]'],
  ])('reads %s over 256 MB', async (path, content) => {
    const { sink, texts } = createSink();
    expect((await run([sized(path, content)], sink)).problems).toEqual([]);
    expect(texts()).toEqual(['Ebb']);
  });
});
