import { afterEach, describe, expect, it } from 'vitest';
import type { CustomReader, CustomReaderRow } from '../client/api.ts';
import { serveReaders } from '../client/custom-readers.ts';
import { worded } from '../client/imports.ts';
import type { ImportProgress, ImportReport, ImportSettings } from '../core/import/report.ts';
import { Caller } from '../protocol/call.ts';
import type { TransferStore } from '../protocol/transfer-api.ts';
import { writeZip } from '../testing/archive-writer.ts';
import { engineInit } from '../testing/engine-init.ts';
import { enginePort } from '../testing/engine-port.ts';
import { localDocuments } from '../testing/local-documents.ts';
import { transferApi } from './transfer-api.ts';

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

type Files = { [path: string]: string | Uint8Array<ArrayBuffer> };

async function open(...readers: CustomReader[]) {
  const engine = enginePort();
  ends.push(() => engine.close());
  await engine.call('open', [engineInit({ modelAllowed: false })]);
  const { port1, port2 } = new MessageChannel();
  await engine.call('attachTransfer', [port2], { transfer: [port2] });
  const api = transferApi(new Caller<TransferStore>(port1), localDocuments);
  const abort = new AbortController();
  const seen: ImportProgress[] = [];
  const context = { signal: abort.signal, progress: (progress: ImportProgress) => seen.push(progress) };
  const come = (files: Files) => {
    const channel = new MessageChannel();
    const list = Object.entries(files).map(([path, content]) => ({ path, file: new Blob([content]) }));
    channel.port1.postMessage(list);
    const custom = serveReaders(readers);
    const done = (): void => {
      custom.end();
      channel.port1.close();
    };
    ends.push(done);
    return { to: { port: channel.port2, paths: list.map(({ path }) => path), custom: custom.toUse }, done };
  };
  return {
    ...engine,
    abort,
    async import(files: Files, options: ImportSettings = {}) {
      const { to, done } = come(files);
      return worded<ImportReport>(await api.import(context, to, options, 'ledgers').finally(done));
    },
    preview(files: Files, options: ImportSettings = {}) {
      const { to, done } = come(files);
      return api.preview(context, to, options).finally(done);
    },
    texts: async () => (await engine.call('list', [{ limit: 1_000 }])).memories.map(({ text }) => text).sort(),
  };
}

/** A line has the form `date amount what`. */
const ledger: CustomReader = {
  name: 'Ledger',
  extensions: ['ledger', 'LGR.TXT'],
  detect: (head) => /^ledger \d/.test(new TextDecoder().decode(head)),
  async *read(file) {
    const lines = (await file.text()).split('\n');
    for (const [index, line] of lines.entries()) {
      if (index === 0 || line === '') continue;
      const [date, amount, ...what] = line.split(' ');
      const at = { line: index + 1 };
      if (Number.isNaN(Number(amount))) yield { problem: `${amount} is no amount`, ...at };
      else yield { memory: { text: what.join(' '), createdAt: date!, metadata: { amount: Number(amount) } }, ...at };
    }
  },
};
const MAY = 'ledger 1\n2026-05-02 3.20 Bread\n2026-05-03 ? Milk\n2026-05-04 9.90 Honey\n';

const reads = (read: CustomReader['read'], rest: Partial<CustomReader> = {}): CustomReader => ({
  name: 'Odd',
  extensions: ['odd'],
  read,
  ...rest,
});

