import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportSettings } from '../core/import/report.ts';
import { Caller } from '../protocol/call.ts';
import type { TransferStore } from '../protocol/transfer-api.ts';
import { writeZip } from '../testing/archive-writer.ts';
import { epub, MAIL, pdf } from '../testing/document-samples.ts';
import { engineInit } from '../testing/engine-init.ts';
import { type EnginePort, enginePort } from '../testing/engine-port.ts';
import { localDocuments } from '../testing/local-documents.ts';
import { MemoryOrigin } from '../testing/memory-origin.ts';
import { FileKeeper } from './file-keeper.ts';
import { transferApi } from './transfer-api.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const FOLDER = ['hybrid-search-files', 'engine'];
const LOCK = 'hybrid-search/files/engine';
const PAGE: Bytes = new TextEncoder().encode('<!doctype html><title>Reef</title><p>Coral and kelp.</p>');

let origin: MemoryOrigin;
let restoreGlobals = (): void => {};
let letter: Bytes;
const opened: EnginePort[] = [];
beforeEach(async () => {
  origin = new MemoryOrigin(1);
  restoreGlobals = origin.install();
  letter = await pdf([{ columns: [['The landlord answers in May.']] }, { columns: [['The deposit comes back.']] }]);
});
afterEach(async () => {
  for (const engine of opened.splice(0)) await engine.close();
  restoreGlobals();
});

const hashOf = (bytes: Bytes): string => createHash('sha256').update(bytes).digest('hex');

async function folder(create = false): Promise<FileSystemDirectoryHandle> {
  let at = await navigator.storage.getDirectory();
  for (const name of FOLDER) at = await at.getDirectoryHandle(name, { create });
  return at;
}

async function kept(): Promise<string[]> {
  const names: string[] = [];
  const listing = ((await folder(true)) as unknown as { keys(): AsyncIterator<string> }).keys();
  for (let next = await listing.next(); !next.done; next = await listing.next()) names.push(next.value);
  return names.sort();
}

/** An import leaves such a file if it's killed before it writes its memories. */
async function leaveOver(name: string): Promise<void> {
  await (await folder(true)).getFileHandle(name, { create: true });
}

async function open() {
  const engine = enginePort();
  opened.push(engine);
  await engine.call('open', [engineInit({ modelAllowed: false })]);
  const { port1, port2 } = new MessageChannel();
  await engine.call('attachTransfer', [port2], { transfer: [port2] });
  const api = transferApi(new Caller<TransferStore>(port1), localDocuments);
  const context = { signal: new AbortController().signal, progress: () => {} };
  const come = (files: { [path: string]: Bytes | string }) => {
    const channel = new MessageChannel();
    const list = Object.entries(files).map(([path, content]) => ({ path, file: new Blob([content]) }));
    channel.port1.postMessage(list);
    return { port: channel.port2, paths: list.map(({ path }) => path) };
  };
  return {
    ...engine,
    async close() {
      opened.splice(opened.indexOf(engine), 1);
      await engine.close();
    },
    preview: (files: { [path: string]: Bytes | string }) => api.preview(context, come(files), {}),
    import: (files: { [path: string]: Bytes | string }, options: ImportSettings = { keepFiles: true }) =>
      api.import(context, come(files), options, 'papers'),
    ids: () => engine.call('ids', [{ sort: 'title' }]),
    file: (id: string) => engine.call('file', [id, {}]),
  };
}

