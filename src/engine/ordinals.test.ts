import { expect, it } from 'vitest';
import { mulberry32 } from '../core/metrics/bootstrap.ts';
import { contentHash } from '../core/record/content-hash.ts';
import { type Memory, toRow } from '../core/record/memory.ts';
import { validateMemory } from '../core/record/validate-memory.ts';
import { runAtOnce } from '../core/steps.ts';
import type { SemanticIndex } from './embed/semantic-index.ts';
import { createKeywordIndex } from './keyword/bm25-index.ts';
import { createSearcher } from './search/search.ts';
import { createEphemeralStore } from './store/ephemeral-store.ts';
import { packChunks } from './table/packed-chunks.ts';
import { createTable } from './table/table.ts';
import { Trashed } from './table/trashed.ts';
import { createVectorIndex } from './vector/arena.ts';
import { Indexes } from './write/indexes.ts';

const WORDS = ['apple', 'bridge', 'candle', 'dragon', 'engine', 'forest', 'garden', 'hammer'];
const OPERATIONS = 10_000;
const IDS = 60;
const NOW = Date.UTC(2026, 0, 1);

/** Nearly one-hot, so each word is nearest to itself. */
const vectorOf = (word: string): Int8Array => Int8Array.from(WORDS, (other) => (other === word ? 100 : 1));

function createWorld() {
  const table = createTable(1);
  const keyword = createKeywordIndex();
  const vectors = createVectorIndex({ dims: WORDS.length });
  const model = new Map<string, string>();
  const memories = new Map<string, Memory>();
  const semantic = {
    vectors,
    put: (ordinal, memory, replaces) => {
      if (replaces) vectors.remove(ordinal);
      vectors.set(ordinal, [vectorOf(memory.text)]);
    },
    remove: (ordinal) => vectors.remove(ordinal),
  } as Pick<SemanticIndex, 'vectors' | 'put' | 'remove'> as SemanticIndex;
  const indexes = new Indexes({
    store: createEphemeralStore(),
    table,
    keyword,
    trashed: new Trashed(),
    model: { semantic },
    onFileLeft() {},
  });
  const searcher = createSearcher({
    table,
    keyword,
    semantic: () => null,
    analyzer: { stemming: 'none' },
    readMemories: async (ids) => ids.map((id) => memories.get(id)),
    now: () => NOW,
    clock: () => 0,
    log: () => {},
  });
  let seq = 0;
  return {
    table,
    vectors,
    model,
    indexes,
    searcher,
    async put(id: string, word: string): Promise<void> {
      const context = { now: NOW, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
      const memory = validateMemory({ id, text: word, tags: [word] }, context);
      model.set(id, word);
      memories.set(id, memory);
      await indexes.apply([{ seq: ++seq, kind: 'put', id }], new Map([[seq, memory]]));
    },
    async remove(id: string): Promise<void> {
      model.delete(id);
      memories.delete(id);
      await indexes.apply([{ seq: ++seq, kind: 'remove', id }]);
    },
  };
}

const holders = (model: ReadonlyMap<string, string>, word: string): string[] =>
  [...model].flatMap(([id, own]) => (own === word ? [id] : [])).sort();

it(`answers like a plain map after each of ${OPERATIONS} random writes, searches and compactions`, async () => {
  const world = createWorld();
  const { model, table, vectors, indexes, searcher } = world;
  const random = mulberry32(7);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  let largest = 0;
  for (let operation = 0; operation < OPERATIONS; operation++) {
    const id = `m${Math.floor(random() * IDS)}`;
    const word = pick(WORDS);
    const kind = random();
    if (kind < 0.4) await world.put(id, word);
    else if (kind < 0.7) await world.remove(id);
    else if (kind < 0.75) await indexes.closeHoles();
    else {
      const { hits, weak, facets } = await searcher.search(word, {
        limit: 100,
        facets: ['tags'],
        groupDuplicates: false,
      });
      expect([...hits, ...weak].map((hit) => hit.id).sort()).toEqual(holders(model, word));
      const expected = holders(model, word).length;
      expect(facets?.tags).toEqual(expected === 0 ? {} : { [word]: expected });
      const size = table.size;
      const { similarity } = vectors.scan(Float32Array.from(vectorOf(word)), { size, allowed: null, count: size });
      const near = [...table.rows()].filter(([at]) => similarity[at]! > 0.9).map(([, row]) => row.id);
      expect(near.sort()).toEqual(holders(model, word));
    }
    largest = Math.max(largest, table.size);
  }
  expect(table.liveCount).toBe(model.size);
  expect(largest).toBeLessThan(OPERATIONS / 4);
});

it('never gives the ordinal of a removed memory to another one', async () => {
  const { put, remove, table } = createWorld();
  await put('a', 'apple');
  const before = table.ordinalOf('a');
  await remove('a');
  await put('b', 'bridge');
  expect(table.ordinalOf('b')).not.toBe(before);
  expect(table.row(before!)).toBeUndefined();
});

it('keeps ordinals while a search holds them, and closes the holes afterwards', async () => {
  const { put, remove, table, indexes } = createWorld();
  for (const id of ['a', 'b', 'c']) await put(id, 'apple');
  await remove('a');
  const release = table.holdOrdinals();
  await indexes.closeHoles();
  expect(table.ordinalOf('c')).toBe(2);
  release();
  await indexes.closeHoles();
  expect(table.ordinalOf('c')).toBe(1);
  expect(table.size).toBe(2);
});

it('keeps ordinals if a search begins to hold them while the holes are being closed', async () => {
  const { put, remove, table, indexes } = createWorld();
  for (const id of ['a', 'b', 'c']) await put(id, 'apple');
  await remove('a');
  const closing = indexes.closeHoles();
  const release = table.holdOrdinals();
  await closing;
  expect(table.ordinalOf('c')).toBe(2);
  release();
});

it('keeps a chunk list that is set while the holes are being closed', () => {
  const table = createTable(1);
  const context = { now: NOW, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
  const put = (id: string) => table.put({ row: toRow(validateMemory({ id, text: id }, context), 1), links: [] });
  const list = (text: string) =>
    packChunks({ contentHash: contentHash(text), chunks: [{ hash: contentHash(text), start: 0, end: 1 }] });
  table.beginChunks('f');
  const [, before, meanwhile, none] = ['a', 'b', 'c', 'd'].map(put);
  table.setChunks(before!, list('b'));
  table.remove('a');
  const closed = runAtOnce(table.closeHoles()!);
  table.setChunks(meanwhile!, list('c'));
  expect(table.renumber(closed)).toBe(true);
  const at = (id: string) => table.packedChunks(table.ordinalOf(id)!);
  expect([at('b'), at('c'), at('d')]).toEqual([list('b'), list('c'), undefined]);
  expect(none).toBe(3);
  expect(table.ordinalOf('d')).toBe(2);
});
