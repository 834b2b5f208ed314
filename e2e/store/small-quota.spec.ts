import { expect } from '@playwright/test';
import { inWorker } from './harness.ts';
import { type TestBrowser, test } from './test-browser.ts';

const SQLITE = ['--enable-features=IdbSqliteBackingStore'];
const SHORT = 10;
const LONG = 50;

async function quotaOf(
  testBrowser: TestBrowser,
  page: Awaited<ReturnType<TestBrowser['page']>>,
): Promise<(quotaSize: number) => Promise<void>> {
  const cdp = await testBrowser.running.context.newCDPSession(page);
  const origin = testBrowser.site.url.slice(0, -1);
  return async (quotaSize) => void (await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize }));
}

for (const { flags, quota, uuids } of [
  { flags: [], quota: 150_000, uuids: SHORT },
  { flags: [], quota: 300_000, uuids: LONG },
  { flags: [], quota: 900_000, uuids: LONG },
  // SQLite's empty database takes 74 KB. So does the first part of the space that the store reserves.
  { flags: SQLITE, quota: 200_000, uuids: SHORT },
  { flags: SQLITE, quota: 300_000, uuids: LONG },
]) {
  test.describe(`${flags[0] ?? 'LevelDB'}, ${quota} bytes, notes of ${uuids * 36} characters`, () => {
    test.use({ flags });

    test('notes are kept, and at the limit moved to the trash and removed', async ({ testBrowser }) => {
      const page = await testBrowser.page();
      await (await quotaOf(testBrowser, page))(quota);
      const found = await inWorker(
        page,
        async (kit, length) => {
          const store = kit.createDurableStore('a');
          await store.open();
          const codeOf = async (work: Promise<unknown>): Promise<string> =>
            await work.then(
              () => '',
              (error) => error.code as string,
            );
          const text = () => Array.from({ length }, () => crypto.randomUUID()).join('');
          const stored: string[] = [];
          const refusals: string[] = [];
          while (refusals.length < 3 && stored.length < 2_000) {
            const id = `m${stored.length}`;
            const code = await codeOf(kit.put(store, [id], text));
            if (code === '') stored.push(id);
            else refusals.push(code);
          }
          const codes: string[] = [];
          const trashed = await codeOf(
            kit.writeDecisions(store, ['m10'], ([memory]) => [{ ...memory!, trashedAt: 1_700_000_000_000 }]),
          );
          for (const id of stored.slice(0, 10)) {
            codes.push(await codeOf(kit.writeDecisions(store, [id], () => [null])));
          }
          const left = Object.keys(await kit.all(store)).sort();
          return { refusals, trashed, codes, stored: stored.length, left, expected: stored.slice(10).sort() };
        },
        uuids,
      );
      expect(found.refusals).toEqual(['quota', 'quota', 'quota']);
      expect(found.stored).toBeGreaterThan(uuids === SHORT ? 20 : 10);
      expect(found.trashed).toBe('');
      expect(found.codes).toEqual(Array.from({ length: 10 }, () => ''));
      expect(found.left).toEqual(found.expected);
    });
  });
}

for (const flags of [[], SQLITE]) {
  test.describe(flags[0] ?? 'LevelDB', () => {
    test.use({ flags });

    for (const quota of [300_000, 3_000_000]) {
      test(`a quota of ${quota} bytes is filled and raised: the first write succeeds, and all of it is in the log`, async ({
        testBrowser,
      }) => {
        const page = await testBrowser.page();
        const setQuota = await quotaOf(testBrowser, page);
        // Set before the first write, because Chromium remembers for a while how much space it saw.
        await setQuota(quota);
        const filled = await inWorker(page, async (kit) => {
          const store = kit.createDurableStore('a', { retryMs: [200] });
          kit.state.store = store;
          await store.open();
          const text = () => Array.from({ length: 1_000 }, () => crypto.randomUUID()).join('');
          const stored: string[] = [];
          const refusals: string[] = [];
          while (refusals.length < 3 && stored.length < 2_000) {
            const id = `m${stored.length}`;
            await kit.put(store, [id], text).then(
              () => stored.push(id),
              (error) => refusals.push(error.code as string),
            );
          }
          const kept = Object.keys(await kit.all(store)).sort();
          return { refusals, kept, stored: stored.sort(), durability: store.durability };
        });
        expect(filled.refusals).toEqual(['quota', 'quota', 'quota']);
        expect(filled.kept).toEqual(filled.stored);
        expect(filled.durability).toBe('best-effort');
        await setQuota(50_000_000);
        await inWorker(page, async (kit) => {
          const store = kit.state.store as ReturnType<typeof kit.createDurableStore>;
          await kit.put(store, ['raised'], () => 'text');
          await kit.untilDurable(store);
        });
        await testBrowser.kill();
        await testBrowser.start();
        const again = await inWorker(await testBrowser.page(), async (kit) => {
          await kit.loseDatabase('hybrid-search/a');
          const store = kit.createDurableStore('a');
          const { event } = await store.open();
          return { event, left: Object.keys(await kit.all(store)).sort() };
        });
        expect(again).toEqual({ event: 'restored', left: [...filled.stored, 'raised'].sort() });
      });
    }
  });
}
