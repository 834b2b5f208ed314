/** Tests the durable store on an in-memory origin: kills it between two steps of a commit, and writes from two tabs. */
import { openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Memory } from '../../core/record/memory.ts';
import { MemoryOrigin, type MemoryTab } from '../../testing/memory-origin.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { writeDecisions } from '../../testing/write-decisions.ts';
import type { DurabilityMode, MemoryStore } from '../store/memory-store.ts';
import { databaseName } from '../store/schema.ts';
import { LogFiles } from '../wal/log-files.ts';
import { createDurableStore, type DurableStoreOptions } from './durable-store.ts';
import { logPlaceOf } from './log-place.ts';

/** A busy machine takes longer than `waitFor`'s own second. */
const PATIENT = { timeout: 100_000 };

let restoreGlobals = (): void => {};
afterEach(() => restoreGlobals());

function install(seed: number): MemoryOrigin {
  restoreGlobals();
  const origin = new MemoryOrigin(seed);
  restoreGlobals = origin.install();
  return origin;
}

interface Opened {
  tab: MemoryTab;
  store: MemoryStore;
  event: string;
  modes: DurabilityMode[];
}

async function openTab(origin: MemoryOrigin, options: DurableStoreOptions = {}): Promise<Opened> {
  const tab = origin.open();
  return await origin.in(tab, async () => {
    const store = createDurableStore('s', options);
    const modes: DurabilityMode[] = [];
    store.events.on('illegal', (error) => {
      throw error;
    });
    store.events.on('durability', (mode) => modes.push(mode));
    const { event } = await store.open();
    return { tab, store, event, modes };
  });
}

const memory = (id: string, text: string): Memory => {
  const times = { createdAt: 1, updatedAt: 1, lastAccessedAt: 1, accessCount: 0 };
  return { id, text, tags: [], type: 'note', confidence: 0.5, metadata: {}, contentHash: text, ...times };
};

async function contents({ store }: Pick<Opened, 'store'>): Promise<{ [id: string]: string }> {
  const found: [string, string][] = [];
  await store.scan((page) => {
    for (const {
      memory: { id, text },
    } of page)
      found.push([id, text]);
  });
  return Object.fromEntries(found.sort());
}

/** Restores the store from the write-ahead log alone, by deleting the database first. */
async function fromLog(origin: MemoryOrigin): Promise<{ [id: string]: string }> {
  await origin.in(
    origin.open(),
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('hybrid-search/s').addEventListener('success', resolve);
      }),
  );
  return await contents(await openTab(origin));
}

describe("a tab that's killed", () => {
  const BEFORE = { b: 'old', c: 'gone soon', d: 'stays' };
  const AFTER = { a: 'new', b: 'changed', d: 'stays' };

  async function killedAt(at: number) {
    const origin = install(at);
    const one = await openTab(origin);
    await origin.in(one.tab, () =>
      writeDecisions(one.store, Object.keys(BEFORE), () =>
        Object.entries(BEFORE).map(([id, text]) => memory(id, text)),
      ),
    );
    one.tab.killBefore = one.tab.steps + at;
    let acknowledged = false;
    void origin
      .in(one.tab, () =>
        writeDecisions(one.store, ['a', 'b', 'c'], () => [memory('a', 'new'), memory('b', 'changed'), null]),
      )
      .then(
        () => {
          acknowledged = !one.tab.dead;
        },
        () => {},
      );
    await vi.waitFor(() => expect(one.tab.dead || acknowledged).toBe(true), { ...PATIENT, interval: 1 });
    const { dead } = one.tab;
    if (!dead) origin.kill(one.tab);
    const next = await openTab(origin);
    const found = await contents(next);
    const mode = next.store.durability;
    await origin.in(next.tab, () => next.store.close());
    return { dead, acknowledged, found, mode, log: await fromLog(origin) };
  }

  it('between any two steps of a commit leaves all of it or nothing, and all of it if it was acknowledged', async () => {
    let steps = 0;
    for (let dead = true; dead; steps++) {
      const after = await killedAt(steps);
      const whole = JSON.stringify(after.found) === JSON.stringify(AFTER);
      expect(after.found, `killed before step ${steps}`).toEqual(whole || after.acknowledged ? AFTER : BEFORE);
      expect(after.log, `from the log, killed before step ${steps}`).toEqual(after.found);
      expect(after.mode).toBe('durable');
      dead = after.dead;
    }
    // A commit reads head and memories, writes records, changes and head, commits, and flushes a frame.
    expect(steps).toBeGreaterThan(10);
  });
});

