import { afterEach, describe, expect, it, vi } from 'vitest';
import { HybridSearchError } from '../core/errors.ts';
import { BGE_SMALL, modelProfile } from '../core/model-profiles.ts';
import type { EmbeddingInput } from '../protocol/embedder-api.ts';
import type { ChangeEvent, LogEntry, StorageNotice } from '../protocol/engine-values.ts';
import { local } from '../protocol/rpc.ts';
import { engineInit } from '../testing/engine-init.ts';
import { createWordEmbedder } from '../testing/word-embedder.ts';
import { createEngine } from './engine.ts';
import type { Engine, EngineParts } from './engine-contract.ts';
import { createEphemeralStore } from './store/ephemeral-store.ts';
import { chunkListsOf } from './transfer/store-access.ts';

const open: Engine[] = [];
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
});

async function start(parts: Partial<EngineParts> = {}) {
  const changes: ChangeEvent[] = [];
  const logged: string[] = [];
  const embedded: string[] = [];
  const engine = await createEngine({
    init: engineInit(),
    embedder: (profile) => local(createWordEmbedder(profile, (text) => embedded.push(text))),
    emit(name, value) {
      if (name === 'change') changes.push(value as ChangeEvent);
      if (name === 'log') logged.push((value as LogEntry).event);
    },
    ...parts,
  });
  open.push(engine);
  return { engine, changes, embedded, logged };
}

const ids = async (engine: Engine, query: string, settings = {}): Promise<string[]> =>
  (await engine.searcher.search(query, settings)).hits.map(({ id }) => id);

async function settled({ semantic }: Engine): Promise<void> {
  await semantic.whenLoaded();
  await semantic.queue.idle();
}

