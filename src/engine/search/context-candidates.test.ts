import { afterEach, expect, it } from 'vitest';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';
import { contextCandidates } from './context-candidates.ts';

afterEach(closeFixtures);

it("doesn't repeat what a better passage says, and counts it as left out", async () => {
  const { searcher, table } = await searchFixture([
    memory('a', 'The key hangs behind the blue cupboard, and hangs there well.', { title: 'key' }),
    memory('b', 'behind the BLUE cupboard!'),
    memory('c', 'the cupboards'),
  ]);
  const settings = { modes: ['keyword' as const] };
  const request = { settings, tokens: 100, weak: true };
  const { candidates, repeated } = await contextCandidates(searcher, table, 'key blue cupboard', request);
  expect(candidates.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(repeated).toBe(1);
});
