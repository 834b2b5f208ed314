import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HybridSearchError } from '../../core/errors.ts';
import type { ChangeEvent, LogEntry } from '../../protocol/engine-values.ts';
import { engineInit } from '../../testing/engine-init.ts';
import { sharedStore } from '../../testing/shared-store.ts';
import { createEngine } from '../engine.ts';
import type { Engine } from '../engine-contract.ts';
import { createEphemeralStore } from '../store/ephemeral-store.ts';
import type { MemoryStore } from '../store/memory-store.ts';

const open: Engine[] = [];
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
});

interface Tab {
  engine: Engine;
  changes: ChangeEvent[];
  logged: string[];
}

async function tab(store: MemoryStore, now?: () => number): Promise<Tab> {
  const changes: ChangeEvent[] = [];
  const logged: string[] = [];
  const engine = await createEngine({
    init: engineInit({ modelAllowed: false }),
    store,
    emit(name, value) {
      if (name === 'change') changes.push(value as ChangeEvent);
      if (name === 'log') logged.push((value as LogEntry).event);
    },
    ...(now && { now }),
  });
  open.push(engine);
  return { engine, changes, logged };
}

const found = async ({ engine }: Tab, query: string): Promise<string[]> =>
  (await engine.searcher.search(query, { modes: ['keyword'] })).hits.map(({ id }) => id).sort();

const put = (origin: ChangeEvent['origin'], ...ids: string[]): ChangeEvent => ({ ids, kind: 'put', origin });
const remove = (origin: ChangeEvent['origin'], ...ids: string[]): ChangeEvent => ({ ids, kind: 'remove', origin });

describe('writes of another tab', () => {
  it("are found, and reported once per batch as that tab's", async () => {
    const shared = sharedStore();
    const [one, two] = [await tab(shared.tab()), await tab(shared.tab())];
    await one.engine.add([
      { id: 'a', text: 'copper lamp' },
      { id: 'b', text: 'iron lamp' },
    ]);
    await vi.waitFor(() => expect(two.changes).toEqual([put('remote', 'a', 'b')]));
    expect(await found(two, 'lamp')).toEqual(['a', 'b']);
    await two.engine.remove(['a']);
    await vi.waitFor(() => expect(one.changes).toEqual([put('local', 'a', 'b'), remove('remote', 'a')]));
    expect(await found(one, 'lamp')).toEqual(['b']);
    await one.engine.clear();
    await vi.waitFor(() => expect(two.changes.at(-1)).toEqual({ ids: [], kind: 'clear', origin: 'remote' }));
    expect(await found(two, 'lamp')).toEqual([]);
  });

  it("are read before this tab's next write, and reported separately, if their broadcast was lost", async () => {
    const shared = sharedStore();
    const [one, deaf] = [await tab(shared.tab()), await tab(shared.tab(false))];
    await one.engine.add([{ id: 'a', text: 'copper lamp' }]);
    expect(await found(deaf, 'lamp')).toEqual([]);
    await deaf.engine.add([{ id: 'b', text: 'iron lamp' }]);
    expect(deaf.changes).toEqual([put('remote', 'a'), put('local', 'b')]);
    expect(await found(deaf, 'lamp')).toEqual(['a', 'b']);
  });

  it("count for decisions even if this tab hasn't seen them, because the stored state decides", async () => {
    const shared = sharedStore();
    const [one, deaf] = [await tab(shared.tab()), await tab(shared.tab(false))];
    const [read] = await one.engine.add([{ id: 'a', text: 'copper lamp' }]);
    await one.engine.update('a', { text: 'iron lamp' });
    const late = deaf.engine.update('a', { text: 'tin lamp' }, undefined, read);
    await expect(late).rejects.toMatchObject({ code: 'conflict', current: { text: 'iron lamp' } });
    expect(await deaf.engine.remove(['a'])).toBe(1);
    expect(await found(deaf, 'lamp')).toEqual([]);
  });

  it("cause a full reload if they're older than the change log", async () => {
    const shared = sharedStore();
    const store = shared.tab();
    const [one, two] = [await tab(store), await tab(shared.tab())];
    await one.engine.add([{ id: 'a', text: 'copper lamp' }]);
    await vi.waitFor(() => expect(two.changes).toHaveLength(1));
    store.changesSince = async () => null;
    await two.engine.add([{ id: 'b', text: 'iron lamp' }]);
    await vi.waitFor(() => expect(one.changes.at(-1)).toEqual({ ids: ['a', 'b'], kind: 'put', origin: 'remote' }));
    expect(await found(one, 'lamp')).toEqual(['a', 'b']);
  });

  it('are reported in the order of the log', async () => {
    const shared = sharedStore();
    const [one, deaf] = [await tab(shared.tab()), await tab(shared.tab(false))];
    const lamp = (id: string) => [{ id, text: `copper lamp ${id}` }];
    await one.engine.add(lamp('a'));
    await one.engine.remove(['a']);
    await one.engine.add(lamp('a'));
    await one.engine.add(lamp('b'));
    await one.engine.clear();
    await one.engine.add(lamp('c'));
    await deaf.engine.add(lamp('d'));
    expect(deaf.changes).toEqual([
      put('remote', 'a'),
      remove('remote', 'a'),
      put('remote', 'a', 'b'),
      { ids: [], kind: 'clear', origin: 'remote' },
      put('remote', 'c'),
      put('local', 'd'),
    ]);
  });

  it('are found here if the same memory is added here, because acknowledged memories are findable', async () => {
    const shared = sharedStore();
    const [one, deaf] = [await tab(shared.tab()), await tab(shared.tab(false))];
    await one.engine.add([{ id: 'a', text: 'copper lamp' }]);
    await deaf.engine.add([{ id: 'a', text: 'copper lamp' }]);
    expect(await found(deaf, 'lamp')).toEqual(['a']);
    expect(deaf.changes).toEqual([put('remote', 'a')]);
  });

  it("that couldn't be read are read with the next broadcast", async () => {
    const shared = sharedStore();
    const store = shared.tab();
    const [one, two] = [await tab(store), await tab(shared.tab())];
    const { changesSince } = store;
    store.changesSince = async () => {
      throw new HybridSearchError('timeout');
    };
    await two.engine.add([{ id: 'a', text: 'copper lamp' }]);
    await vi.waitFor(() => expect(one.logged).toContain('catch-up-failed'));
    expect(one.changes).toEqual([]);
    store.changesSince = changesSince;
    await two.engine.add([{ id: 'b', text: 'iron lamp' }]);
    await vi.waitFor(() => expect(one.changes).toEqual([put('remote', 'a', 'b')]));
  });
});

