/** Drives every row of the state table through the real store on an in-memory origin, and names a row that isn't. */
import { type IDBPDatabase, openDB } from 'idb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contents, install, memory, type Opened, openTab, PATIENT } from '../../testing/durable-tabs.ts';
import type { MemoryOrigin } from '../../testing/memory-origin.ts';
import { writeDecisions } from '../../testing/write-decisions.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { databaseName } from '../store/schema.ts';
import { type Region, type RegionEvent, type StatesNow, StoreStates, TRANSITIONS } from '../store/states.ts';
import { logPlaceOf } from './log-place.ts';
import { openStore } from './open-store.ts';

const driven = new Set<string>();
const rowOf = (region: string, event: string, from: string): string => `${region}: ${event} in ${from}`;

beforeAll(() => {
  const { fire } = StoreStates.prototype;
  vi.spyOn(StoreStates.prototype, 'fire').mockImplementation(function (
    this: StoreStates,
    region: Region,
    event: RegionEvent<Region>,
  ) {
    driven.add(rowOf(region, event, this.now[region]));
    fire.call(this, region, event as never);
  });
});
afterAll(() => vi.restoreAllMocks());

const untilDriven = (region: Region, event: string, from: StatesNow[Region]): Promise<void> =>
  vi.waitFor(() => expect(driven).toContain(rowOf(region, event, from)), { ...PATIENT, interval: 1 });

const NEVER_AGAIN = { retryMs: [1e6] };
const put = (origin: MemoryOrigin, { tab, store }: Pick<Opened, 'tab' | 'store'>, id: string) =>
  origin.in(tab, () => writeDecisions(store, [id], () => [memory(id, id)]));
const putUnlogged = async (origin: MemoryOrigin, opened: Opened, id: string): Promise<void> => {
  origin.full = true;
  await put(origin, opened, id);
  origin.full = false;
};
const close = (origin: MemoryOrigin, { tab, store }: Pick<Opened, 'tab' | 'store'>) =>
  origin.in(tab, () => store.close());

/** Another tab rearranges the log until you call the returned function. */
async function holdLog(origin: MemoryOrigin): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await origin.in(
    origin.open(),
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request(logPlaceOf('s').lock, async () => {
          held();
          await released;
        });
      }),
  );
  return release;
}

async function untilLogAwaited(origin: MemoryOrigin, times = 1): Promise<void> {
  await vi.waitFor(
    async () => {
      const { pending } = await origin.in(origin.open(), () => navigator.locks.query());
      expect(pending?.filter(({ name }) => name === logPlaceOf('s').lock)).toHaveLength(times);
    },
    { ...PATIENT, interval: 1 },
  );
}

/** Two tabs. The second one can't write its checkpoint yet, because another tab holds the log. */
async function openBehind(origin: MemoryOrigin): Promise<{ one: Opened; behind: Opened; release: () => void }> {
  const [one, behind] = [await openTab(origin, NEVER_AGAIN), await openTab(origin, NEVER_AGAIN)];
  await put(origin, behind, 'logged');
  const release = await holdLog(origin);
  await putUnlogged(origin, one, 'unlogged');
  await vi.waitFor(() => expect(behind.modes).toEqual(['durable', 'best-effort']), PATIENT);
  return { one, behind, release };
}

async function openWithRetries(origin: MemoryOrigin): Promise<Opened> {
  const tab = origin.open();
  return await origin.in(tab, async () => {
    const { store, report } = await openStore('s', { retryMs: [1] });
    const opened = { tab, store, event: report.event, modes: [] as MemoryStore['durability'][] };
    store.events.on('illegal', (error) => {
      throw error;
    });
    store.events.on('durability', (mode) => opened.modes.push(mode));
    return opened;
  });
}

/** Changes the database as a browser that lost a part of it. */
const change = (origin: MemoryOrigin, work: (database: IDBPDatabase) => Promise<void>): Promise<void> =>
  origin.in(origin.open(), async () => {
    const database = await openDB(databaseName('s'));
    await work(database);
    database.close();
  });
const loseHead = (origin: MemoryOrigin): Promise<void> => change(origin, (database) => database.delete('meta', 'head'));

