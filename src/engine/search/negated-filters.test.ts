import { afterEach, expect, it } from 'vitest';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

it('notes with a tag are excluded by -tag: and by -(tag:…), and what is excluded is shown', async () => {
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
