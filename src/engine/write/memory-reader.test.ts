import { afterEach, expect, it } from 'vitest';
import type { ChangeEvent } from '../../protocol/engine-values.ts';
import { engineInit } from '../../testing/engine-init.ts';
import { sharedStore } from '../../testing/shared-store.ts';
import { writeDecisions } from '../../testing/write-decisions.ts';
import { createEngine } from '../engine.ts';
import type { Engine } from '../engine-contract.ts';
import type { MemoryStore } from '../store/memory-store.ts';

const open: Engine[] = [];
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
});

/** An engine whose store finds `lost` only after another scan, like a database with two swapped pages. */
async function damagedEngine(lost: string): Promise<{ engine: Engine; store: MemoryStore; scans(): number }> {
  const shared = sharedStore();
  let scans = 0;
  const store = new Proxy<MemoryStore>(shared.tab(false), {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: never[]) => unknown;
      if (name === 'scan') {
        return (...args: never[]) => {
          scans++;
          return method(...args);
        };
      }
      if (name !== 'get') return method;
      return async (ids: string[]) => {
        const found = await target.get(ids);
        return scans < 2 ? found.map((memory) => (memory?.id === lost ? undefined : memory)) : found;
      };
    },
  });
  const engine = await createEngine({ init: engineInit({ modelAllowed: false }), store, emit: () => {} });
  open.push(engine);
  return { engine, store: shared.tab(), scans: () => scans };
}

it("searches once for a memory that the database doesn't find", async () => {
  const { engine, scans } = await damagedEngine('a');
  await engine.add([
    { id: 'a', text: 'copper lamp' },
    { id: 'b', text: 'iron lamp' },
  ]);
  expect((await engine.read(['a', 'b', 'c'])).map((memory) => memory?.text)).toEqual([
    'copper lamp',
    'iron lamp',
    undefined,
  ]);
  const { hits } = await engine.searcher.search('lamp', { modes: ['keyword'] });
  expect(hits.map(({ id }) => id).sort()).toEqual(['a', 'b']);
  expect(scans()).toBe(2);
});

it("doesn't search for one that another tab removed", async () => {
  const { engine, store, scans } = await damagedEngine('none');
  await engine.add([{ id: 'a', text: 'copper lamp' }]);
  await writeDecisions(store, ['a'], () => [null]);
  expect(await engine.read(['a'])).toEqual([undefined]);
  expect(scans()).toBe(1);
});

it('a rebuilt index lacks nothing meanwhile, and ends with what the store has', async () => {
  const shared = sharedStore();
  const [one, two] = [shared.tab(), shared.tab()];
  const changes: ChangeEvent[] = [];
  let counts: number[] = [];
  const watched = new Proxy<MemoryStore>(one, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'changesSince') return async () => null;
      if (name === 'scan')
        return (onPage: Parameters<MemoryStore['scan']>[0]) =>
          target.scan(async (page) => {
            for (const entry of page) {
              counts.push(engine.table.liveCount);
              await onPage([entry]);
            }
          });
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  let engine = undefined as unknown as Engine;
  engine = await createEngine({
    init: engineInit({ modelAllowed: false }),
    store: watched,
    emit: (name, value) => name === 'change' && changes.push(value as ChangeEvent),
  });
  open.push(engine);
  await engine.add(Array.from({ length: 40 }, (_, n) => ({ id: `m${n}`, text: `lamp number ${n}` })));
  await writeDecisions(two, ['m1', 'm2'], () => [null, null]);
  counts = [];
  await engine.add([{ id: 'new', text: 'lamp' }]);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(39);
  expect([...engine.table.rows()].map(([, { id }]) => id).sort()).toEqual(
    ['new', ...Array.from({ length: 40 }, (_, n) => `m${n}`).filter((id) => id !== 'm1' && id !== 'm2')].sort(),
  );
  expect((await engine.stats()).indexed.keyword).toBe(39);
});