describe('a record whose last change is missing in the log', () => {
  it.each([
    ['damaged', false],
    ['missing', true],
  ])("that's %s is replaced by the log's earlier version, and reported as lost", async (_, missing) => {
    const origin = install(1);
    const one = await openTab(origin);
    const write = (text: string) =>
      origin.in(one.tab, () => writeDecisions(one.store, ['a'], () => [memory('a', text)]));
    const files = await origin.in(one.tab, () => LogFiles.open(logPlaceOf('s').folder));
    await write('first');
    const [segment] = await files.list();
    const logged = await files.read(segment!);
    await write('second');
    origin.kill(one.tab);
    await origin.in(origin.open(), async () => {
      // As after a power failure: the last frame of the log never reached the disk.
      const handle = (await files.lock(segment!))!;
      handle.truncate(logged!.length);
      handle.close();
      const database = await openDB(databaseName('s'));
      const record = await database.get('memories', 'a');
      if (missing) await database.delete('memories', 'a');
      else await database.put('memories', { ...record, crc: record.crc + 1 });
      database.close();
    });
    // A start that counts later compares only positions at first.
    const next = await openTab(origin, { countBehind: missing });
    expect({ event: next.event, found: await contents(next) }).toEqual({
      event: 'storage-lost',
      found: { a: 'first' },
    });
    await origin.in(next.tab, () => next.store.close());
    expect(await fromLog(origin)).toEqual({ a: 'first' });
  });
});

describe('a background purge that failed', () => {
  it('is tried again after the next write', async () => {
    const origin = install(1);
    const one = await openTab(origin, { purgeDelay: 0, retryMs: [1] });
    const write = (texts: (string | null)[]) =>
      origin.in(one.tab, () => {
        const ids = texts.map((_, at) => `m${at}`);
        return writeDecisions(one.store, ids, () =>
          texts.map((text, at) => (text === null ? null : memory(ids[at]!, text))),
        );
      });
    const due = async () => {
      const database = await origin.in(origin.open(), () => openDB(databaseName('s')));
      const head = await database.get('meta', 'head');
      database.close();
      return head.purge !== undefined;
    };
    await write(['one', 'two']);
    await write([null, 'two']);
    origin.full = true;
    for (let steps = 0; steps < 1_000; steps++) await new Promise((resolve) => setImmediate(resolve));
    expect(await due()).toBe(true);
    origin.full = false;
    await vi.waitFor(() => expect(one.store.durability).toBe('durable'), PATIENT);
    await write(['three', null]);
    await vi.waitFor(async () => expect(await due()).toBe(false), PATIENT);
    await origin.in(one.tab, () => one.store.close());
  });
});

describe('a deletion of the store', () => {
  it('is refused while its log is out of reach, and finished by the next start', async () => {
    const origin = install(1);
    const one = await openTab(origin, { retryMs: [1e6] });
    const put = (id: string) => origin.in(one.tab, () => writeDecisions(one.store, [id], () => [memory(id, id)]));
    await put('secret');
    origin.full = true;
    await put('unlogged');
    origin.unreachable = true;
    await expect(origin.in(one.tab, () => one.store.destroy())).rejects.toThrow();
    origin.kill(one.tab);
    Object.assign(origin, { full: false, unreachable: false });
    const next = await openTab(origin);
    expect({ event: next.event, found: await contents(next) }).toEqual({ event: 'created', found: {} });
    await origin.in(next.tab, () => next.store.close());
    expect(await fromLog(origin)).toEqual({});
  });
});

