import { afterEach, expect, it } from 'vitest';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

async function found(texts: readonly string[], query: string) {
  const notes = texts.map((text, at) => memory(`n${at}`, text));
  const { searcher } = await searchFixture(notes, { modelAllowed: false });
  return (await searcher.search(query, { tuning: { prefix: false } })).hits.map(({ id }) => id);
}

it.each(['1.2.3', 'v1.2.3', 'release 1.2.3'])(
  'finds a version with and without its v, before other versions: %s',
  async (query) => {
    const texts = ['Release v1.3.2 mends 1 of 2 faults, 3 stay', 'Release v3.2.1', 'Release v1.2.3'];
    expect((await found(texts, query))[0]).toBe('n2');
  },
);

it.each([
  ['wifi', 'The Wi-Fi is on the card'],
  ['Wi-Fi', 'The wifi is on the card'],
  ['emails', 'Write him an e-mail'],
  ['"wifi password"', 'Wi-Fi password on the card'],
])('finds a short word with and without its hyphen: %s', async (query, text) => {
  expect(await found(['The wireless one is on the card', text], query)).toEqual(['n1']);
});
