/** In these tests, a picture's bytes are its words. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HybridSearchError } from '../../core/errors.ts';
import { memoryLine } from '../../core/import/backup.ts';
import type { MemoryImage } from '../../core/record/memory.ts';
import type { EmbedderApi } from '../../protocol/embedder-api.ts';
import { local } from '../../protocol/rpc.ts';
import { engineInit } from '../../testing/engine-init.ts';
import { sharedStore } from '../../testing/shared-store.ts';
import { createWordEmbedder } from '../../testing/word-embedder.ts';
import { createEngine } from '../engine.ts';
import type { Engine } from '../engine-contract.ts';
import { createEphemeralStore } from '../store/ephemeral-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';

const open: Engine[] = [];
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
});

interface Start {
  store?: MemoryStore;
  on?: boolean;
  reads?: string[];
  gate?: () => Promise<void>;
}

async function start({ store = createEphemeralStore(), on = true, reads = [], gate }: Start = {}): Promise<Engine> {
  const init = engineInit({});
  const engine = await createEngine({
    init: { ...init, readPictures: on },
    store,
    emit() {},
    embedder(profile) {
      const words = createWordEmbedder(profile, () => {});
      const api: EmbedderApi = {
        ...words,
        async readPicture(context, bytes) {
          await gate?.();
          const read = await words.readPicture(context, bytes);
          reads.push(read.text);
          return read;
        },
      };
      return local(api);
    },
  });
  open.push(engine);
  return engine;
}

const picture = (words: string): MemoryImage => ({
  data: new TextEncoder().encode(words).buffer as ArrayBuffer,
  mimeType: 'image/png',
  alt: '',
});
const idle = async (engine: Engine): Promise<void> => {
  await engine.semantic.whenLoaded();
  await engine.pictures.idle();
  await engine.semantic.queue.idle();
};
const NOTHING_LEFT = { pictures: { unread: 0, failed: 0, paused: false } };

function held(): { gate: () => Promise<void>; reading: Promise<void>; go: () => void } {
  let go = (): void => {};
  const opened = new Promise<void>((resolve) => {
    go = resolve;
  });
  let asked = (): void => {};
  const reading = new Promise<void>((resolve) => {
    asked = resolve;
  });
  return {
    go,
    reading,
    gate() {
      asked();
      return opened;
    },
  };
}

const search = async (engine: Engine, query: string, modes: ('keyword' | 'semantic')[] = ['keyword']) =>
  (await engine.searcher.search(query, { modes })).hits;

const RECEIPT = { id: 'receipt', text: 'From the trip', images: [picture('Harbour Market. Two lobsters and butter.')] };

describe('words in a picture', () => {
  it('are found by keyword and by meaning, with their place, and are no part of the text', async () => {
    const engine = await start();
    await engine.add([RECEIPT, { id: 'other', text: 'Something about a bicycle.' }]);
    await idle(engine);
    for (const modes of [['keyword'], ['semantic']] as const) {
      const [hit] = await search(engine, 'lobsters', [...modes]);
      expect(hit).toMatchObject({ id: 'receipt', place: { kind: 'picture', number: 1, of: 1 } });
      expect(hit!.memory.text).toBe('From the trip');
      expect(hit!.passage.text).toContain('lobsters');
      expect(hit!.passage.text).not.toContain('trip');
      expect(hit!.passage.start).toBeGreaterThanOrEqual(RECEIPT.text.length);
    }
    const [own] = await search(engine, 'trip');
    expect(own!.place).toBeUndefined();
    expect(own!.passage.text).toBe('From the trip');
  });

  it("aren't read before it's turned on, and stay when it's turned off", async () => {
    const reads: string[] = [];
    const engine = await start({ on: false, reads });
    await engine.add([RECEIPT]);
    await idle(engine);
    expect([reads, await search(engine, 'lobsters')]).toEqual([[], []]);
    engine.pictures.set(true);
    await idle(engine);
    engine.pictures.set(false);
    expect(await search(engine, 'lobsters')).toHaveLength(1);
    expect(engine.pictures.progress).toEqual({});
  });

  it('are read once for the same bytes, however often the note changes and in however many notes it is', async () => {
    const reads: string[] = [];
    const tabs = sharedStore();
    const engine = await start({ store: tabs.tab(), reads });
    await engine.add([RECEIPT, { id: 'copy', text: 'The same again', images: RECEIPT.images }]);
    await idle(engine);
    await engine.update('receipt', { text: 'From the second trip', images: RECEIPT.images });
    await engine.upsert([{ ...RECEIPT, text: 'From the third trip' }]);
    await idle(engine);
    expect(reads).toHaveLength(1);
    expect((await search(engine, 'lobsters')).map(({ id }) => id).sort()).toEqual(['copy', 'receipt']);
    await engine.close();
    open.length = 0;
    const later = await start({ store: tabs.tab(), reads });
    await idle(later);
    expect(reads).toHaveLength(1);
    expect(await search(later, 'lobsters')).toHaveLength(2);
  });

  it("aren't read again in a copy that's added after a restart, as long as one copy is left", async () => {
    const reads: string[] = [];
    const tabs = sharedStore();
    const wall = { id: 'wall', text: 'A walk', images: [picture('A wall')] };
    const first = await start({ store: tabs.tab(), reads });
    await first.add([RECEIPT, { id: 'second', text: 'Also', images: RECEIPT.images }, wall]);
    await idle(first);
    await first.close();
    open.length = 0;
    expect(reads).toHaveLength(2);

    const later = await start({ store: tabs.tab(), reads });
    await later.remove(['second']);
    await later.update('wall', { images: [picture('An empty beach')] });
    await later.add([{ id: 'copy', text: 'The same again', images: [picture('Another one'), ...RECEIPT.images] }]);
    await idle(later);
    expect(reads.slice(2).sort()).toEqual(['An empty beach', 'Another one']);
    expect((await search(later, 'lobsters')).map(({ id }) => id).sort()).toEqual(['copy', 'receipt']);
  });

  it('change neither content hash nor times, so an open editor sees no conflict', async () => {
    const engine = await start();
    const [added] = await engine.add([RECEIPT]);
    await idle(engine);
    const [stored] = await engine.read(['receipt']);
    expect(stored!.images![0]!.words).toEqual({
      text: expect.stringContaining('lobsters'),
      model: 'PP-OCRv4',
      boxes: [0, 0, 1_000, 20],
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect([stored!.contentHash, stored!.updatedAt]).toEqual([added!.contentHash, added!.updatedAt]);
    await engine.update('receipt', { title: 'Trip' }, undefined, added);
    expect(await search(engine, 'lobsters')).toHaveLength(1);
  });

  it('go with the picture, with the note, and into no backup', async () => {
    const engine = await start();
    await engine.add([RECEIPT, { id: 'copy', text: 'The same again', images: RECEIPT.images }]);
    await idle(engine);
    expect(memoryLine((await engine.read(['receipt']))[0]!)).not.toContain('lobsters');
    await engine.update('copy', { images: [picture('An empty beach')] });
    await idle(engine);
    expect((await search(engine, 'lobsters')).map(({ id }) => id)).toEqual(['receipt']);
    await engine.remove(['receipt']);
    expect(await search(engine, 'lobsters')).toEqual([]);
    expect(await search(engine, 'lobsters', ['semantic'])).toEqual([]);
  });

  it('are there in the other tab, which reads nothing itself', async () => {
    const tabs = sharedStore();
    const reads: string[] = [];
    const one = await start({ store: tabs.tab() });
    const two = await start({ store: tabs.tab(), on: false, reads });
    await one.add([RECEIPT]);
    await idle(one);
    await two.current();
    expect(await search(two, 'lobsters')).toHaveLength(1);
    expect(reads).toEqual([]);
  });

  it('are stored nowhere if the note is removed while they are read', async () => {
    const { gate, reading, go } = held();
    const engine = await start({ gate });
    await engine.add([RECEIPT]);
    await reading;
    await engine.remove(['receipt']);
    go();
    await idle(engine);
    expect(await engine.read(['receipt'])).toEqual([undefined]);
    expect(engine.pictures.progress).toEqual(NOTHING_LEFT);
  });

  it('are those of the new picture if the old one is replaced while it is read', async () => {
    const { gate, reading, go } = held();
    const engine = await start({ gate });
    await engine.add([RECEIPT]);
    await reading;
    await engine.update('receipt', { images: [picture('An empty beach')] });
    go();
    await idle(engine);
    expect(await search(engine, 'lobsters')).toEqual([]);
    expect((await search(engine, 'beach')).map(({ id }) => id)).toEqual(['receipt']);
  });
});

describe('reading', () => {
  it('waits while paused and on battery', async () => {
    const reads: string[] = [];
    const engine = await start({ reads });
    engine.pictures.setOnBattery(true);
    await engine.add([RECEIPT]);
    await idle(engine);
    expect([reads.length, engine.pictures.progress.pictures?.unread]).toEqual([0, 1]);
    engine.pictures.pause(true);
    engine.pictures.setOnBattery(false);
    await idle(engine);
    expect(reads).toHaveLength(0);
    engine.pictures.pause(false);
    await idle(engine);
    expect([reads.length, engine.pictures.progress.pictures?.unread]).toEqual([1, 0]);
  });

  it('waits while someone types, until 600 ms after the last key', async () => {
    const readAt: number[] = [];
    const engine = await start({ on: false, gate: async () => void readAt.push(performance.now()) });
    await engine.add([RECEIPT]);
    await idle(engine);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const began = performance.now();
      engine.pictures.typing();
      engine.pictures.set(true);
      // Once nothing else is left to do, the only timer is that of the pause.
      while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(400);
      engine.pictures.typing();
      await vi.advanceTimersByTimeAsync(600);
      await engine.pictures.idle();
      expect(readAt.map((at) => at - began)).toEqual([1_000]);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['model-unavailable', 'model-corrupt'] as const)(
    'stops with the reason after %s, and continues when turned on again',
    async (code) => {
      let asked = 0;
      let there = false;
      const engine = await start({
        gate: async () => {
          asked++;
          if (!there) throw new HybridSearchError(code, 'status 404');
        },
      });
      await engine.add([RECEIPT, { id: 'map', text: 'The way', images: [picture('Past the lighthouse.')] }]);
      await idle(engine);
      expect(engine.pictures.progress).toMatchObject({
        pictures: { unread: 2, error: expect.stringContaining('404') },
      });
      expect(asked).toBe(1);
      there = true;
      engine.pictures.set(true);
      await idle(engine);
      expect(engine.pictures.progress).toEqual(NOTHING_LEFT);
      expect(await search(engine, 'lobsters')).toHaveLength(1);
    },
  );

  it('skips a file that is no picture, and tries it only once', async () => {
    let asked = 0;
    const engine = await start({
      gate: async () => {
        asked++;
        throw new HybridSearchError('invalid-import', 'the picture cannot be decoded');
      },
    });
    await engine.add([RECEIPT]);
    await idle(engine);
    await engine.update('receipt', { title: 'Trip' });
    await idle(engine);
    expect([asked, engine.pictures.progress]).toEqual([1, NOTHING_LEFT]);
  });

  it('continues after a picture on which the model fails, reports it, and tries it again at the next visit', async () => {
    const tabs = sharedStore();
    const reads: string[] = [];
    const fail = async (): Promise<void> => {
      throw new HybridSearchError('worker-died', 'out of memory');
    };
    // If the worker dies, the picture is tried once more.
    let asked = 0;
    const engine = await start({ store: tabs.tab(), reads, gate: () => (asked++ < 2 ? fail() : Promise.resolve()) });
    const broken = { id: 'broken', text: 'Newest', images: [picture('A giant map')], updatedAt: Date.now() + 60_000 };
    await engine.add([RECEIPT, broken]);
    await idle(engine);
    expect(reads).toEqual([expect.stringContaining('lobsters')]);
    expect(engine.pictures.progress).toEqual({ pictures: { unread: 0, failed: 1, paused: false } });
    await engine.close();
    open.length = 0;
    const later = await start({ store: tabs.tab(), reads });
    await idle(later);
    expect(reads).toEqual([expect.stringContaining('lobsters'), 'A giant map']);
    expect(later.pictures.progress).toEqual(NOTHING_LEFT);
  });

  it('continues where a closed tab stopped, and repeats only the picture that was being read', async () => {
    const tabs = sharedStore();
    const first = held();
    let asked = 0;
    const read: string[] = [];
    const engine = await start({
      store: tabs.tab(),
      reads: read,
      gate: () => (asked++ === 1 ? first.gate() : Promise.resolve()),
    });
    await engine.add([{ id: 'menu', text: 'Menu', images: [picture('Soup of the day'), picture('Lemon tart')] }]);
    await first.reading;
    await engine.close();
    open.length = 0;
    const reads: string[] = [];
    const later = await start({ store: tabs.tab(), reads });
    await idle(later);
    expect([read, reads]).toEqual([['Soup of the day'], ['Lemon tart']]);
    expect(await search(later, 'soup')).toHaveLength(1);
    expect(await search(later, 'tart')).toHaveLength(1);
    first.go();
  });

  it('stops when it is turned off: what is being read is dropped', async () => {
    const { gate, reading, go } = held();
    const engine = await start({ gate });
    await engine.add([RECEIPT]);
    await reading;
    engine.pictures.set(false);
    go();
    await idle(engine);
    expect((await engine.read(['receipt']))[0]!.images![0]).not.toHaveProperty('words');
    engine.pictures.set(true);
    await idle(engine);
    expect(await search(engine, 'lobsters')).toHaveLength(1);
  });

  it('reads each of a hundred pictures once, the newest first, counts down, and pauses in between', async () => {
    const reads: string[] = [];
    let engine: Engine | undefined;
    engine = await start({
      reads,
      gate: async () => {
        if (reads.length === 40) engine!.pictures.pause(true);
      },
    });
    engine.pictures.pause(true);
    const notes = Array.from({ length: 100 }, (_, at) => ({
      id: `note ${at}`,
      text: `Screenshot ${at}`,
      images: [picture(`Ticket number ${1000 + at}`)],
      updatedAt: 1_700_000_000_000 + at,
    }));
    await engine.add(notes);
    expect(engine.pictures.progress).toEqual({ pictures: { unread: 100, failed: 0, paused: true } });
    engine.pictures.pause(false);
    await idle(engine);
    expect(engine.pictures.progress).toEqual({ pictures: { unread: 59, failed: 0, paused: true } });
    engine.pictures.pause(false);
    await idle(engine);
    expect(reads).toEqual(notes.map((_, at) => `Ticket number ${1000 + at}`).reverse());
    expect(engine.pictures.progress).toEqual(NOTHING_LEFT);
    expect((await search(engine, '1042')).map(({ id }) => id)).toEqual(['note 42']);
  });
});
