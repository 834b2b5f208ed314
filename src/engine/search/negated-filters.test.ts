import { afterEach, expect, it } from 'vitest';
import { closeFixtures, FIXTURE_TIME, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

it('-tag: and -(tag:…) exclude notes with the tag, and the answer lists the exclusion', async () => {
  const { searcher } = await searchFixture([
    memory('home', 'Bread with rye', { tags: ['kitchen'] }),
    memory('work', 'Bread for the canteen', { tags: ['work'] }),
    memory('word', 'Bread is work', {}),
  ]);
  for (const query of ['bread -tag:work', 'bread NOT tag:work', 'bread -(tag:work)']) {
    const { hits, weak, understood } = await searcher.search(query);
    expect([...hits, ...weak].map(({ id }) => id).sort(), query).toEqual(['home', 'word']);
    expect(understood.filters).toEqual([{ field: '-tag', value: 'work' }]);
  }
});

it('a filter with an exclusion lists what passes both, newest first, by words and by meaning', async () => {
  const notes = [
    memory('bread', 'Rye flour and salt', { tags: ['recipe'], updatedAt: FIXTURE_TIME - 2 }),
    memory('soup', 'Leek and potato', { tags: ['recipe'], updatedAt: FIXTURE_TIME - 1 }),
    memory('jam', 'Plums and sugar', { tags: ['recipe'], updatedAt: FIXTURE_TIME }),
    memory('bill', 'Leeks bought', { tags: ['shop'] }),
  ];
  for (const modelAllowed of [true, false]) {
    const { searcher } = await searchFixture(notes, { modelAllowed });
    const ids = async (query: string, filters = {}) => {
      const { hits, weak } = await searcher.search(query, { filters });
      expect(weak).toEqual([]);
      return hits.map(({ id }) => id);
    };
    expect(await ids('tag:recipe -flour')).toEqual(['jam', 'soup']);
    expect(await ids('-flour -"plums and"', { tags: ['recipe'] })).toEqual(['soup']);
    expect(await ids('-flour -tag:shop')).toEqual(['jam', 'soup']);
    expect(await ids('-flour')).toEqual([]);
  }
});