describe('a reader that the page registered', () => {
  it('lists what it found under its name in the preview, which writes nothing', async () => {
    const store = await open(ledger);
    expect(await store.preview({ 'may.ledger': MAY, 'a.md': '# Alpha' })).toMatchObject({
      contents: [
        { format: 'Ledger', files: 1, memories: 2, threads: 0, from: Date.UTC(2026, 4, 2), to: Date.UTC(2026, 4, 4) },
        { format: 'markdown', files: 1, memories: 1 },
      ],
      sources: [{ format: 'Ledger', file: 'may.ledger', memories: 2 }, { file: 'a.md' }],
      problems: [{ file: 'may.ledger', line: 3, code: 'unreadable', message: '? is no amount' }],
    });
    expect(await store.call('count', [{}])).toBe(0);
  });

  it('updates when imported again, repeats nothing, and is undone as a whole', async () => {
    const store = await open(ledger);
    const { importId, ...first } = await store.import({ 'may.ledger': MAY });
    expect(first).toMatchObject({ added: 2, unchanged: 0, cancelled: false });
    const more = await store.import({ 'may.ledger': `${MAY}2026-05-05 1.00 Tea\n` });
    expect(more).toMatchObject({ added: 1, updated: 0, unchanged: 2 });
    expect(await store.texts()).toEqual(['Bread', 'Honey', 'Tea']);
    expect(await store.call('imports', [])).toMatchObject([
      { added: 1 },
      { added: 2, contents: [{ format: 'Ledger', memories: 2 }] },
    ]);
    expect(await store.call('removeImport', [importId!])).toBe(2);
    expect(await store.texts()).toEqual(['Tea']);
  });

  it('replaces a changed record that has an id of its own', async () => {
    const store = await open(reads(async (file) => [{ memory: { id: 'one', text: await file.text() } }]));
    await store.import({ 'a.odd': 'Before' });
    expect(await store.import({ 'a.odd': 'After' })).toMatchObject({ added: 0, updated: 1 });
    expect(await store.texts()).toEqual(['After']);
  });

  it.each<[what: string, path: string, content: string, options: ImportSettings, format: string]>([
    ['by ending and content', 'may.ledger', MAY, {}, 'Ledger'],
    ['in any case of the ending', 'MAY.LEDGER', MAY, {}, 'Ledger'],
    ['by an ending with a dot, before the built-in readers', 'may.lgr.txt', MAY, {}, 'Ledger'],
    ['not with other content', 'may.lgr.txt', 'Plain', {}, 'text'],
    ['not with another ending', 'may.txt', MAY, {}, 'text'],
    ['if it is named, whatever the file is called', 'may.txt', MAY, { format: 'Ledger' }, 'Ledger'],
    ['not if another format is named', 'may.ledger', MAY, { format: 'text' }, 'text'],
  ])('is chosen %s', async (_, path, content, options, format) => {
    const store = await open(ledger);
    const { contents } = await store.preview({ [path]: content }, options);
    expect(contents.map((found) => found.format)).toEqual([format]);
  });

  it('is asked in the order of registration', async () => {
    const first = reads(() => [{ memory: { text: 'first' } }], { name: 'First', detect: (head) => head[0] === 49 });
    const second = reads(() => [{ memory: { text: 'second' } }], { name: 'Second' });
    const store = await open(first, second);
    const { sources } = await store.preview({ 'a.odd': '1', 'b.odd': '2' });
    expect(sources.map(({ file, format }) => [file, format])).toEqual([
      ['a.odd', 'First'],
      ['b.odd', 'Second'],
    ]);
  });

  it('reads files of archives and media too, and gets name, path and date', async () => {
    const given: unknown[] = [];
    const store = await open(
      reads(
        (file, { path }) => {
          given.push([file.name, path, file.lastModified > 0, file instanceof File]);
          return [{ memory: { text: path } }];
        },
        { extensions: ['odd', 'ogg', 'png'] },
      ),
    );
    const zip = writeZip([
      { path: 'in/a.odd', data: 'x' },
      { path: 'in/b.ogg', data: 'x' },
    ]);
    const { problems } = await store.import({ 'all.zip': zip, 'c/d.odd': 'x', 'c/e.png': 'x' });
    expect(problems).toEqual([]);
    expect(given).toEqual([
      ['a.odd', 'all.zip/in/a.odd', true, true],
      ['b.ogg', 'all.zip/in/b.ogg', true, true],
      ['d.odd', 'c/d.odd', true, true],
      ['e.png', 'c/e.png', true, true],
    ]);
  });

  it('can read a whole archive, or, if only named, the files in one', async () => {
    const store = await open(reads((file) => [{ memory: { text: file.name } }], { extensions: ['odd', 'pack.zip'] }));
    const zip = writeZip([{ path: 'a.txt', data: 'x' }]);
    await store.import({ 'x.pack.zip': zip });
    await store.import({ 'y.zip': zip }, { format: 'Odd' });
    expect(await store.texts()).toEqual(['a.txt', 'x.pack.zip']);
  });

  it('leaves out what the user left out', async () => {
    const talk = (session: string) => ({
      memory: { text: session, type: 'conversation', session, role: 'user' as const },
    });
    const store = await open(reads(() => [talk('a'), talk('b')]));
    await store.import(
      { 'x.odd': '1', 'y.odd': '2' },
      { leaveOut: [{ file: 'x.odd', session: 'a' }, { file: 'y.odd' }] },
    );
    expect(await store.texts()).toEqual(['b']);
  });
});

