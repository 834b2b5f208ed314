import { afterEach, expect, it } from 'vitest';
import { BGE_SMALL, modelProfile } from '../../core/model-profiles.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';
import { countWords } from '../../testing/word-embedder.ts';

afterEach(closeFixtures);

const { dims } = modelProfile(BGE_SMALL);
const filler = (word: string) => Array.from({ length: 200 }, () => word).join(' ');

const NOTES = [
  memory('scattered', `The heating was laid out first. ${filler('plaster')}. The tyres hold their pressure.`),
  memory('together', `${filler('mortar')}. The heating loses its pressure. The tyres were laid out first.`),
  ...Array.from({ length: 30 }, (_, at) => memory(`other-${at}`, `Chapter ${at} of the novel about lighthouses`)),
];

const knowing = {
  embedder: {
    embedQuery: async (_: unknown, text: string) => ({
      text,
      vector: countWords(text, dims),
      vocabularyCoverage: 1,
      knownWords: [],
      milliseconds: 0,
      cached: false,
    }),
  },
};

it('ranks words in one passage of a long note above the same words far apart', async () => {
  const { searcher } = await searchFixture(NOTES, knowing);
  const { hits, weak } = await searcher.search('heating pressure', { explain: true });
  const [together, scattered] = ['together', 'scattered'].map((id) => [...hits, ...weak].find((hit) => hit.id === id)!);
  expect(together!.scores.coverage).toBe(1);
  expect(scattered!.scores.coverage).toBeCloseTo(0.5);
  expect(together!.scores.keywordScore).toBeCloseTo(scattered!.scores.keywordScore!, 5);
  expect(together!.scores.trace!.keyword!.evidence).toBeGreaterThan(scattered!.scores.trace!.keyword!.evidence);
  expect([...hits, ...weak][0]?.id).toBe('together');
});

it('covers by the whole note when words alone answer', async () => {
  const { searcher } = await searchFixture(NOTES, { modelAllowed: false });
  const { hits, weak } = await searcher.search('heating pressure');
  expect([...hits, ...weak].find(({ id }) => id === 'scattered')?.scores.coverage).toBe(1);
});