describe('an engine in Node', () => {
  it("finds a new memory by keyword at once, and by meaning once it's embedded", async () => {
    const { engine, changes, logged } = await start();
    await engine.add([
      { id: 'key', text: 'The spare key lies under the blue pot.' },
      { id: 'bread', text: 'Bread needs flour, water and salt.' },
    ]);
    expect(await ids(engine, 'pot', { modes: ['keyword'] })).toEqual(['key']);
    await settled(engine);
    expect(await ids(engine, 'flour and water', { alpha: 1, tuning: { minSimilarity: 0.3 } })).toEqual(['bread']);
    expect(await engine.stats()).toMatchObject({ memories: 2, embedded: 2, queued: 0, lastSeq: 2 });
    expect(changes).toEqual([{ ids: ['key', 'bread'], kind: 'put', origin: 'local' }]);
    expect(new Set(logged)).toEqual(new Set(['started', 'search']));
  });

  it("rejects values that JSON can't represent with their path, in filters and in metadata", async () => {
    const { engine } = await start();
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    for (const value of [1n, cycle, new Map()]) {
      const filters = { metadata: { a: value as never } };
      const refused = { code: 'invalid-filter', path: expect.stringContaining('filters.metadata.a') };
      await expect(engine.searcher.search('lamp', { filters })).rejects.toMatchObject(refused);
      const input = { text: 'lamp', metadata: { a: value as never } };
      const refusedInput = { code: 'invalid-memory', path: expect.stringContaining('metadata.a') };
      await expect(engine.add([input])).rejects.toMatchObject(refusedInput);
    }
  });

  it('finds a removed memory neither by keyword nor by meaning, and drops its vectors', async () => {
    const store = createEphemeralStore();
    const { engine } = await start({ store });
    await engine.add([
      { id: 'a', text: 'copper lamp' },
      { id: 'b', text: 'iron lamp' },
    ]);
    await settled(engine);
    expect(await engine.remove(['a', 'a', 'none'])).toBe(1);
    expect(await ids(engine, 'copper lamp', { tuning: { minSimilarity: -1 } })).toEqual(['b']);
    await engine.purge();
    const { fingerprint } = (await engine.stats()).model;
    expect([...(await chunkListsOf(store, fingerprint)).keys()]).toEqual(['b']);
    expect((await store.derived.readAllVectors(fingerprint, 384)).size).toBe(1);
  });

  it('takes chunk lists from the snapshot at a start, and reads only missing ones', async () => {
    const kept = createEphemeralStore();
    await kept.open();
    const read: (readonly string[] | undefined)[] = [];
    const readChunks = kept.derived.readChunks.bind(kept.derived);
    kept.derived.readChunks = (fingerprint, onList, ids) => {
      read.push(ids);
      return readChunks(fingerprint, onList, ids);
    };
    const store = new Proxy(kept, {
      get(target, name) {
        if (name === 'close') return async () => {};
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const startAgain = async (init = engineInit()) => {
      read.length = 0;
      const begun = await start({ store, init });
      await settled(begun.engine);
      return begun;
    };
    const { engine } = await startAgain();
    await engine.add([{ id: 'a', text: 'copper lamp' }]);
    await settled(engine);
    await engine.add([{ id: 'b', text: 'iron lamp' }]);
    // The snapshot has the chunk list of the first memory only.
    await engine.flush();
    await settled(engine);
    await engine.close();

    const second = await startAgain();
    expect(read).toEqual([['b']]);
    expect(second.embedded).toEqual([]);
    expect(await ids(second.engine, 'copper lamp', { alpha: 1, tuning: { minSimilarity: -1 } })).toEqual(['a', 'b']);
    second.embedded.length = 0;
    await second.engine.update('a', { text: 'silver lamp' });
    await settled(second.engine);
    expect(second.embedded).toEqual(['silver lamp']);
    await second.engine.close();

    const third = await startAgain();
    expect(read).toEqual([]);
    expect(third.embedded).toEqual([]);
    expect(await third.engine.stats()).toMatchObject({ embedded: 2, chunks: 2, queued: 0 });
    await third.engine.close();

    // Without vectors, the lists in the snapshot don't count.
    const { fingerprint } = third.engine.semantic;
    await kept.derived.sweepVectors(fingerprint, new Set(), true);
    await kept.derived.deleteChunks(['a', 'b']);
    const fourth = await startAgain();
    expect(fourth.embedded.sort()).toEqual(['iron lamp', 'silver lamp']);
    expect([...(await chunkListsOf(kept, fingerprint)).keys()].sort()).toEqual(['a', 'b']);
    await fourth.engine.close();

    const other = await startAgain({ ...engineInit(), profile: modelProfile(BGE_SMALL) });
    expect(other.embedded.sort()).toEqual(['iron lamp', 'silver lamp']);
  });

  it('answers other calls while a text of 1 MB is indexed, and shows that text completely or not at all', async () => {
    const text = Array.from({ length: 120_000 }, (_, at) => `w${(at * 7_919) % 9_973}`).join(' ');
    const store = createEphemeralStore();
    const { engine } = await start({ store });
    await engine.add([{ id: 'key', text: 'The spare key lies under the blue pot.' }]);
    let added = false;
    const adding = engine.add([{ id: 'long', text: `${text} pot` }]).then(() => {
      added = true;
    });
    let answered = 0;
    while (!added) {
      const found = await ids(engine, 'pot', { modes: ['keyword'] });
      if (!found.includes('long')) answered++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await adding;
    expect(answered).toBeGreaterThan(5);
    expect(await ids(engine, 'pot', { modes: ['keyword'] })).toContain('long');

    let turns = 0;
    let opened = false;
    // With other terms the index differs, so no snapshot fits.
    const opening = start({ store, init: engineInit({ terms: ['other'] }) }).then((again) => {
      opened = true;
      return again.engine;
    });
    for (; !opened; turns++) await new Promise((resolve) => setImmediate(resolve));
    expect(turns).toBeGreaterThan(5);
    expect(await ids(await opening, 'pot', { modes: ['keyword'] })).toContain('long');
  });

  it('keeps answering by keyword while the model changes, and never mixes vectors of two models', async () => {
    const { engine, embedded } = await start();
    await engine.add([{ id: 'a', text: 'copper lamp' }]);
    await settled(engine);
    const before = engine.semantic;
    const changing = engine.setModel(modelProfile(BGE_SMALL));
    expect(await ids(engine, 'copper', { modes: ['keyword'] })).toEqual(['a']);
    await changing;
    expect(engine.semantic).not.toBe(before);
    await settled(engine);
    expect(embedded).toEqual(['copper lamp', 'copper lamp']);
    expect((await engine.stats()).model).toMatchObject({ id: BGE_SMALL, state: 'ready' });
    expect(engine.semantic.vectors.size).toBe(1);
  });

  it("uses the given clock: an expired memory isn't found and can be added again", async () => {
    let time = 1_000_000;
    const { engine } = await start({ now: () => time });
    const [first] = await engine.add([{ id: 'a', text: 'for a while', expiresAt: 2_000_000 }]);
    expect(first!.createdAt).toBe(1_000_000);
    time = 3_000_000;
    expect(await ids(engine, 'while')).toEqual([]);
    await expect(engine.update('a', { title: 'late' })).rejects.toMatchObject({ code: 'not-found' });
    await engine.add([{ id: 'a', text: 'once more' }]);
    expect(await ids(engine, 'more')).toEqual(['a']);
  });

  it('rejects a conditional update of a changed memory with a conflict that contains the stored one', async () => {
    const { engine } = await start();
    const [read] = await engine.add([{ id: 'a', text: 'first' }]);
    await engine.touch('a');
    const mine = await engine.update('a', { text: 'mine' }, undefined, read);
    const refused = await engine.update('a', { text: 'theirs' }, undefined, read).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'conflict', path: 'id', current: { text: 'mine' } });
    expect((await engine.store.get(['a']))[0]).toEqual(mine);
    await engine.update('a', { text: 'theirs' }, undefined, mine);
    expect(await ids(engine, 'theirs')).toEqual(['a']);
  });

  it('reports a full disk as such, and keeps working with what it has indexed', async () => {
    const store = createEphemeralStore();
    const kinds: string[] = [];
    const { engine } = await start({
      store,
      emit(name, value) {
        if (name === 'storage') kinds.push((value as StorageNotice).kind);
      },
    });
    await engine.add([{ id: 'a', text: 'copper lamp' }]);
    const scan = vi.spyOn(store, 'scan');
    store.events.emit('recovery', { event: 'quota', durability: 'best-effort', restored: 0, lost: 0 });
    expect(kinds).toEqual(['opened', 'quota']);
    expect(await ids(engine, 'lamp')).toEqual(['a']);
    expect(scan).not.toHaveBeenCalled();
  });

  it('rebuilds a keyword index of an older format, and saves it for the next start', async () => {
    const store = createEphemeralStore();
    // Keeps the store after its engines close, as a database would.
    vi.spyOn(store, 'close').mockResolvedValue();
    const once = async (): Promise<string> => {
      // Nothing answers the model's port here, so a search would wait for it.
      const engine = await createEngine({ init: engineInit({ modelAllowed: false }), emit: () => {}, store });
      const { keywordIndex } = await engine.stats();
      if (keywordIndex === 'rebuilt') await engine.add([{ id: 'a', text: 'copper lamp' }]);
      expect(await ids(engine, 'lamp')).toEqual(['a']);
      await engine.close();
      return keywordIndex;
    };
    expect([await once(), await once()]).toEqual(['rebuilt', 'snapshot']);
    const { bytes, meta } = (await store.derived.readSnapshot('keyword'))!;
    await store.derived.writeSnapshot('keyword', bytes, { ...meta, fingerprint: `older ${String(meta.fingerprint)}` });
    expect([await once(), await once()]).toEqual(['rebuilt', 'snapshot']);
    // The same bytes with an unknown magic number.
    const other = (await store.derived.readSnapshot('keyword'))!;
    other.bytes[0]! ^= 1;
    await store.derived.writeSnapshot('keyword', other.bytes, other.meta);
    expect([await once(), await once()]).toEqual(['rebuilt', 'snapshot']);
  });

  it('treats a link in the text like one in the field', async () => {
    const { engine } = await start();
    await engine.add([
      { id: 'in text', text: 'Compare with [[Falls]] before spring.' },
      { id: 'in field', text: 'Compare before spring.', links: ['Falls'] },
      { id: 'other', text: 'He fell on the way.' },
      { id: 'falling', text: 'Prices were falling.' },
    ]);
    expect(engine.table.links(engine.table.ordinalOf('in text')!)).toEqual(['Falls']);
    expect(engine.table.links(engine.table.ordinalOf('in field')!)).toEqual(['Falls']);
  });

  it("sends each text to the model once, and doesn't read back what was just written", async () => {
    const store = createEphemeralStore();
    const get = vi.spyOn(store, 'get');
    let sent = 0;
    const { engine } = await start({
      store,
      embedder(profile) {
        const embedder = local(createWordEmbedder(profile));
        return {
          call(method, args, options) {
            if (method === 'chunk' || method === 'embedPassages') sent += JSON.stringify(args).length;
            return embedder.call(method, args, options);
          },
        };
      },
    });
    const text = Array.from({ length: 1_000 }, (_, n) => `${`word${n} `.repeat(110).trim()}.`).join(' ');
    await engine.add([{ id: 'long', title: 'A long note', text }]);
    await settled(engine);
    expect((await engine.stats()).chunks).toBe(1_000);
    expect(sent).toBeGreaterThan(text.length);
    expect(sent / text.length).toBeLessThan(1.3);
    expect(get).not.toHaveBeenCalled();
  });

  it('embeds passages of a memory that was cut before the start', async () => {
    const store = createEphemeralStore();
    const asked: EmbeddingInput[] = [];
    const embedder: EngineParts['embedder'] = (profile) => {
      const words = createWordEmbedder(profile);
      return local({
        ...words,
        async embedPassages(context, passages) {
          asked.push(...passages);
          return words.embedPassages(context, passages);
        },
      });
    };
    const { engine } = await start({ store, init: engineInit({ modelAllowed: false }), embedder });
    const [memory] = await engine.add([{ id: 'a', text: 'One sentence. Another one.' }]);
    const chunks = [
      { hash: 'first', start: 0, end: 13 },
      { hash: 'second', start: 13, end: 26 },
    ];
    await store.derived.writeChunks(
      engine.semantic.fingerprint,
      new Map([['a', { contentHash: memory!.contentHash, chunks }]]),
    );
    await engine.semantic.load();
    engine.semantic.link.allow();
    await settled(engine);
    expect(asked.map(({ hash, source }) => [hash, source?.text])).toEqual([
      ['first', 'One sentence.'],
      ['second', ' Another one.'],
    ]);
    expect((await engine.stats()).embedded).toBe(1);
  });

  it('reads no vectors while the semantic arm is off, until a caller asks for them', async () => {
    const store = createEphemeralStore();
    const read = vi.spyOn(store.derived, 'readAllVectors');
    const { engine } = await start({ store, init: engineInit({ modes: ['keyword'] }) });
    await engine.add([{ id: 'a', text: 'The spare key lies under the blue pot.' }]);
    expect(await ids(engine, 'pot')).toEqual(['a']);
    expect(read).not.toHaveBeenCalled();
    expect(await engine.stats()).toMatchObject({ memories: 1, embedded: 0 });
    await engine.remove(['a']);
    await engine.purge();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("doesn't keep callers of idle() waiting while the disk is full, and embeds once there's space", async () => {
    const store = createEphemeralStore();
    const full = vi.spyOn(store.derived, 'writeVectors').mockRejectedValue(new HybridSearchError('quota'));
    const { engine, logged } = await start({ store });
    await engine.add([{ id: 'a', text: 'Written at the limit.' }]);
    await settled(engine);
    expect(logged).toContain('embedding-failed');
    expect(await engine.stats()).toMatchObject({ embedded: 0, queued: 1 });
    full.mockRestore();
    await settled(engine);
    expect(await engine.stats()).toMatchObject({ embedded: 1, queued: 0 });
  });
});