describe('a write', () => {
  it("is reported and indexed in the store's order, however many run at once", async () => {
    const one = await tab(createEphemeralStore());
    const ids = Array.from({ length: 20 }, (_, n) => `m${n}`);
    await Promise.all(ids.map((id) => one.engine.upsert([{ id, text: `lamp ${id}` }])));
    expect(one.changes).toEqual(ids.map((id) => put('local', id)));
    expect(await found(one, 'lamp')).toHaveLength(10);
    expect((await one.engine.stats()).lastSeq).toBe(20);
  });

  it('is reported once, as ours, even if a broadcast arrives before its acknowledgement', async () => {
    const store = createEphemeralStore();
    const commit: MemoryStore['commit'] = store.commit.bind(store);
    const one = await tab(store);
    store.commit = async (plan) => {
      const committed = await commit(plan);
      store.events.emit('changed', null);
      await vi.waitFor(() => expect(one.changes).toHaveLength(1));
      return committed;
    };
    await one.engine.add([{ id: 'a', text: 'copper lamp' }]);
    expect(one.changes).toEqual([put('local', 'a')]);
  });

  it('of a list with a hole is rejected as a whole', async () => {
    const one = await tab(createEphemeralStore());
    const list = [{ text: 'copper lamp' }, { text: 'iron lamp' }, { text: 'tin lamp' }];
    delete list[1];
    await expect(one.engine.add(list)).rejects.toMatchObject({ code: 'invalid-memory' });
    expect(await found(one, 'lamp')).toEqual([]);
  });

  it('replaces the whole record, including its expiry, and keeps only the history that the input omits', async () => {
    const one = await tab(createEphemeralStore(), () => 5_000);
    const kept = { id: 'a', text: 'copper lamp', createdAt: 1_000, accessCount: 3 };
    await one.engine.add([{ ...kept, expiresAt: 9_000 }]);
    const again = async (more: object) =>
      (await one.engine.upsert([{ id: 'a', text: 'copper lamp', ...more }]))[0]!.stored;
    expect(await again({})).not.toHaveProperty('expiresAt');
    expect(await again({ createdAt: null, updatedAt: null, accessCount: null, lastAccessedAt: null })).toMatchObject({
      createdAt: 1_000,
      updatedAt: 1_000,
      accessCount: 3,
    });
    expect(await again({ text: 'iron lamp', createdAt: null })).toMatchObject({ createdAt: 1_000, updatedAt: 5_000 });
  });

  it('that the store refused leaves nothing behind and can be repeated', async () => {
    const store = createEphemeralStore();
    const one = await tab(store);
    const full = vi.spyOn(store, 'commit').mockRejectedValueOnce(new HybridSearchError('quota'));
    await expect(one.engine.add([{ id: 'a', text: 'copper lamp' }])).rejects.toMatchObject({ code: 'quota' });
    expect(await found(one, 'lamp')).toEqual([]);
    expect(one.changes).toEqual([]);
    full.mockRestore();
    await one.engine.add([{ id: 'a', text: 'copper lamp' }]);
    expect(await found(one, 'lamp')).toEqual(['a']);
  });

  it('of the same content reports nothing, and one that changes only times leaves the index alone', async () => {
    const one = await tab(createEphemeralStore());
    await one.engine.add([{ id: 'a', text: 'copper lamp' }]);
    await one.engine.add([{ id: 'a', text: 'copper lamp' }]);
    await one.engine.touch('a');
    expect(one.changes).toEqual([put('local', 'a')]);
    await one.engine.upsert([{ id: 'a', text: 'copper lamp', createdAt: 5 }]);
    expect(one.changes).toEqual([put('local', 'a'), put('local', 'a')]);
    expect(await found(one, 'lamp')).toEqual(['a']);
  });
});

