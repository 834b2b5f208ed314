/** A full disk (S7): derived data goes first, deletion always works, errors are typed, and it heals by itself. */
import { expect } from '@playwright/test';
import { inWorker } from './harness.ts';
import { test } from './lab.ts';

test('at the limit memories are removed, shortened and cleared; with room again the store is durable by itself', async ({
  lab,
}) => {
  const page = await lab.page();
  const cdp = await lab.running.context.newCDPSession(page);
  const origin = lab.site.url.slice(0, -1);
  // Before the first write: Chromium remembers for a while how much room it has seen.
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 8_000_000 });
  const full = await inWorker(page, async (kit) => {
    const store = kit.createIdbStore('a', { retryMs: [500] });
    await store.open();
    kit.state.store = store;
    const events: string[] = [];
    store.onRecovery?.((report) => events.push(report.event));
    const text = () => Array.from({ length: 6_000 }, () => crypto.randomUUID()).join('');
    const stored: string[] = [];
    let code = '';
    while (code === '' && stored.length < 100) {
      const id = `m${stored.length}`;
      // Without a limit of its own a transaction after the refused one waits for 20 s.
      const late = new Promise<string>((resolve) => setTimeout(resolve, 10_000, 'still waiting'));
      const writing = kit.put(store, [id], text).then(
        () => '',
        (error) => error.code as string,
      );
      code = await Promise.race([writing, late]);
      if (code === '') stored.push(id);
    }
    const all = await kit.all(store);
    return { stored: stored.length, missing: stored.filter((id) => !all[id]), code, events };
  });
  expect(full).toMatchObject({ code: 'quota', missing: [] });
  expect(full.events).toContain('quota');
  expect(full.stored).toBeGreaterThan(5);
  const found = await inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createIdbStore>;
    await store.mutate(['m0'], () => [null]);
    await store.mutate(['m1', 'm2'], () => [null, null]);
    await store.mutate(['m3'], () => [kit.memory('m3', 'short')]);
    const all = await kit.all(store);
    return { left: Object.keys(all).length, gone: [all.m0, all.m1, all.m2], m3: all.m3 };
  });
  expect(found).toEqual({ left: full.stored - 3, gone: [undefined, undefined, undefined], m3: 'short' });
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 200_000_000 });
  await inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createIdbStore>;
    await new Promise<void>((resolve) => {
      if (store.durability === 'durable') resolve();
      store.onDurabilityChange((mode) => mode === 'durable' && resolve());
    });
    await kit.put(store, ['later'], () => 'text');
  });
  await lab.kill();
  await lab.start();
  const again = await inWorker(await lab.page(), async (kit) => {
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('hybrid-search/a').onsuccess = resolve;
    });
    const store = kit.createIdbStore('a');
    const { event } = await store.open();
    const all = await kit.all(store);
    const left = Object.keys(all).length;
    await store.clear();
    return { event, left, m3: all.m3, later: all.later, cleared: (await store.state()).count };
  });
  expect(again).toEqual({ event: 'restored', left: full.stored - 2, m3: 'short', later: 'text', cleared: 0 });
});

test('no model files lie in the cache any more when a write is refused for want of room', async ({ lab }) => {
  const page = await lab.page();
  const cdp = await lab.running.context.newCDPSession(page);
  const origin = lab.site.url.slice(0, -1);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 9_000_000 });
  const found = await inWorker(page, async (kit) => {
    const store = kit.createIdbStore('a');
    await store.open();
    await kit.put(store, ['first'], () => 'text');
    const random = () => crypto.getRandomValues(new Uint8Array(60_000));
    const cache = await caches.open('hybrid-search-files-1');
    await cache.put('/model', new Response(new Blob(Array.from({ length: 60 }, random))));
    const text = () => Array.from({ length: 3_000 }, () => crypto.randomUUID()).join('');
    let stored = 0;
    for (let code = ''; code === '' && stored < 200; ) {
      code = await kit.put(store, [`m${stored}`], text).then(
        () => '',
        (error) => error.code as string,
      );
      if (code === '') stored++;
    }
    const all = await kit.all(store);
    return { whole: Object.keys(all).length === stored + 1, files: (await cache.keys()).length };
  });
  expect(found).toEqual({ whole: true, files: 0 });
});
