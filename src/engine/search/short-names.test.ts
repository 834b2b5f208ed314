import { afterEach, expect, it } from 'vitest';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

const NOTES = [
  memory('c', 'Pointers and arrays', { title: 'C', tags: ['C'] }),
  memory('cpp', 'Templates and destructors', { title: 'C++', tags: ['C++'] }),
  memory('csharp', 'Delegates and events', { title: 'C#', tags: ['C#'] }),
  memory('on-c', 'Learnt from a book', { links: ['C'] }),
  memory('on-cpp', 'Learnt at work', { links: ['C++'] }),
];

it.each([
  ['about C++', ['cpp', 'on-cpp'], ['C++']],
  ['about c', ['c', 'on-c'], ['C']],
  ['about C#', ['csharp'], ['C#']],
])('C, C++ and C# are three tags and three names: %s', async (query, own, tags) => {
  const { searcher } = await searchFixture(NOTES, { modelAllowed: false });
  const { hits, weak } = await searcher.search(query, { tuning: { prefix: false } });
  const found = [...hits, ...weak];
  expect(found.flatMap(({ scores }) => scores.tagMatches)).toEqual(tags);
  expect(found.flatMap(({ id, scores }) => (scores.sources.includes('links') ? [id] : [])).sort()).toEqual(own);
  expect(found[0]!.id).toBe(own[0]);
});
