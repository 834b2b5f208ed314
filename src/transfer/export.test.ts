import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateMemory } from '../core/record/validate-memory.ts';
import { createEphemeralStore } from '../engine/store/ephemeral-store.ts';
import type { MemoryStore } from '../engine/store/memory-store.ts';
import { allOf, anyInput, context, NOW, sinkOf, sourceOf, storeOf } from '../testing/export-stores.ts';
import { type ExportSource, exportLines, pages } from './export.ts';
import { importFiles } from './import-files.ts';

const { signal } = new AbortController();

async function exported(
  store: MemoryStore,
  vectors?: { fingerprint: string; dims: number },
  now = NOW,
): Promise<string> {
  const pieces: string[] = [];
  await exportLines(sourceOf(store), (text) => pieces.push(text), { ...(vectors && { vectors }), signal, now });
  return pieces.join('');
}

async function importedFrom(text: string): Promise<{ store: MemoryStore; problems: unknown[] }> {
  const store = await storeOf([]);
  const files = [{ path: 'backup.jsonl', file: new File([text], 'backup.jsonl', { lastModified: 1 }) }];
  const report = await importFiles({ paths: files.map(({ path }) => path), slices: [files] }, sinkOf(store), {
    signal,
  });
  return { store, problems: report.problems };
}

const image = fc.record({
  data: fc.uint8Array({ minLength: 1, maxLength: 20 }).map((bytes) => new Uint8Array(bytes).buffer),
  mimeType: fc.constantFrom('image/png', 'image/svg+xml'),
  alt: fc.string({ unit: 'binary', minLength: 1 }),
});
describe('export and import', () => {
  test('reproduce any store exactly', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyInput(image), { maxLength: 5 }), async (inputs) => {
        const store = await storeOf(inputs);
        const { store: copy, problems } = await importedFrom(await exported(store));
        expect(problems).toEqual([]);
        expect(await allOf(copy)).toEqual(await allOf(store));
      }),
      { numRuns: 60 },
    );
  });

  test('gives the same text in a second export', async () => {
    const store = await storeOf([
      { id: 'a', text: 'x\u2028\ud83d\ude00', metadata: { b: 1, a: [null] } },
      { id: 'b', text: 'y' },
    ]);
    const first = await exported(store);
    const { store: copy } = await importedFrom(first);
    expect(await exported(copy)).toBe(first);
  });

  test('keeps a conversation that never expires that way', async () => {
    const store = await storeOf([{ id: 'a', text: 'x', type: 'conversation', expiresAt: null }]);
    const { store: copy } = await importedFrom(await exported(store));
    expect((await allOf(copy)).get('a')).not.toHaveProperty('expiresAt');
  });

  test('leaves out expired memories, and exports an empty store', async () => {
    const store = await storeOf([{ id: 'a', text: 'x', expiresAt: NOW }]);
    const { store: copy, problems } = await importedFrom(await exported(store));
    expect([(await copy.state()).count, problems]).toEqual([0, []]);
  });

  test('exports each vector once, and none of changed texts', async () => {
    const vectors = { fingerprint: 'model/1', dims: 3 };
    const store = await storeOf(['a', 'b', 'c'].map((id) => ({ id, text: `text ${id}` })));
    const memories = await allOf(store);
    const hashes = (id: string) => (id === 'c' ? ['old'] : ['shared', id]).map((hash) => ({ hash, start: 0, end: 1 }));
    await store.derived.writeVectors(
      vectors.fingerprint,
      new Map(['shared', 'a', 'b', 'old'].map((hash, index) => [hash, new Int8Array([index, -128, 127])])),
    );
    await store.derived.writeChunks(
      vectors.fingerprint,
      new Map(
        [...memories.values()].map(({ id, contentHash: own }) => [
          id,
          { contentHash: id === 'c' ? 'stale' : own, chunks: hashes(id) },
        ]),
      ),
    );
    const { store: copy, problems } = await importedFrom(await exported(store, vectors));
    expect(problems).toEqual([]);
    expect(await allOf(copy)).toEqual(memories);
    const read = await copy.derived.readVectors(vectors.fingerprint, ['shared', 'a', 'b', 'old']);
    expect(read).toEqual(await store.derived.readVectors(vectors.fingerprint, ['shared', 'a', 'b']));
    expect(read.size).toBe(3);
  });

  test('skips vectors of a wrong length', async () => {
    const lines = [
      '{"format":"hybrid-search-backup","version":1,"vectors":{"fingerprint":"f","dims":2}}',
      '{"vectors":{"good":"AQI=","short":"AQ==","bad":"!"}}',
      '{"id":"a","text":"x"}',
    ];
    const { store, problems } = await importedFrom(lines.join('\n'));
    expect([(await store.state()).count, problems]).toEqual([1, []]);
    expect(await store.derived.readVectors('f', ['good', 'short', 'bad'])).toEqual(
      new Map([['good', new Int8Array([1, 2])]]),
    );
  });

  test('reads short memories by the hundred and large ones one by one, none twice', async () => {
    const pageSizes: number[] = [];
    const source = (count: number, image: number): ExportSource => ({
      ...sourceOf(createEphemeralStore()),
      ids: async () => Array.from({ length: count }, (_, n) => String(n)),
      read: async (ids) => {
        pageSizes.push(ids.length);
        const images = [{ mimeType: 'image/png', alt: '', data: { byteLength: image } as ArrayBuffer }];
        return ids.map((id) => validateMemory({ id, text: 'x' }, context)).map((memory) => ({ ...memory, images }));
      },
    });
    for await (const _ of pages(source(2_000, 0)));
    expect(pageSizes).toEqual([32, 64, 128, 256, 512, 512, 496]);
    pageSizes.length = 0;
    for await (const _ of pages(source(40, 5_000_000)));
    expect(pageSizes).toEqual([32, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  test('throws a typed error when aborted', async () => {
    const store = await storeOf([{ id: 'a', text: 'x' }]);
    const aborted = exportLines(sourceOf(store), () => {}, { signal: AbortSignal.abort(), now: NOW });
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' });
  });
});
