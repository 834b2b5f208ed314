import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HybridSearchError } from '../../core/errors.ts';
import { contentHash } from '../../core/record/content-hash.ts';
import { type Memory, toRow } from '../../core/record/memory.ts';
import { Caller } from '../../protocol/call.ts';
import type { EmbedderApi } from '../../protocol/embedder-api.ts';
import type { Remote } from '../../protocol/rpc.ts';
import { serve } from '../../protocol/serve.ts';
import { engineInit } from '../../testing/engine-init.ts';
import { memory } from '../../testing/search-fixture.ts';
import { createWordEmbedder } from '../../testing/word-embedder.ts';
import { writeDecisions } from '../../testing/write-decisions.ts';
import { createEphemeralStore } from '../store/ephemeral-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { EngineTable } from '../table/memory-table.ts';
import { createTable } from '../table/table.ts';
import { chunkListsOf } from '../transfer/store-access.ts';
import { EmbeddingQueue } from './embedding-queue.ts';

const { profile } = engineInit();
const FINGERPRINT = 'f';

interface Bench {
  queue: EmbeddingQueue;
  store: MemoryStore;
  table: EngineTable;
  embedded: string[];
  adopted: string[];
  logged: string[];
  write(id: string, text: string, updatedAt?: number): Promise<Memory>;
  remove(id: string): void;
  available: boolean;
  asked(): number;
  done(): number;
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

let stores = 0;

interface BenchOptions {
  store?: MemoryStore;
  name?: string;
  embedder?: (words: EmbedderApi) => Partial<EmbedderApi>;
  held?: Promise<void>;
}

function bench({
  store = createEphemeralStore(),
  name = `queue-${++stores}`,
  embedder,
  held,
}: BenchOptions = {}): Bench {
  const embedded: string[] = [];
  const words = createWordEmbedder(profile, (text) => embedded.push(text));
  const { port1, port2 } = new MessageChannel();
  let asked = 0;
  const api: EmbedderApi = { ...words, ...embedder?.(words) };
  const { embedPassages } = api;
  api.embedPassages = async (context, passages) => {
    asked++;
    await held;
    return embedPassages(context, passages);
  };
  serve<EmbedderApi>(api, port1);
  const caller: Remote<EmbedderApi> = new Caller<EmbedderApi>(port2);
  const table = createTable();
  const adopted: string[] = [];
  const logged: string[] = [];
  let seq = 0;
  let done = 0;
  const own: Bench = {
    store,
    table,
    embedded,
    adopted,
    logged,
    available: true,
    asked: () => asked,
    done: () => done,
    async write(id, text, updatedAt = ++seq) {
      const written = memory(id, text, { updatedAt, contentHash: contentHash(text) });
      await writeDecisions(store, [id], () => [written]);
      // The semantic index does the same when a memory gets a new text.
      table.setChunks(table.put({ row: toRow(written, ++seq), links: [] }), null);
      own.queue.put(written);
      return written;
    },
    remove(id) {
      table.remove(id);
      own.queue.remove(id);
    },
    queue: new EmbeddingQueue({
      name,
      store,
      table,
      fingerprint: FINGERPRINT,
      dims: profile.dims,
      adopt(ordinal, chunks) {
        table.setChunks(ordinal, chunks);
        adopted.push(table.row(ordinal)!.id);
      },
      get adoptedChunks() {
        return [...table.rows()].reduce((sum, [ordinal]) => sum + table.chunks(ordinal).length, 0);
      },
      available: () => own.available,
      use: (job) => job(caller),
      onProgress() {},
      onDone: () => done++,
      log: (event) => logged.push(event),
    }),
  };
  ends.push(() => {
    own.queue.close();
    port1.close();
  });
  return own;
}

function gate(): { passed: Promise<void>; open(): void } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('the embedding queue', () => {
  it('embeds new memories, delivers each once, and stores every vector', async () => {
    const { queue, store, write, embedded, adopted } = bench();
    await queue.load();
    await write('a', 'Copper lamp. Iron lamp.');
    await queue.idle();
    expect(embedded).toEqual(['Copper lamp.', ' Iron lamp.']);
    expect(adopted).toEqual(['a']);
    expect(queue.progress).toMatchObject({ embedded: 2, total: 2, queued: 0 });
    expect((await store.derived.readAllVectors(FINGERPRINT, profile.dims)).size).toBe(2);
    expect((await chunkListsOf(store, FINGERPRINT)).get('a')?.chunks).toHaveLength(2);
  });

  it("reports completion when the last memory has vectors, and nothing after it's closed", async () => {
    const { queue, write, done } = bench();
    await queue.load();
    await write('a', 'Copper lamp.');
    const before = done();
    await queue.idle();
    expect(done()).toBeGreaterThan(before);
    const told = done();
    queue.close();
    expect(done()).toBe(told);
  });

  it('takes the newest first, and preferred memories before all others', async () => {
    const own = bench();
    own.available = false;
    await own.queue.load();
    for (let n = 0; n < 20; n++) await own.write(`m${n}`, `note ${n}`, n);
    own.queue.prefer(['m3', 'none']);
    own.available = true;
    await own.queue.idle();
    expect(own.adopted.slice(0, 3)).toEqual(['m3', 'm19', 'm18']);
    expect(own.adopted).toHaveLength(20);
  });

  it("embeds no text twice: neither another memory's text nor a sentence that an edit left alone", async () => {
    const { queue, write, embedded, adopted } = bench();
    await queue.load();
    await write('a', 'Copper lamp. Iron lamp.');
    await queue.idle();
    await write('b', 'Copper lamp. Tin lamp.');
    await queue.idle();
    await write('a', 'Copper lamp. Zinc lamp.');
    await queue.idle();
    expect(embedded).toEqual(['Copper lamp.', ' Iron lamp.', ' Tin lamp.', ' Zinc lamp.']);
    expect(adopted).toEqual(['a', 'b', 'a']);
  });

  it('embeds after a start what the store lacks, and nothing else', async () => {
    const store = createEphemeralStore();
    const held = gate();
    // Simulates a kill during the third passage. Only that run is lost.
    const first = bench({
      store,
      embedder: (words) => ({
        async embedPassages(context, passages) {
          if (first.asked() === 3) await held.passed;
          return words.embedPassages(context, passages);
        },
      }),
    });
    await first.queue.load();
    await first.write('a', 'One. Two. Three. Four.');
    await until(() => first.asked() === 3);
    expect(first.queue.progress).toMatchObject({ queued: 1 });

    const second = bench({ store });
    const [written] = await store.get(['a']);
    second.table.put({ row: toRow(written!, 1), links: [] });
    await second.queue.load();
    expect(second.queue.progress).toMatchObject({ queued: 1, total: 4 });
    await second.queue.idle();
    expect(second.embedded).toEqual([' Three.', ' Four.']);
    held.open();
  });

  it('delivers completely stored memories at a start without asking the model', async () => {
    const store = createEphemeralStore();
    const first = bench({ store });
    await first.queue.load();
    const written = await first.write('a', 'Copper lamp.');
    await first.queue.idle();
    const second = bench({ store });
    second.table.put({ row: toRow(written, 1), links: [] });
    await second.queue.load();
    await second.queue.idle();
    expect(second.adopted).toEqual(['a']);
    expect(second.embedded).toEqual([]);
  });

  it('drops a pending memory if a second look at the store finds it complete', async () => {
    const store = createEphemeralStore();
    const own = bench({ store });
    own.available = false;
    await own.queue.load();
    const written = await own.write('a', 'Copper lamp.');
    const other = bench({ store });
    other.table.put({ row: toRow(written, 1), links: [] });
    await other.queue.load();
    await other.queue.idle();
    await own.queue.load();
    expect(own.queue.progress).toMatchObject({ embedded: 1, total: 1, queued: 0 });
    expect(own.queue.isPending('a')).toBe(false);
    expect([own.adopted, own.embedded]).toEqual([['a'], []]);
  });

  it("doesn't work, or keep callers waiting, while it's paused or no model may be used", async () => {
    const own = bench();
    await own.queue.load();
    own.queue.pause();
    await own.write('a', 'Copper lamp.');
    await own.queue.idle();
    expect([own.queue.paused, own.queue.progress.queued, own.embedded]).toEqual([true, 1, []]);
    own.available = false;
    own.queue.resume();
    await own.queue.idle();
    expect(own.embedded).toEqual([]);
    own.available = true;
    await own.queue.idle();
    expect(own.adopted).toEqual(['a']);
  });

  it('stops between two passages when paused, and releases waiting callers', async () => {
    const held = gate();
    const { queue, write, embedded, asked } = bench({ held: held.passed });
    await queue.load();
    await write('a', 'One. Two. Three.');
    const waiting = queue.idle();
    await until(() => asked() > 0);
    queue.pause();
    await waiting;
    held.open();
    await vi.waitFor(() => expect(embedded).toEqual(['One.']));
    queue.resume();
    await queue.idle();
    expect(embedded).toEqual(['One.', ' Two.', ' Three.']);
  });

  it("drops a memory that's removed or rewritten while it's embedded, and never delivers vectors of the old text", async () => {
    const held = gate();
    const { queue, store, write, remove, adopted, asked, table } = bench({ held: held.passed });
    await queue.load();
    queue.pause();
    await write('gone', 'Copper lamp.', 2);
    await write('changed', 'Iron lamp.', 1);
    queue.resume();
    const waiting = queue.idle();
    await until(() => asked() > 0);
    remove('gone');
    await write('changed', 'Tin lamp.', 3);
    held.open();
    await waiting;
    expect(adopted).toEqual(['changed']);
    expect(table.row(table.ordinalOf('changed')!)?.contentHash).toBe(contentHash('Tin lamp.'));
    expect(queue.progress).toMatchObject({ queued: 0, embedded: 1 });
    const kept = await store.derived.readAllVectors(FINGERPRINT, profile.dims);
    expect(kept.get(contentHash('Copper lamp.'))).toBeUndefined();
  });

  it('keeps no chunk list of a memory that was removed while it was cut', async () => {
    const held = gate();
    let cutting = false;
    const { queue, store, write, remove, embedded } = bench({
      embedder: (words) => ({
        async chunk(context, sources) {
          cutting = true;
          await held.passed;
          return words.chunk(context, sources);
        },
      }),
    });
    await queue.load();
    await write('gone', 'Copper lamp.');
    const waiting = queue.idle();
    await until(() => cutting);
    remove('gone');
    held.open();
    await waiting;
    await write('other', 'Iron lamp.');
    await queue.idle();
    expect(embedded).toEqual(['Iron lamp.']);
    expect([...queue.chunkHashes()]).toEqual([contentHash('Iron lamp.')]);
    expect([...(await chunkListsOf(store, FINGERPRINT)).keys()]).toEqual(['other']);
  });

  it("skips and reports a text that the model can't read, and embeds the others", async () => {
    const { queue, write, adopted, logged } = bench({
      embedder: (words) => ({
        async chunk(context, sources) {
          if (sources.some(({ text }) => text.includes('poison'))) throw new HybridSearchError('internal', 'tokenizer');
          return words.chunk(context, sources);
        },
      }),
    });
    await queue.load();
    queue.pause();
    for (let n = 0; n < 5; n++) await write(`m${n}`, n === 2 ? 'poison' : `note ${n}`);
    queue.resume();
    await queue.idle();
    expect(adopted.sort()).toEqual(['m0', 'm1', 'm3', 'm4']);
    expect(logged).toEqual(['embedding-skipped']);
    expect(queue.progress.queued).toBe(0);
  });

  it('adopts vectors that another tab embedded', async () => {
    const store = createEphemeralStore();
    const [one, two] = [bench({ store, name: 'two-tabs' }), bench({ store, name: 'two-tabs' })];
    two.available = false;
    await Promise.all([one.queue.load(), two.queue.load()]);
    const written = await one.write('a', 'Copper lamp.');
    two.table.put({ row: toRow(written, 1), links: [] });
    two.queue.put(written);
    await vi.waitFor(() => expect(two.adopted).toEqual(['a']));
    expect(two.embedded).toEqual([]);
    expect(two.queue.progress.queued).toBe(0);
  });
});

describe('timing of the embedding queue', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('retries a failed round five seconds later', async () => {
    let fails = true;
    const { queue, write, adopted, logged } = bench({
      embedder: (words) => ({
        async embedPassages(context, passages) {
          if (fails) throw new HybridSearchError('worker-died');
          return words.embedPassages(context, passages);
        },
      }),
    });
    await queue.load();
    await write('a', 'Copper lamp.');
    await until(() => logged.includes('embedding-failed'));
    fails = false;
    await vi.advanceTimersByTimeAsync(4_999);
    expect(adopted).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => adopted.length > 0);
  });

  it('rests while someone types, and resumes 600 ms after the last key', async () => {
    const { queue, write, embedded, adopted } = bench();
    await queue.load();
    queue.typing();
    await write('a', 'Copper lamp.');
    await vi.advanceTimersByTimeAsync(400);
    queue.typing();
    await vi.advanceTimersByTimeAsync(599);
    expect(embedded).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => adopted.length > 0);
  });
});