describe('the promise of a write', () => {
  it('falls without a log while the store opens, and rises once the log opens', async () => {
    const origin = install(1);
    origin.unreachable = true;
    const one = await openTab(origin, { retryMs: [1] });
    expect(one.store.durability).toBe('best-effort');
    await put(origin, one, 'unlogged');
    origin.unreachable = false;
    await vi.waitFor(() => expect(one.store.durability).toBe('durable'), PATIENT);
    await close(origin, one);
  });

  it('falls in a tab with a log when another one writes without, and again when its own log fails', async () => {
    const origin = install(2);
    const { behind, release } = await openBehind(origin);
    await putUnlogged(origin, behind, 'also unlogged');
    await untilDriven('promise', 'log-failed', 'behind');
    expect(behind.store.durability).toBe('best-effort');
    release();
    await close(origin, behind);
    expect(Object.keys(await contents(await openTab(origin)))).toEqual(['also unlogged', 'logged', 'unlogged']);
  });

  it('stays low while the database is compared with the log', async () => {
    const origin = install(13);
    const [one, two] = [await openTab(origin, NEVER_AGAIN), await openTab(origin, NEVER_AGAIN)];
    await put(origin, two, 'logged');
    const release = await holdLog(origin);
    await change(origin, (database) => database.delete('memories', 'logged'));
    const read = origin.in(two.tab, () => contents(two));
    await untilLogAwaited(origin);
    for (const id of ['unlogged', 'also unlogged']) await putUnlogged(origin, one, id);
    await untilDriven('promise', 'log-incomplete', 'behind');
    release();
    expect(Object.keys(await read)).toEqual(['also unlogged', 'logged', 'unlogged']);
    await vi.waitFor(() => expect(two.modes).toEqual(['durable', 'best-effort', 'durable']), PATIENT);
    for (const opened of [one, two]) await close(origin, opened);
  });

  it('stays low in a tab that is closed before its checkpoint', async () => {
    const origin = install(3);
    const { behind, release } = await openBehind(origin);
    const closed = close(origin, behind);
    await untilDriven('promise', 'closed', 'behind');
    release();
    await closed;
    await close(origin, behind);
  });

  it("is that of the log while the database can't be opened, and the database's afterwards", async () => {
    const origin = install(4);
    const first = await openTab(origin);
    await put(origin, first, 'kept');
    await close(origin, first);
    origin.databaseBroken = true;
    const one = await openWithRetries(origin);
    expect([one.store.durability, await contents(one)]).toEqual(['log-only', { kept: 'kept' }]);
    await put(origin, one, 'logged');
    origin.databaseBroken = false;
    await vi.waitFor(() => expect(one.store.durability).toBe('durable'), PATIENT);
    expect(await contents(one)).toEqual({ kept: 'kept', logged: 'logged' });
    await close(origin, one);
  });

  it("is none while the database and the log can't be opened, and what was written is copied", async () => {
    const origin = install(5);
    Object.assign(origin, { databaseBroken: true, unreachable: true });
    const one = await openWithRetries(origin);
    expect(one.store.durability).toBe('ephemeral');
    await put(origin, one, 'in memory');
    Object.assign(origin, { databaseBroken: false, unreachable: false });
    await vi.waitFor(() => expect(one.store.durability).toBe('durable'), PATIENT);
    expect(await contents(one)).toEqual({ 'in memory': 'in memory' });
    await close(origin, one);
  });

  it.each(['log-only', 'ephemeral'])('ends if the store is closed in %s', async (mode) => {
    const origin = install(6);
    Object.assign(origin, { databaseBroken: true, unreachable: mode === 'ephemeral' });
    const one = await openWithRetries(origin);
    expect(one.store.durability).toBe(mode);
    await close(origin, one);
    await expect(put(origin, one, 'late')).rejects.toThrow('closed');
  });

  it('learns of writes in other tabs while the store opens', async () => {
    const origin = install(7);
    const one = await openTab(origin, NEVER_AGAIN);
    const release = await holdLog(origin);
    const opening = openTab(origin, NEVER_AGAIN);
    await untilLogAwaited(origin);
    await put(origin, one, 'logged');
    await untilDriven('promise', 'log-complete', 'opening');
    await putUnlogged(origin, one, 'unlogged');
    await untilDriven('promise', 'log-incomplete', 'opening');
    release();
    const two = await opening;
    await vi.waitFor(() => expect(two.store.durability).toBe('durable'), PATIENT);
    for (const opened of [one, two]) await close(origin, opened);
  });
});

