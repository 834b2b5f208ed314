import { copyDatabase, putBackDatabase } from '../../src/testing/database-copy.ts';
import { expect, test } from '../fixtures.ts';

test('a start that restores an old database doesn’t index memories that were already removed', async ({
  openClient,
}) => {
  const options = { name: 'fallback', modes: ['keyword' as const] };
  const page = await openClient(options);
  await page.evaluate(async () => {
    const inputs = Array.from({ length: 61 }, (_, i) => ({ id: `m${i}`, text: `common word${i}ly` }));
    await window.client.addMany(inputs);
    await window.client.idle();
  });
  const before = await page.evaluateHandle(copyDatabase, 'hybrid-search/fallback');
  await page.evaluate(async () => {
    await window.client.removeMany(Array.from({ length: 30 }, (_, i) => `m${i}`));
    await window.client.close();
  });
  // The write-ahead log is then newer than the database.
  await page.evaluate(putBackDatabase, before);
  const look = () =>
    window.client.ready.then(async () => {
      const [stats, gone, there] = [
        await window.client.stats(),
        await window.client.search('word7ly'),
        await window.client.search('word40ly'),
      ];
      const { memories, indexed, keywordIndex } = stats;
      return {
        memories,
        indexed: indexed.keyword,
        keywordIndex,
        gone: gone.hits.map(({ id }) => id),
        there: there.hits[0]?.id,
      };
    });
  await openClient({ ...options, page });
  expect(await page.evaluate(look)).toMatchObject({ memories: 31, indexed: 31, gone: [], there: 'm40' });
  await page.evaluate(() => window.client.close());
  await openClient({ ...options, page });
  expect(await page.evaluate(look)).toMatchObject({ memories: 31, indexed: 31, keywordIndex: 'snapshot', gone: [] });
});
