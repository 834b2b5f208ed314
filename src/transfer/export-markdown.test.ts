import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownNote, readMarkdownNote } from '../core/import/markdown-note.ts';
import type { MemoryInput } from '../core/record/memory.ts';
import { validateMemory } from '../core/record/validate-memory.ts';
import type { MemoryStore } from '../engine/store/memory-store.ts';
import { DOT_PNG } from '../testing/app-exports.ts';
import { allOf, anyInput, context, NOW, sinkOf, sourceOf, storeOf } from '../testing/export-stores.ts';
import { createBudget, openArchive } from './archive/archive.ts';
import { ZipWriter } from './archive/zip-writer.ts';
import { exportMarkdown } from './export-markdown.ts';
import { importFiles } from './import-files.ts';

const { signal } = new AbortController();
const exported = async (store: MemoryStore, now = NOW): Promise<Blob> =>
  exportMarkdown(sourceOf(store), { signal, now });

async function filesOf(zip: Blob): Promise<Map<string, string>> {
  const entries = await openArchive(zip, 'zip', createBudget());
  const texts = entries.map(async (entry) => new TextDecoder().decode(await (await entry.open()).arrayBuffer()));
  return new Map((await Promise.all(texts)).map((text, at) => [entries[at]!.path, text]));
}

async function importedFrom(
  files: { path: string; file: Blob }[],
): Promise<{ store: MemoryStore; problems: unknown[] }> {
  const store = await storeOf([]);
  const { problems } = await importFiles({ paths: files.map(({ path }) => path), slices: [files] }, sinkOf(store), {
    signal,
  });
  return { store, problems };
}

const image = fc.record({
  data: fc.uint8Array({ maxLength: 20 }).map((bytes) => new Uint8Array([...DOT_PNG, ...bytes]).buffer),
  mimeType: fc.constant('image/png'),
  alt: fc.string({ unit: 'binary' }),
});

