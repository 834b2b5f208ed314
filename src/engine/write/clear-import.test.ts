/**
 * An import cancels a pending "delete all", even if it changes nothing, because its memories are wanted. So do memories
 * that come from other devices or are restored from the trash.
 */
import { afterEach, expect, it } from 'vitest';
import type { ChangeEvent } from '../../protocol/engine-values.ts';
import { engineInit } from '../../testing/engine-init.ts';
import { sharedStore } from '../../testing/shared-store.ts';
import { createEngine } from '../engine.ts';
import type { Engine } from '../engine-contract.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { transferStore } from '../transfer/store-access.ts';
import { syncStore } from '../transfer/sync-access.ts';

const open: Engine[] = [];
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
});

async function start(store: MemoryStore, changes: ChangeEvent[] = []): Promise<Engine> {
  const engine = await createEngine({
    init: engineInit({ modelAllowed: false }),
    store,
    now: Date.now,
    emit(name, value) {
      if (name === 'change') changes.push(value as ChangeEvent);
    },
  });
  open.push(engine);
  return engine;
}

const NOTES = ['tea', 'pot', 'cup'].map((id) => ({ id, text: `The ${id} is warm.`, updatedAt: 1 }));

async function importInto(engine: Engine, inputs: typeof NOTES) {
  const store = transferStore(
    async () => engine,
    async () => engine,
    () => Promise.reject(new Error('no list of imports')),
    () => {},
  );
  return store.upsertMany({ signal: new AbortController().signal, progress: () => {} }, inputs);
}

it('keeps all memories that an import touched after the position, in any tab', async () => {
  const shared = sharedStore();
  const changes: ChangeEvent[] = [];
  const engine = await start(shared.tab(), changes);
  const other = await start(shared.tab());
  await engine.add(NOTES);
  const before = engine.position;
  const told = changes.length;
  expect(await importInto(other, NOTES)).toEqual({ added: 0, updated: 0, unchanged: 3 });
  expect(await engine.clear(before)).toBe(0);
  // One memory per batch is written again, not all of them.
  expect(changes.slice(told).map(({ ids }) => ids)).toEqual([['tea']]);
  // A later request to delete includes what the import left.
  expect(await engine.clear(engine.position)).toBe(3);
});

it('keeps the others too when an import adds some', async () => {
  const engine = await start(sharedStore().tab());
  await engine.add(NOTES);
  const before = engine.position;
  await importInto(engine, [{ id: 'jug', text: 'A jug.', updatedAt: 1 }]);
  expect(await engine.clear(before)).toBe(0);
  await engine.upsert([{ id: 'mug', text: 'A mug.' }]);
  expect(await engine.clear()).toBe(5);
});

it('still removes a single memory that an import did not write', async () => {
  const engine = await start(sharedStore().tab());
  await engine.add(NOTES);
  const before = engine.position;
  await importInto(engine, [NOTES[1]!]);
  expect(await engine.remove(['tea', 'pot'], undefined, before)).toBe(1);
  expect(await engine.read(['tea', 'pot'])).toEqual([undefined, expect.objectContaining({ id: 'pot' })]);
});

it('keeps all memories after another device added one, but not after it only removed some', async () => {
  const engine = await start(sharedStore().tab());
  const sync = syncStore(
    async () => engine,
    async () => engine,
  );
  const context = { signal: new AbortController().signal, progress: () => {} };
  await engine.add(NOTES);
  const before = engine.position;
  await sync.apply(context, [{ id: 'jug', expected: null, next: { id: 'jug', text: 'A jug.' } }]);
  expect(await engine.clear(before)).toBe(0);
  const after = engine.position;
  const [tea] = await sync.stamps(context, ['tea']);
  expect(await sync.apply(context, [{ id: 'tea', expected: tea!.stamp, next: null }])).toEqual([true]);
  expect(await engine.clear(after)).toBe(3);
});

it('keeps all memories after one was restored from the trash', async () => {
  const engine = await start(sharedStore().tab());
  await engine.add(NOTES);
  await engine.trash.put(['tea'], () => true);
  const before = engine.position;
  expect(await engine.trash.restore(['tea'], () => true)).toBe(1);
  expect(await engine.clear(before)).toBe(0);
  expect((await engine.read(['tea', 'pot', 'cup'])).every(Boolean)).toBe(true);
});

it('keeps what another tab writes between the steps of clearing', async () => {
  const shared = sharedStore();
  const other = await start(shared.tab());
  const tab = shared.tab();
  const before = {
    clear: () => other.add([{ id: 'jug', text: 'A jug.' }]),
    commit: () => other.upsert([{ id: 'pot', text: 'The pot is cold.' }]),
  };
  let clearing = false;
  const engine = await start(
    new Proxy(tab, {
      get(store, name) {
        const method: unknown = Reflect.get(store, name);
        if (!clearing || (name !== 'clear' && name !== 'commit')) return method;
        return async (argument: unknown) => {
          await before[name]();
          return (method as (given: unknown) => unknown)(argument);
        };
      },
    }),
  );
  await engine.add(NOTES);
  clearing = true;
  expect(await engine.clear(engine.position)).toBe(2);
  expect((await engine.read(['tea', 'cup', 'pot', 'jug'])).map((memory) => memory?.text)).toEqual([
    undefined,
    undefined,
    'The pot is cold.',
    'A jug.',
  ]);
});