describe('an expired memory', () => {
  const MINUTE = 60_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('is hidden at once, and removed from the store within a minute', async () => {
    let time = 1_000;
    const store = createEphemeralStore();
    const one = await tab(store, () => time);
    await one.engine.add([
      { id: 'a', text: 'copper lamp', expiresAt: 2_000 },
      { id: 'b', text: 'iron lamp' },
    ]);
    time = 2_000;
    expect(await found(one, 'lamp')).toEqual(['b']);
    expect((await store.get(['a']))[0]).toBeDefined();
    await vi.advanceTimersByTimeAsync(MINUTE);
    await vi.waitFor(() => expect(one.changes.at(-1)).toEqual(remove('local', 'a')));
    expect(await store.get(['a', 'b'])).toEqual([undefined, expect.objectContaining({ id: 'b' })]);
  });

  it("isn't counted, and is back if the clock is set back", async () => {
    let time = 1_000;
    const one = await tab(createEphemeralStore(), () => time);
    await one.engine.add([{ id: 'a', text: 'copper lamp', tags: ['dim'], expiresAt: 2_000 }]);
    time = 2_000;
    expect(await found(one, 'lamp')).toEqual([]);
    expect(await one.engine.stats()).toMatchObject({ memories: 0, tags: {}, byType: {} });
    time = 1_500;
    expect(await found(one, 'lamp')).toEqual(['a']);
  });

  it("stays if another tab extended it, even for a tab that hasn't heard of it", async () => {
    let time = 1_000;
    const shared = sharedStore();
    const store = shared.tab(false);
    const [one, deaf] = [await tab(shared.tab(), () => time), await tab(store, () => time)];
    await one.engine.add([{ id: 'a', text: 'copper lamp', expiresAt: 2_000 }]);
    await deaf.engine.add([{ id: 'b', text: 'iron lamp' }]);
    await one.engine.update('a', { expiresAt: 9_000_000 });
    time = 3_000;
    expect(await found(deaf, 'lamp')).toEqual(['b']);
    const asked = vi.spyOn(store, 'commit');
    await vi.advanceTimersByTimeAsync(MINUTE);
    await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(expect.objectContaining({ ids: ['a'] })));
    await asked.mock.results[0]!.value;
    expect((await store.get(['a']))[0]).toMatchObject({ expiresAt: 9_000_000 });
  });

  it('of a conversation expires the configured days after the write', async () => {
    let time = Date.UTC(2026, 0, 1);
    const store = createEphemeralStore();
    const one = await tab(store, () => time);
    await one.engine.add([{ id: 'said', text: 'lamp', type: 'conversation', session: 's', createdAt: 1 }]);
    time += 7 * 86_400_000 - 1;
    expect(await found(one, 'lamp')).toEqual(['said']);
    time += 1;
    expect(await found(one, 'lamp')).toEqual([]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    await vi.waitFor(async () => expect(await store.get(['said'])).toEqual([undefined]));
  });

  it('is removed a minute later if the first attempt failed', async () => {
    let time = 1_000;
    const store = createEphemeralStore();
    const one = await tab(store, () => time);
    await one.engine.add([{ id: 'a', text: 'copper lamp', expiresAt: 2_000 }]);
    time = 2_000;
    vi.spyOn(store, 'commit').mockRejectedValueOnce(new HybridSearchError('timeout'));
    await vi.advanceTimersByTimeAsync(MINUTE);
    await vi.waitFor(() => expect(one.logged).toContain('expiry-failed'));
    await vi.advanceTimersByTimeAsync(MINUTE);
    await vi.waitFor(() => expect(one.changes.at(-1)).toEqual(remove('local', 'a')));
  });
});