describe('a faulty reader', () => {
  const circle: { [key: string]: unknown } = { text: 'x' };
  circle.metadata = circle;

  it.each<[what: string, row: unknown, message: RegExp]>([
    ['without text', { memory: { title: 'x' } }, /text/],
    ['with an unknown field', { memory: { text: 'x', colour: 'red' } }, /colour/],
    ['with a number as id', { memory: { text: 'x', id: 5 } }, /id/],
    ['with a function', { memory: { text: () => 'x' } }, /memory\.text.*function/],
    ['that contains itself', { memory: circle }, /contains itself/],
    ['of a class', { memory: new URL('https://x.example') }, /plain data/],
    [
      'whose getter throws',
      {
        get memory() {
          throw new Error('no');
        },
      },
      /can’t be read/,
    ],
    ['with a BigInt', { memory: { text: 'x', metadata: { n: 5n } } }, /metadata/],
    ['that is too long', { memory: { text: 'x'.repeat(1_100_000) } }, /text/],
    ['that is no row', 'x', /must be \{ memory \}/],
  ])('has a row %s refused at its place, and the others taken', async (_, row, message) => {
    const rows = [{ memory: { text: 'before' } }, row, { memory: { text: 'after' } }] as CustomReaderRow[];
    const store = await open(reads(() => rows));
    const { added, problems } = await store.import({ 'a.odd': 'x', 'b.md': 'other' });
    expect(added).toBe(3);
    expect(problems).toMatchObject([{ file: 'a.odd', line: 2 }]);
    expect(problems[0]!.message).toMatch(message);
    expect(await store.texts()).toEqual(['after', 'before', 'other']);
  });

  const fails = (): never => {
    throw new Error('boom');
  };
  it.each<[what: string, reader: CustomReader, message: string, texts: string[]]>([
    ['throws at once', reads(fails), 'Odd: boom', []],
    ['rejects', reads(async () => fails()), 'Odd: boom', []],
    ['throws in detect', reads(() => [], { detect: fails }), 'Odd: boom', []],
    [
      'throws after rows',
      reads(async function* () {
        yield { memory: { text: 'kept' } };
        fails();
      }),
      'Odd: boom',
      ['kept'],
    ],
    [
      'throws what is no error',
      reads(() => {
        throw 'cut short';
      }),
      'Odd: cut short',
      [],
    ],
    ['returns nothing', reads(() => undefined as never), 'Odd: read() must return rows that can be iterated over', []],
    ['yields nothing', reads(() => []), 'The file contains nothing to import', []],
  ])('that %s is named in the report, and the next file comes in', async (_, reader, message, texts) => {
    const store = await open(reader);
    const { problems, cancelled } = await store.import({ 'a.odd': 'x', 'b.md': 'other' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ file: 'a.odd', line: 0 });
    expect(problems[0]!.message).toContain(message);
    expect(problems[0]!.reason).toBe(
      texts.length === 0 && message.startsWith('The file') ? 'nothing-to-import' : undefined,
    );
    expect(cancelled).toBe(false);
    expect(await store.texts()).toEqual([...texts, 'other']);
  });

  it('that never answers ends with the import, and its signal aborts', async () => {
    let reading: (signal: AbortSignal) => void = () => {};
    const started = new Promise<AbortSignal>((resolve) => {
      reading = resolve;
    });
    const store = await open(
      reads(async function* (_, { signal }) {
        for (let row = 0; row < 60; row++) yield { memory: { text: `row ${row}` } };
        reading(signal);
        await new Promise(() => {});
      }),
    );
    const running = store.import({ 'a.odd': 'x', 'b.md': 'other' });
    const signal = await started;
    store.abort.abort();
    expect(await running).toMatchObject({ cancelled: true, problems: [] });
    expect(signal.aborted).toBe(true);
  });

  it('is closed when the import is cancelled between two rows', async () => {
    let close = (): void => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const store = await open(
      reads(async function* () {
        try {
          for (let row = 0; ; row++) {
            if (row === 500) store.abort.abort();
            yield { memory: { text: `row ${row}` } };
          }
        } finally {
          close();
        }
      }),
    );
    expect(await store.import({ 'a.odd': 'x' })).toMatchObject({ cancelled: true, problems: [] });
    await closed;
  });
});
