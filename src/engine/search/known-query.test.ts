import { afterEach, expect, it } from 'vitest';
import type { SearchResponse } from '../../core/results/response.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

const NOTES = [
  memory('farm', 'An iron farm design for villagers'),
  memory('mob', 'A mob farm with a dark room and water'),
  memory('bread', 'Bake bread with rye flour and salt'),
];

it('answers a repeated query at once by words and meaning, without the model', async () => {
  const { engine, searcher, embedded } = await searchFixture(NOTES);
  const asked = async (query: string) => {
    const early: SearchResponse[] = [];
    const final = await searcher.search(query, {}, { onPartial: (answer) => early.push(answer) });
    return { final, modes: early.map(({ modesUsed }) => modesUsed.includes('semantic')) };
  };
  const first = await asked('iron farm');
  // The fused answer comes once without and once with its first sentence.
  expect(first.modes).toEqual([false, true, true]);
  const { runs } = await engine.stats();
  // A write invalidates the cached list, but not the cached vector.
  await engine.update('bread', { text: 'Bake bread with wheat' });
  const again = await asked(' iron farm ');
  expect(again.modes).toEqual([true, true]);
  expect(again.final.hits.map(({ id }) => id)).toEqual(first.final.hits.map(({ id }) => id));
  expect(embedded).toEqual(['iron farm']);
  expect((await engine.stats()).runs).toEqual({ ...runs, cached: runs.cached + 1 });
});

it('asks the model once for a query whose words are in no memory', async () => {
  const { searcher, embedded } = await searchFixture(NOTES);
  await searcher.search('zeppelin moorings');
  expect(embedded).toEqual(['zeppelin moorings']);
});