describe("a store whose log can't be written", () => {
  it('reports it before it acknowledges, and is durable again once the log is complete', async () => {
    const origin = install(1);
    const one = await openTab(origin, { retryMs: [10] });
    const put = (id: string) => origin.in(one.tab, () => writeDecisions(one.store, [id], () => [memory(id, id)]));
    await put('logged');
    origin.full = true;
    await put('unlogged');
    expect(one.store.durability).toBe('best-effort');
    origin.full = false;
    await vi.waitFor(() => expect(one.store.durability).toBe('durable'), PATIENT);
    expect(one.modes).toEqual(['durable', 'best-effort', 'durable']);
    await origin.in(one.tab, () => one.store.close());
    expect(await fromLog(origin)).toEqual({ logged: 'logged', unlogged: 'unlogged' });
  });

  it('is durable again also if a write came while the log was opened', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const origin = install(seed);
      const one = await openTab(origin, { retryMs: [1] });
      const put = (id: string) => origin.in(one.tab, () => writeDecisions(one.store, [id], () => [memory(id, id)]));
      origin.full = true;
      await put('unlogged');
      origin.full = false;
      for (let steps = seed; steps > 0; steps--) await new Promise((resolve) => setImmediate(resolve));
      await put('meanwhile');
      await vi.waitFor(() => expect(one.store.durability, `seed ${seed}`).toBe('durable'), PATIENT);
      await origin.in(one.tab, () => one.store.close());
      expect(await fromLog(origin)).toEqual({ meanwhile: 'meanwhile', unlogged: 'unlogged' });
    }
  });

  it('lowers the mode of another tab, which writes the checkpoint', async () => {
    const origin = install(2);
    const [one, two] = [await openTab(origin), await openTab(origin, { retryMs: [1e6] })];
    origin.full = true;
    await origin.in(two.tab, () => writeDecisions(two.store, ['unlogged'], () => [memory('unlogged', 'x')]));
    origin.full = false;
    await vi.waitFor(() => expect(one.modes).toEqual(['durable', 'best-effort', 'durable']), PATIENT);
    for (const { tab, store } of [one, two]) await origin.in(tab, () => store.close());
    expect(await fromLog(origin)).toEqual({ unlogged: 'x' });
  });
});

describe('a tab that writes a checkpoint', () => {
  /**
   * Tab `one` writes a checkpoint, because `two` wrote without a log. Returns the mode of `one`, long after `two` sent
   * the hint.
   */
  async function modeAfter(hint: 'full' | 'changed'): Promise<DurabilityMode> {
    const origin = install(2);
    const options = { retryMs: [1e6] };
    const [one, two] = [await openTab(origin, options), await openTab(origin, options)];
    const channel = origin.in(two.tab, () => new BroadcastChannel('hybrid-search/s'));
    // The mode falls when the tab learns of the write. It then begins the checkpoint.
    one.store.events.on('durability', (mode) => {
      if (mode === 'best-effort') channel.postMessage({ kind: hint });
    });
    origin.full = true;
    await origin.in(two.tab, () => writeDecisions(two.store, ['unlogged'], () => [memory('unlogged', 'x')]));
    origin.full = false;
    for (let steps = 0; steps < 2_000; steps++) await new Promise((resolve) => setImmediate(resolve));
    return one.store.durability;
  }

  it('abandons it if another tab needs the space of the log', async () => {
    expect(await modeAfter('changed')).toBe('durable');
    expect(await modeAfter('full')).toBe('best-effort');
  });
});

describe('two tabs that write at the same time', () => {
  const ROUNDS = 10_000;
  const IDS = ['a', 'b', 'c', 'd'];

  it(`lose no write and no count in ${ROUNDS.toLocaleString('en')} random interleavings with kills`, async () => {
    const origin = install(7);
    const random = seededRandom(7);
    const tabs = [await openTab(origin), await openTab(origin)];
    /** How often each id was incremented, counting acknowledged writes only. */
    const counts = new Map(IDS.map((id) => [id, 0]));
    const countUp = (at: number, id: string) =>
      origin.in(tabs[at]!.tab, () =>
        writeDecisions(tabs[at]!.store, [id], ([now]) => [memory(id, String(Number(now?.text ?? 0) + 1))]),
      );
    const expected = () =>
      Object.fromEntries([...counts].filter(([, count]) => count > 0).map(([id, count]) => [id, String(count)]));
    for (let round = 1; round <= ROUNDS; round++) {
      const ids = [0, 1].map(() => IDS[Math.floor(random() * IDS.length)]!);
      await Promise.all(ids.map((id, at) => countUp(at, id)));
      for (const id of ids) counts.set(id, counts.get(id)! + 1);
      if (round % 500 > 0) continue;
      const victim = Math.floor(random() * 2);
      origin.kill(tabs[victim]!.tab);
      tabs[victim] = await openTab(origin);
      for (const tab of tabs) expect(await origin.in(tab.tab, () => contents(tab))).toEqual(expected());
    }
    const [one, two] = tabs as [Opened, Opened];
    expect(await one.store.state()).toEqual(await two.store.state());
    expect((await one.store.state()).seq).toBe(ROUNDS * 2);
    for (const { tab, store } of tabs) await origin.in(tab, () => store.close());
    expect(await fromLog(origin)).toEqual(expected());
  });
});
