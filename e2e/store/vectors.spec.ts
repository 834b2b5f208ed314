import { expect } from '@playwright/test';
import { inWorker } from './harness.ts';
import { test } from './test-browser.ts';

test('vectors that are written after all others were swept are found', async ({ testBrowser }) => {
  const found = await inWorker(await testBrowser.page(), async (kit) => {
    const { derived } = (await kit.openStore('a')).store;
    // Fills a whole block.
    const vectors = (prefix: string) =>
      new Map(Array.from({ length: 1_024 }, (_, n) => [`${prefix}${n}`, new Int8Array(8).fill(n % 100)]));
    const count = async (prefix: string) => (await derived.readVectors('f', [`${prefix}0`, `${prefix}1023`])).size;
    await derived.writeVectors('f', vectors('old'));
    const before = await count('old');
    await derived.sweepVectors('f', new Set(), false);
    await derived.writeVectors('f', vectors('new'));
    return { before, old: await count('old'), new: await count('new') };
  });
  expect(found).toEqual({ before: 2, old: 0, new: 2 });
});
