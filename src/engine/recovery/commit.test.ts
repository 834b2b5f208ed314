/** Tests the durable store on an in-memory origin: kills it between two steps of a commit, and writes from two tabs. */
import { describe, expect, it, vi } from 'vitest';
import { contents, fromLog, install, memory, type Opened, openTab, PATIENT } from '../../testing/durable-tabs.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { writeDecisions } from '../../testing/write-decisions.ts';

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
  /** Tab `one` writes a checkpoint, because `two` wrote without a log. Returns `one` once `two` has sent the hint. */
  async function checkpointing(hint: 'full' | 'changed'): Promise<Opened> {
    const origin = install(2);
    const options = { retryMs: [1e6] };
    const [one, two] = [await openTab(origin, options), await openTab(origin, options)];
    const channel = origin.in(two.tab, () => new BroadcastChannel('hybrid-search/s'));
    // The mode falls when the tab learns of the write. It then begins the checkpoint.
    const told = new Promise<void>((resolve) => {
      one.store.events.on('durability', (mode) => {
        if (mode !== 'best-effort') return;
        channel.postMessage({ kind: hint });
        resolve();
      });
    });
    origin.full = true;
    await origin.in(two.tab, () => writeDecisions(two.store, ['unlogged'], () => [memory('unlogged', 'x')]));
    origin.full = false;
    await told;
    return one;
  }

  it('abandons it if another tab needs the space of the log', async () => {
    const finishing = await checkpointing('changed');
    let steps = 0;
    for (; finishing.store.durability !== 'durable'; steps++) await new Promise((resolve) => setImmediate(resolve));
    const abandoning = await checkpointing('full');
    // Much longer than a checkpoint takes.
    for (steps = 3 * steps + 1_000; steps > 0; steps--) await new Promise((resolve) => setImmediate(resolve));
    expect(abandoning.store.durability).toBe('best-effort');
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
