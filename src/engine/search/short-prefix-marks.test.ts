import { afterEach, expect, it } from 'vitest';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

it('one or two typed letters only mark exact matches in a text', async () => {
  const { searcher } = await searchFixture([memory('a', 'The minutes of a mild meeting', { title: 'Mills' })], {
    modelAllowed: false,
  });
  const { hits, weak } = await searcher.search('mi');
  const [hit] = [...hits, ...weak];
  expect(hit!.highlights.map(({ field }) => field)).toEqual(['title']);
});