describe('an import that keeps files', () => {
  it('keeps each document once, also those in an archive, and gives it back for each of its memories', async () => {
    const { call, ids, file, ...tab } = await open();
    const report = await tab.import({
      'letter.pdf': letter,
      'again.pdf': letter,
      'page.html': PAGE,
      'all.zip': writeZip([
        { path: 'mail.eml', data: MAIL },
        { path: 'book.epub', data: epub() },
      ]),
      'note.md': '# A note',
    });
    expect(report.problems).toEqual([]);
    const files = [letter, PAGE, new TextEncoder().encode(MAIL), epub()];
    expect(await kept()).toEqual(files.map(hashOf).sort());
    const { memories } = await call('list', [{ limit: 100 }]);
    const sizes = new Map<unknown, number>();
    for (const { id, metadata, title } of memories) {
      const blob = await file(id);
      if (title === 'A note') expect(blob).toBeNull();
      else {
        const bytes = new Uint8Array(await blob!.arrayBuffer());
        expect(hashOf(bytes)).toBe(metadata.file);
        expect(blob!.type).toBe(bytes.length === letter.length ? 'application/pdf' : 'application/octet-stream');
        sizes.set(metadata.file, bytes.length);
      }
    }
    const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect([sizes.size, (await call('stats', [])).storage.files]).toEqual([4, all]);
    expect(await tab.import({ 'letter.pdf': letter })).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect((await kept()).length).toBe(4);
  });

  it('keeps nothing unless it is asked to, nor documents without a memory', async () => {
    const tab = await open();
    await tab.import({ 'letter.pdf': letter }, {});
    const { problems } = await tab.import({ 'broken.pdf': letter.slice(0, 200) });
    expect(problems.map(({ code }) => code)).toEqual(['bad-document']);
    expect(await kept()).toEqual([]);
    expect(await tab.file((await tab.ids())[0]!)).toBeNull();
  });

  it('says how large each document is before it is imported', async () => {
    const { preview } = await open();
    const { sources } = await preview({ 'letter.pdf': letter, 'note.md': '# A note' });
    expect(sources.map(({ file, bytes }) => [file, bytes])).toEqual([
      ['letter.pdf', letter.length],
      ['note.md', undefined],
    ]);
    expect(await kept()).toEqual([]);
  });

  it('gives no file to a viewer who may not see its memory', async () => {
    const { call, ids, ...tab } = await open();
    await tab.import({ 'letter.pdf': letter });
    const [hers, unowned] = await ids();
    await call('update', [hers!, { owner: 'ann', privacy: 'direct' }, {}]);
    const asked = async (id: string, viewer: string) =>
      (await call('file', [id, { viewer: { id: viewer, context: 'direct' } }]))?.size ?? null;
    expect([await asked(hers!, 'ann'), await asked(hers!, 'ben'), await asked(unowned!, 'ann')]).toEqual([
      letter.length,
      null,
      null,
    ]);
  });
});

describe('a file that can’t be kept', () => {
  it('leaves its text and says so if the disk is full', async () => {
    const { ids, file, ...tab } = await open();
    origin.full = true;
    const report = await tab.import({ 'letter.pdf': letter });
    expect(report).toMatchObject({ added: 2, problems: [{ file: 'letter.pdf', line: 0, reason: 'no-room-for-file' }] });
    expect([await kept(), await file((await ids())[0]!)]).toEqual([[], null]);
  });

  it('leaves the space that memories need', async () => {
    const { storage } = navigator;
    Object.assign(storage, { estimate: async () => ({ usage: 0, quota: 64 * 1_048_576 }) });
    const { problems, added } = await (await open()).import({ 'letter.pdf': letter });
    expect([problems.map(({ reason }) => reason), added, await kept()]).toEqual([['no-room-for-file'], 2, []]);
  });

  it('leaves its text and says so where memories don’t last', async () => {
    restoreGlobals();
    const { problems, added } = await (await open()).import({ 'letter.pdf': letter });
    expect([problems.map(({ reason }) => reason), added]).toEqual([['files-not-kept-here'], 2]);
  });
});

