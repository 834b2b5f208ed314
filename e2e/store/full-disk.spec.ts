import { expect } from '@playwright/test';
import { inWorker } from './harness.ts';
import { test } from './test-browser.ts';

test('at the limit memories can be removed, shortened and cleared, and with free space the store becomes durable', async ({
  testBrowser,
}) => {
  const page = await testBrowser.page();
  const cdp = await testBrowser.running.context.newCDPSession(page);
  const origin = testBrowser.site.url.slice(0, -1);
  // Set before the first write, because Chromium remembers for a while how much space it saw.
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 8_000_000 });
  const full = await inWorker(page, async (kit) => {
    const store = kit.createDurableStore('a', { retryMs: [500] });
    await store.open();
    kit.state.store = store;
    const events: string[] = [];
    store.events.on('recovery', (report) => events.push(report.event));
    const text = () => Array.from({ length: 6_000 }, () => crypto.randomUUID()).join('');
    const stored: string[] = [];
    let code = '';
    while (code === '' && stored.length < 100) {
      const id = `m${stored.length}`;
      // Without the store's time limit, a transaction after the refused one would wait for 20 s.
      const writing = kit.put(store, [id], text).then(
        () => '',
        (error) => error.code as string,
      );
      code = await Promise.race([writing, kit.late(10_000)]);
      if (code === '') stored.push(id);
    }
    const all = await kit.all(store);
    return { stored: stored.length, missing: stored.filter((id) => !all[id]), code, events };
  });
  expect(full).toMatchObject({ code: 'quota', missing: [] });
  expect(full.events).toContain('quota');
  expect(full.stored).toBeGreaterThan(5);
  const found = await inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    // Delays the end of transactions. On a slow disk, a deletion takes longer than the first attempts wait.
    const { addEventListener } = IDBTransaction.prototype;
    IDBTransaction.prototype.addEventListener = function (type: string, listener: unknown) {
      const heard = listener as (event: Event) => void;
      const late = (event: Event) => void setTimeout(heard, 1_500, event);
      addEventListener.call(this, type, type === 'complete' ? late : heard);
    };
    const slow = await kit.writeDecisions(store, ['m0'], () => [null]);
    IDBTransaction.prototype.addEventListener = addEventListener;
    await kit.writeDecisions(store, ['m1', 'm2'], () => [null, null]);
    await kit.writeDecisions(store, ['m3'], () => [kit.memory('m3', 'short')]);
    const all = await kit.all(store);
    const gone = [all.m0, all.m1, all.m2];
    return { left: Object.keys(all).length, gone, m3: all.m3, slow: slow.changes.map(({ id }) => id) };
  });
  const gone = [undefined, undefined, undefined];
  expect(found).toEqual({ left: full.stored - 3, gone, m3: 'short', slow: ['m0'] });
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 200_000_000 });
  await inWorker(page, async (kit) => {
    const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
    await kit.untilDurable(store);
    await kit.put(store, ['later'], () => 'text');
  });
  await testBrowser.kill();
  await testBrowser.start();
  const again = await inWorker(await testBrowser.page(), async (kit) => {
    await kit.loseDatabase('hybrid-search/a');
    const store = kit.createDurableStore('a');
    const { event } = await store.open();
    const all = await kit.all(store);
    const left = Object.keys(all).length;
    await store.clear();
    return { event, left, m3: all.m3, later: all.later, cleared: (await store.state()).count };
  });
  expect(again).toEqual({ event: 'restored', left: full.stored - 2, m3: 'short', later: 'text', cleared: 0 });
});

test('model files and index files go before any write is refused on a full disk', async ({ testBrowser }) => {
  const page = await testBrowser.page();
  const cdp = await testBrowser.running.context.newCDPSession(page);
  const origin = testBrowser.site.url.slice(0, -1);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 13_000_000 });
  const found = await inWorker(page, async (kit) => {
    let freed = false;
    const freeFiles = async (): Promise<void> => {
      freed = true;
    };
    const store = kit.createDurableStore('a', { freeFiles });
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
    return { whole: Object.keys(all).length === stored + 1, files: (await cache.keys()).length, freed, stored };
  });
  expect(found).toMatchObject({ whole: true, files: 0, freed: true });
  // The model file and the reserve leave 5.2 of 13 MB. Each memory takes 108 KB in the database and 108 KB in the log,
  // so only 24 fit before the model file is deleted.
  expect(found.stored).toBeGreaterThan(26);
});

for (const { name, flags, tag } of [
  { name: 'LevelDB', flags: [], tag: [] },
  { name: 'SQLite', flags: ['--enable-features=IdbSqliteBackingStore'], tag: '@long' },
]) {
  test.describe(name, { tag }, () => {
    test.use({ flags });

    test('without a write-ahead log, memories can be removed, shortened and cleared at the limit', async ({
      testBrowser,
    }) => {
      const page = await testBrowser.page();
      const cdp = await testBrowser.running.context.newCDPSession(page);
      const origin = testBrowser.site.url.slice(0, -1);
      await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 10_000_000 });
      const found = await inWorker(page, async (kit) => {
        kit.lackLog();
        const store = kit.createDurableStore('a');
        const { durability } = await store.open();
        const codeOf = async (work: Promise<unknown>): Promise<string> =>
          await work.then(
            () => '',
            (error) => error.code as string,
          );
        const text = () => Array.from({ length: 50 }, () => crypto.randomUUID()).join('');
        let stored = 0;
        // Fills the store until not even one small memory fits. The space left by a refused batch would be enough for a
        // removal. On SQLite, a refused write can free space for the next one (1 run in 60). So only after three
        // refusals in a row is the store full.
        const refusals: string[] = [];
        for (let size = 200; refusals.length < 3 && stored < 50_000; size = Math.max(1, Math.floor(size / 2))) {
          for (let code = ''; code === ''; ) {
            const ids = Array.from({ length: size }, (_, i) => `m${stored + i}`);
            code = await codeOf(kit.put(store, ids, text));
            if (code === '') {
              stored += size;
              refusals.length = 0;
            } else if (size === 1) refusals.push(code);
          }
        }
        const codes: string[] = [];
        for (let i = 0; i < 20; i++) codes.push(await codeOf(kit.writeDecisions(store, [`m${i}`], () => [null])));
        const many = Array.from({ length: 300 }, (_, i) => `m${100 + i}`);
        codes.push(await codeOf(kit.writeDecisions(store, many, () => many.map(() => null))));
        codes.push(await codeOf(kit.writeDecisions(store, ['m50'], () => [kit.memory('m50', 'short')])));
        const all = await kit.all(store);
        const { count } = await store.state();
        const left = { expected: stored - 320, found: Object.keys(all).length, count, m50: all.m50 };
        codes.push(await codeOf(store.clear()));
        await store.close();
        const again = kit.createDurableStore('a');
        const { event } = await again.open();
        return { durability, refusals, codes, left, cleared: Object.keys(await kit.all(again)).length, event };
      });
      const { expected } = found.left;
      expect(expected).toBeGreaterThan(500);
      expect(found).toEqual({
        durability: 'best-effort',
        refusals: ['quota', 'quota', 'quota'],
        codes: Array.from({ length: 23 }, () => ''),
        left: { expected, found: expected, count: expected, m50: 'short' },
        cleared: 0,
        event: 'ok',
      });
    });
  });
}
