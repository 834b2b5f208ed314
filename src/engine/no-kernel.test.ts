import { afterEach, expect, it, vi } from 'vitest';
import { local } from '../protocol/rpc.ts';
import { engineInit } from '../testing/engine-init.ts';
import { createWordEmbedder } from '../testing/word-embedder.ts';
import { createEphemeralStore } from './store/ephemeral-store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Modules check only once whether WebAssembly is supported. */
async function start(store: ReturnType<typeof createEphemeralStore>) {
  vi.resetModules();
  const { createEngine } = await import('./engine.ts');
  return createEngine({
    init: engineInit(),
    store,
    embedder: (profile) => local(createWordEmbedder(profile, () => {})),
    emit() {},
  });
}

it('without SIMD, keyword search works, the reason is reported, and stored vectors stay', async () => {
  const store = createEphemeralStore();
  const whole = await start(store);
  await whole.add([{ id: 'lamp', text: 'A copper lamp.' }]);
  await whole.semantic.whenLoaded();
  await whole.semantic.queue.idle();
  const { fingerprint } = whole.semantic;
  const lists = async () => {
    const ids: string[] = [];
    await store.derived.readChunks(fingerprint, (id) => ids.push(id));
    return ids;
  };
  expect(await lists()).toEqual(['lamp']);

  vi.stubGlobal('WebAssembly', { validate: () => false, Module: WebAssembly.Module });
  const without = await start(store);
  await without.add([{ id: 'vase', text: 'A copper vase.' }]);
  expect(await without.semantic.whenLoaded()).toBe(false);
  await without.semantic.queue.idle();
  const { hits, modesUsed, stats } = await without.searcher.search('copper', { explain: true });
  expect(hits.map(({ id }) => id).sort()).toEqual(['lamp', 'vase']);
  expect(modesUsed).toContain('keyword');
  expect(modesUsed).not.toContain('semantic');
  expect(stats?.degradations).toEqual([expect.stringContaining('has no SIMD')]);
  await expect(without.searcher.search('copper', { modes: ['semantic'] })).rejects.toMatchObject({
    code: 'mode-unavailable',
  });
  expect(await without.stats()).toMatchObject({ embedded: 0, model: { state: 'failed' } });
  expect((await without.stats()).armsAvailable).not.toContain('semantic');
  await without.semantic.collectGarbage();
  expect(await lists()).toEqual(['lamp']);
  await without.close();
  await whole.close();
});