describe('a store that another tab deletes', () => {
  const destroyed = ({ tab, store }: Opened, origin: MemoryOrigin) => origin.in(tab, () => store.destroy());
  const expectDeleted = async (origin: MemoryOrigin, opened: Opened): Promise<void> => {
    await vi.waitFor(() => expect(opened.store.deleted).toBe(true), PATIENT);
    await expect(put(origin, opened, 'late')).rejects.toThrow('closed');
  };

  it.each([
    ['durable', false],
    ['unlogged', true],
  ])('is closed if it was %s', async (_, unlogged) => {
    const origin = install(8);
    const [one, two] = [await openTab(origin), await openTab(origin, NEVER_AGAIN)];
    await put(origin, two, 'secret');
    if (unlogged) await putUnlogged(origin, two, 'also secret');
    await destroyed(one, origin);
    await expectDeleted(origin, two);
    expect(await contents(await openTab(origin))).toEqual({});
  });

  it('is closed if its log lacked a write', async () => {
    const origin = install(9);
    const { one, behind, release } = await openBehind(origin);
    const deletion = destroyed(one, origin);
    await expectDeleted(origin, behind);
    release();
    await deletion;
  });

  it('is closed while it opens', async () => {
    const origin = install(10);
    const one = await openTab(origin);
    await put(origin, one, 'secret');
    const release = await holdLog(origin);
    const opening = openTab(origin).then(
      () => 'opened',
      () => 'refused',
    );
    await untilLogAwaited(origin);
    const deletion = destroyed(one, origin);
    await untilDriven('promise', 'deleted', 'opening');
    release();
    await deletion;
    expect(await opening).toBe('refused');
  });
});

describe('the database', () => {
  it('is doubted when its head is gone, and whole again once it was compared with the log', async () => {
    const origin = install(11);
    const one = await openTab(origin);
    await put(origin, one, 'kept');
    await loseHead(origin);
    // Both calls doubt it, so the second finds it doubted.
    await Promise.all([0, 1].map(() => origin.in(one.tab, () => one.store.get(['kept']))));
    expect(await contents(one)).toEqual({ kept: 'kept' });
    await close(origin, one);
  });

  // A purge pauses for two seconds at its end, so nobody waits for that.
  it('is replaced by a purge', async () => {
    const origin = install(14);
    const one = await openTab(origin);
    await put(origin, one, 'kept');
    void origin.in(one.tab, () => one.store.purge()).catch(() => {});
    await untilDriven('database', 'replacement-ended', 'replacing');
    expect(driven).toContain(rowOf('database', 'replacement-begun', 'whole'));
    expect(await contents(one)).toEqual({ kept: 'kept' });
  });

  it('is replaced while a comparison waits for the log', async () => {
    const origin = install(15);
    const one = await openTab(origin);
    await put(origin, one, 'kept');
    const beforeCheckpoint = await holdLog(origin);
    void origin.in(one.tab, () => one.store.purge()).catch(() => {});
    await untilLogAwaited(origin);
    const holding = holdLog(origin);
    await untilLogAwaited(origin, 2);
    beforeCheckpoint();
    const beforeReplacement = await holding;
    await untilLogAwaited(origin);
    await loseHead(origin);
    const read = origin.in(one.tab, () => one.store.get(['kept']));
    await untilLogAwaited(origin, 2);
    beforeReplacement();
    expect(await read).toMatchObject([{ text: 'kept' }]);
    expect(driven).toContain(rowOf('database', 'replacement-begun', 'unproven'));
  });
});

describe('the disk', () => {
  it('counts as full from a refused write until half a minute has passed', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const origin = install(12);
    const one = await openTab(origin);
    await put(origin, one, 'there');
    origin.databaseFull = true;
    await expect(put(origin, one, 'refused')).rejects.toMatchObject({ code: 'quota' });
    origin.databaseFull = false;
    await put(origin, one, 'early');
    expect(driven).not.toContain(rowOf('disk', 'disk-calm', 'full'));
    vi.advanceTimersByTime(30_000);
    await put(origin, one, 'late');
    expect(driven).toContain(rowOf('disk', 'disk-calm', 'full'));
    expect(Object.keys(await contents(one))).toEqual(['early', 'late', 'there']);
    await close(origin, one);
    vi.useRealTimers();
  });
});

/** They change no state, and need a read that ends in the very turn of the event loop in which a replacement begins. */
const NOT_DRIVEN = [rowOf('database', 'doubted', 'replacing'), rowOf('database', 'agreed', 'replacing')];

it('no row of the table is left', () => {
  const rows = Object.entries(TRANSITIONS).flatMap(([region, events]) =>
    Object.entries(events).flatMap(([event, moves]) => Object.keys(moves).map((from) => rowOf(region, event, from))),
  );
  expect(rows.filter((row) => !driven.has(row))).toEqual(NOT_DRIVEN);
});