describe('a file that no memory names any more', () => {
  const gone = () => vi.waitFor(async () => expect(await kept()).toEqual([]), { timeout: 60_000 });

  it('is removed with the last of them', async () => {
    const { call, ids, ...tab } = await open();
    await tab.import({ 'letter.pdf': letter, 'page.html': PAGE });
    const [first, second, page] = await ids();
    await call('removeMany', [[first!, page!], {}]);
    await vi.waitFor(async () => expect(await kept()).toEqual([hashOf(letter)]), { timeout: 60_000 });
    await call('removeMany', [[second!], {}]);
    await gone();
  });

  it('is removed when the memory names another one', async () => {
    const tab = await open();
    await tab.import({ 'page.html': PAGE });
    const next = new TextEncoder().encode('<!doctype html><title>Reef</title><p>Coral, kelp and sand.</p>');
    expect(await tab.import({ 'page.html': next })).toMatchObject({ updated: 1 });
    expect(await kept()).toEqual([hashOf(next)]);
  });

  it('stays while one is in the trash, also after a restart, and is removed when the trash is emptied', async () => {
    const before = await open();
    await before.import({ 'page.html': PAGE });
    const ids = await before.ids();
    await before.call('trashPut', [ids, {}]);
    expect(await before.file(ids[0]!)).toBeNull();
    await before.call('idle', []);
    await before.close();
    const { call, file, ...tab } = await open();
    // At its end, an import deletes files that no memory refers to.
    await tab.import({ 'letter.pdf': letter });
    expect(await kept()).toEqual([hashOf(PAGE), hashOf(letter)].sort());
    await call('trashRestore', [ids, {}]);
    expect((await file(ids[0]!))?.size).toBe(PAGE.length);
    await call('trashPut', [ids, {}]);
    await call('trashEmpty', [{}]);
    await vi.waitFor(async () => expect(await kept()).toEqual([hashOf(letter)]), { timeout: 60_000 });
  });

  it.each([
    [
      'the import is removed',
      async ({ call }: EnginePort) => {
        const [{ id } = { id: '' }] = await call('imports', []);
        await call('removeImport', [id]);
      },
    ],
    ['everything is cleared', async ({ call }: EnginePort) => call('clear', [{}])],
    ['the store is destroyed', async ({ call }: EnginePort) => call('destroy', [])],
  ] as const)('is gone once %s', async (_, act) => {
    const tab = await open();
    await tab.import({ 'letter.pdf': letter });
    expect(await kept()).toHaveLength(1);
    await act(tab);
    expect(await kept()).toEqual([]);
  });

  it('is removed at the next start if the import was killed, but not while an import runs', async () => {
    const first = await open();
    await first.import({ 'letter.pdf': letter });
    await leaveOver('0'.repeat(64));
    await leaveOver(`${'1'.repeat(64)}.part`);
    await first.close();
    let end = (): void => {};
    const running = new Promise<void>((resolve) => {
      end = resolve;
    });
    const importing = navigator.locks.request(LOCK, { mode: 'shared' }, () => running);
    const second = await open();
    await second.call('clear', [{}]);
    expect(await kept()).toHaveLength(3);
    end();
    await importing;
    await second.close();
    await open();
    await gone();
  });
});

it('has a file under its hash only when it’s complete, wherever the tab is killed', async () => {
  const signal = new AbortController().signal;
  for (let step = 0; ; step++) {
    restoreGlobals();
    origin = new MemoryOrigin(step);
    restoreGlobals = origin.install();
    const tab = origin.open();
    tab.killBefore = step;
    let done = false;
    void origin.in(tab, async () => {
      const keeper = await FileKeeper.open({ folder: FOLDER });
      await keeper!.keep(new Blob([letter]), signal);
      done = true;
    });
    await vi.waitFor(() => expect(done || tab.dead).toBe(true));
    const names = await kept();
    const whole = names.filter((name) => name === hashOf(letter));
    for (const name of whole) {
      const file = await (await (await folder()).getFileHandle(name)).getFile();
      expect(hashOf(new Uint8Array(await file.arrayBuffer()))).toBe(name);
    }
    if (done) {
      expect([names, step]).toEqual([[hashOf(letter)], 3]);
      return;
    }
  }
});
