import { afterEach, describe, expect, it, vi } from 'vitest';
import { HybridSearchError } from '../../core/errors.ts';
import type { ChangeEvent } from '../../protocol/engine-values.ts';
import { engineInit } from '../../testing/engine-init.ts';
import { sharedStore } from '../../testing/shared-store.ts';
import { createEngine } from '../engine.ts';
import type { Engine } from '../engine-contract.ts';
import { createEphemeralStore } from '../store/ephemeral-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';

const DAY = 86_400_000;
const open: Engine[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const engine of open.splice(0)) await engine.close();
});

async function start(store: MemoryStore, now: () => number = Date.now, changes: ChangeEvent[] = []): Promise<Engine> {
  const engine = await createEngine({
    init: engineInit({ modelAllowed: false }),
    store,
    now,
    emit(name, value) {
      if (name === 'change') changes.push(value as ChangeEvent);
    },
  });
  open.push(engine);
  return engine;
}

const everything = (): true => true;
const found = async (engine: Engine, query: string): Promise<string[]> =>
  (await engine.searcher.search(query, { modes: ['keyword'] })).hits.map(({ id }) => id).sort();
const inTrash = async ({ trash }: Engine): Promise<string[]> =>
  (await trash.list({ offset: 0, limit: 10 })).memories.map(({ id }) => id);

const LAMP = { id: 'lamp', title: 'Lamp', text: 'A copper lamp in the [[hall]].', tags: ['home'], type: 'fact' };
const TABLE = { id: 'table', text: 'The copper table.', tags: ['home'] };

describe('the trash', () => {
  it('moves memories one by one if a full disk has no space for several at once', async () => {
    const store = createEphemeralStore();
    const engine = await start(store);
    const ids = ['lamp', 'table', 'chair'];
    await engine.add([LAMP, TABLE, { id: 'chair', text: 'A copper chair.' }]);
    const commit = store.commit.bind(store);
    store.commit = async (plan) => {
      if (plan.ids.length > 1) throw new HybridSearchError('quota');
      return await commit(plan);
    };
    expect(await engine.trash.put(ids, everything)).toBe(3);
    expect(await engine.trash.restore([...ids, 'lamp'], everything)).toBe(3);
    store.commit = async () => {
      throw new HybridSearchError('quota');
    };
    await expect(engine.trash.put(ids, everything)).rejects.toMatchObject({ code: 'quota' });
    expect(await found(engine, 'copper')).toEqual(['chair', 'lamp', 'table']);
  });

  it("isn't in search, facets, tags, counts and corrections, and restores a memory as it was", async () => {
    const engine = await start(createEphemeralStore());
    const [lamp] = await engine.add([LAMP, TABLE]);
    expect(await engine.trash.put(['lamp'], everything)).toBe(1);
    expect(await found(engine, 'copper')).toEqual(['table']);
    const { facets, total } = await engine.searcher.search('copper', { modes: ['keyword'], facets: ['type', 'tags'] });
    expect({ facets, total }).toMatchObject({ facets: { type: { note: 1 }, tags: { home: 1 } }, total: 1 });
    expect(await engine.stats()).toMatchObject({
      memories: 1,
      tags: { home: 1 },
      byType: { note: 1 },
      indexed: { keyword: 1 },
    });
    expect((await engine.searcher.search('lammp', { modes: ['keyword'] })).hits).toEqual([]);
    expect(await engine.read(['lamp'])).toEqual([undefined]);
    expect(await engine.trash.restore(['lamp'], everything)).toBe(1);
    expect(await engine.read(['lamp'])).toEqual([lamp]);
    expect(await found(engine, 'copper')).toEqual(['lamp', 'table']);
    expect(await inTrash(engine)).toEqual([]);
  });

  it('survives a restart, from a snapshot and from the memories alone', async () => {
    const shared = sharedStore();
    const kept = shared.tab();
    const first = await start(kept);
    await first.add([LAMP, TABLE]);
    await first.trash.put(['lamp'], everything);
    await first.flush();
    const second = await start(kept);
    expect(await second.stats()).toMatchObject({ memories: 1, keywordIndex: 'snapshot' });
    expect([await inTrash(second), await found(second, 'copper')]).toEqual([['lamp'], ['table']]);
    await kept.derived.deleteSnapshot('rows');
    const third = await start(kept);
    expect(await third.stats()).toMatchObject({ memories: 1, keywordIndex: 'rebuilt' });
    expect([await inTrash(third), await found(third, 'copper')]).toEqual([['lamp'], ['table']]);
  });

  it('is the same in another tab, which learns of removals and restores', async () => {
    const shared = sharedStore();
    const heard: ChangeEvent[] = [];
    const one = await start(shared.tab());
    const two = await start(shared.tab(), Date.now, heard);
    await one.add([LAMP]);
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    await one.trash.put(['lamp'], everything);
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ ids: ['lamp'], kind: 'remove', origin: 'remote' }));
    expect([await found(two, 'copper'), await inTrash(two)]).toEqual([[], ['lamp']]);
    await two.trash.restore(['lamp'], everything);
    await vi.waitFor(async () => expect(await found(one, 'copper')).toEqual(['lamp']));
  });

  it('lets a new memory take the id, which then leaves the trash', async () => {
    const engine = await start(createEphemeralStore());
    await engine.add([LAMP]);
    await engine.trash.put(['lamp'], everything);
    await engine.add([{ ...LAMP, text: 'Another lamp.' }]);
    expect([await inTrash(engine), await engine.trash.restore(['lamp'], everything)]).toEqual([[], 0]);
    expect((await engine.read(['lamp']))[0]?.text).toBe('Another lamp.');
  });

  it.each([
    ['empty', (engine: Engine) => engine.trash.empty()],
    ['purge', (engine: Engine) => engine.purge()],
    ['clear', (engine: Engine) => engine.clear()],
    ['remove', (engine: Engine) => engine.remove(['lamp'])],
  ])('is emptied for good by %s', async (_, end) => {
    const store = createEphemeralStore();
    const engine = await start(store);
    await engine.add([LAMP]);
    await engine.trash.put(['lamp'], everything);
    await end(engine);
    expect([await inTrash(engine), (await store.state()).count]).toEqual([[], 0]);
  });

  it('counts what remove takes from it, until the thirty days are over', async () => {
    let now = Date.now();
    const engine = await start(createEphemeralStore(), () => now);
    await engine.add([LAMP, TABLE]);
    await engine.trash.put(['lamp'], everything);
    expect(await engine.remove(['lamp', 'table', 'none'])).toBe(2);
    expect(await engine.remove(['lamp'])).toBe(0);
    await engine.add([LAMP]);
    await engine.trash.put(['lamp'], everything);
    now += 30 * DAY;
    expect(await engine.remove(['lamp'])).toBe(0);
  });

  it('keeps a memory for thirty days, but none beyond its own expiry', async () => {
    vi.useFakeTimers();
    let now = Date.now();
    const store = createEphemeralStore();
    const engine = await start(store, () => now);
    await engine.add([LAMP, { ...TABLE, expiresAt: now + DAY }]);
    await engine.trash.put(['lamp', 'table'], everything);
    now += 2 * DAY;
    expect([await inTrash(engine), await engine.trash.restore(['table'], everything)]).toEqual([['lamp'], 0]);
    now += 28 * DAY - 1;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([await inTrash(engine), (await store.state()).count]).toEqual([['lamp'], 1]);
    now += 1;
    expect(await inTrash(engine)).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await store.state()).count).toBe(0);
  });
});