describe('a folder of Markdown', () => {
  test('reproduces any store exactly when its zip is imported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyInput(image), { minLength: 1, maxLength: 5 }), async (inputs) => {
        const store = await storeOf(inputs);
        const zip = await exported(store);
        const { store: copy, problems } = await importedFrom([{ path: 'notes.zip', file: zip }]);
        expect(problems).toEqual([]);
        expect(await allOf(copy)).toEqual(await allOf(store));
      }),
      { numRuns: 60 },
    );
  });

  test('has one readable file per note, and its picture', async () => {
    const createdAt = Date.UTC(2026, 2, 1);
    const images = [{ data: DOT_PNG.slice().buffer, mimeType: 'image/png', alt: 'A [red] dot' }];
    const note = {
      id: 'k',
      title: 'Spare key',
      text: 'Behind the [[cupboard]].',
      tags: ['home'],
      createdAt,
      updatedAt: createdAt,
      images,
    };
    const files = await filesOf(await exported(await storeOf([note])));
    expect([...files.keys()].sort()).toEqual(['Spare key.md', 'pictures/1.png']);
    const lines = files.get('Spare key.md')!.split('\n');
    expect(lines.slice(0, 6)).toEqual([
      '---',
      'format: "hybrid-search-note-1"',
      'title: "Spare key"',
      'tags: ["home"]',
      'created: "2026-03-01T00:00:00.000Z"',
      'updated: "2026-03-01T00:00:00.000Z"',
    ]);
    expect(lines.slice(lines.lastIndexOf('---') + 1)).toEqual([
      'Behind the [[cupboard]].',
      '',
      '![A red dot](pictures/1.png)',
    ]);
  });

  test("keeps a note's identity when it's read from a folder after an editor rewrote its front matter", async () => {
    const store = await storeOf([{ id: 'k', title: 'Key', text: 'Here.', tags: ['home', 'two words'], importance: 3 }]);
    const [[, file]] = [...(await filesOf(await exported(store)))] as [[string, string]];
    const rewritten = file
      .replace('format: "hybrid-search-note-1"', 'format: hybrid-search-note-1')
      .replace('tags: ["home","two words"]', 'tags:\n  - home\n  - two words')
      .replace('Here.', 'There.\n');
    const { store: copy, problems } = await importedFrom([{ path: 'vault/New name.md', file: new Blob([rewritten]) }]);
    expect(problems).toEqual([]);
    const [before, after] = [(await allOf(store)).get('k')!, (await allOf(copy)).get('k')!];
    expect(after).toEqual({ ...before, text: 'There.\n', contentHash: after.contentHash });
  });

  test("recognises its own notes whatever their title looks like, and keeps characters that text files can't have", async () => {
    const notion = 'Plans 0123456789abcdef0123456789abcdef';
    const images = [{ data: DOT_PNG.slice().buffer, mimeType: 'image/png', alt: 'a\0dot' }];
    const store = await storeOf([{ id: 'n', title: notion, text: 'a\0b', images }]);
    const { store: copy } = await importedFrom([{ path: 'notes.zip', file: await exported(store) }]);
    expect(await allOf(copy)).toEqual(await allOf(store));
  });

  test('leaves out what has expired', async () => {
    const store = await storeOf([{ id: 'a', text: 'x', expiresAt: NOW + 1 }]);
    expect((await filesOf(await exported(store, NOW + 1))).size).toBe(0);
  });

  test("ignores front matter that isn't ours or is nested too deeply", () => {
    const memory = validateMemory({ id: 'a', text: 'x' }, context);
    const file = markdownNote(memory, []);
    expect(readMarkdownNote(file)?.record).toMatchObject({ id: 'a', text: 'x' });
    const deep = file.replace('tags: []', `tags: ${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    for (const other of ['x', file.replace('---\nformat', '---\nform'), file.replace('tags: []', 'tags: [1'), deep]) {
      expect(readMarkdownNote(other)).toBeNull();
    }
  });
});

describe('file names', () => {
  const namesFor = async (titles: readonly string[]): Promise<string[]> => {
    const inputs: MemoryInput[] = titles.map((title, at) => ({
      id: String(at),
      text: 'x',
      ...(title !== '' && { title }),
    }));
    return [...(await filesOf(await exported(await storeOf(inputs)))).keys()];
  };

  test.each([
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.md'],
    ['CON', '_CON.md'],
    ['lpt1.txt', '_lpt1.txt.md'],
    ['..', 'Note.md'],
    ['.hidden', 'hidden.md'],
    ['Dots and spaces. . ', 'Dots and spaces.md'],
    ['[[Link]] #tag ^block', 'Link tag block.md'],
    ['Zeile\u0000eins', 'Zeile eins.md'],
  ])('%j', async (title, name) => {
    expect(await namesFor([title])).toEqual([name]);
  });

  test("come from the first line if there's no title", async () => {
    const files = await filesOf(await exported(await storeOf([{ id: 'a', text: 'First line\nSecond line' }])));
    expect([...files.keys()]).toEqual(['First line.md']);
  });

  test('are unique, even on file systems that ignore case or the form of accents', async () => {
    const names = await namesFor(['Key', 'KEY', 'key 2', 'Café', 'Cafe\u0301', 'Key']);
    expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(6);
  });

  test('are valid on every file system for any titles, and different', async () => {
    const titles = fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(titles, async (given) => {
        const names = await namesFor(given.filter((title) => title.trim() !== ''));
        for (const name of names) {
          expect(name).not.toMatch(/[\p{Cc}\\/:*?"<>|]|^[. ]|[. ]\.md$|^(?:con|prn|aux|nul|com\d|lpt\d)\./iu);
          expect(new TextEncoder().encode(name).length).toBeLessThan(255);
        }
        expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(names.length);
      }),
      { numRuns: 60 },
    );
  });
});

test('reads a zip with more files than most stores have notes', async () => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new ZipWriter((part) => parts.push(part));
  for (let n = 0; n < 100_001; n++) await zip.add(`${n}`, new Uint8Array(), 0, false);
  zip.end();
  expect(await openArchive(new Blob([Buffer.concat(parts)]), 'zip', createBudget())).toHaveLength(100_001);
});

test('refuses to export more files than the import reads', async () => {
  const add = (zip: ZipWriter, path: string): Promise<void> => zip.add(path, new Uint8Array(), 0, false);
  const zip = new ZipWriter(() => {}, 2);
  await add(zip, 'a');
  await add(zip, 'b');
  await expect(add(zip, 'c')).rejects.toMatchObject({ code: 'unsupported' });
});
