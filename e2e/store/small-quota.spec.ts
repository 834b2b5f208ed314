/** Memories can be removed at a quota of some hundred KB too, smaller than any that browsers give. */
import { expect } from '@playwright/test';
import { inWorker } from './harness.ts';
import { test } from './lab.ts';

for (const flags of [[], ['--enable-features=IdbSqliteBackingStore']]) {
  for (const quotaSize of flags.length > 0 ? [600_000, 900_000] : [150_000, 300_000, 600_000, 900_000]) {
    test.describe(`${flags[0] ?? 'LevelDB'}, ${quotaSize} bytes`, () => {
      test.use({ flags });

      test('memories are removed at the limit', async ({ lab }) => {
        const page = await lab.page();
        const cdp = await lab.running.context.newCDPSession(page);
        const origin = lab.site.url.slice(0, -1);
        await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
        const found = await inWorker(page, async (kit) => {
          const store = kit.createDurableStore('a');
          await store.open();
          const codeOf = async (work: Promise<unknown>): Promise<string> =>
            await work.then(
              () => '',
              (error) => error.code as string,
            );
          const text = () => Array.from({ length: 50 }, () => crypto.randomUUID()).join('');
          const stored: string[] = [];
          const refusals: string[] = [];
          while (refusals.length < 3 && stored.length < 2_000) {
            const id = `m${stored.length}`;
            const code = await codeOf(kit.put(store, [id], text));
            if (code === '') stored.push(id);
            else refusals.push(code);
          }
          const codes: string[] = [];
          for (const id of stored.slice(0, 10)) {
            codes.push(await codeOf(kit.writeDecisions(store, [id], () => [null])));
          }
          const left = Object.keys(await kit.all(store)).sort();
          return { refusals, codes, stored: stored.length, left, expected: stored.slice(10).sort() };
        });
        expect(found.refusals).toEqual(['quota', 'quota', 'quota']);
        expect(found.stored).toBeGreaterThan(10);
        expect(found.codes).toEqual(Array.from({ length: 10 }, () => ''));
        expect(found.left).toEqual(found.expected);
      });
    });
  }
}
