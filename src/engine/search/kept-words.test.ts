import { afterEach, describe, expect, it } from 'vitest';
import { BGE_SMALL, modelProfile } from '../../core/model-profiles.ts';
import { type Correction, correctedText } from '../../core/query/corrected-text.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';
import { countWords } from '../../testing/word-embedder.ts';

afterEach(closeFixtures);

const { dims } = modelProfile(BGE_SMALL);

const NOTES = [
  memory('glue', 'Wheat paste for the kite: one part flour, four parts hot water'),
  memory('sills', 'Rotten window sills at the back, fill and repaint before winter'),
  memory('bake', 'Macaroni in the oven, 180 degrees, half an hour under foil'),
  memory('dentist', 'Dentist moved to Mill Lane, ring before nine'),
];

const knowing = (...knownWords: string[]) => ({
  embedder: {
    async embedQuery(_: unknown, typed: string, corrections: readonly Correction[] = []) {
      const text = correctedText(
        typed,
        corrections.filter(({ from }) => !knownWords.includes(from)),
      );
      return {
        text,
        vector: countWords(text, dims),
        vocabularyCoverage: 0.5,
        knownWords,
        milliseconds: 0,
        cached: false,
      };
    },
  },
});

it("keeps a word that the model's vocabulary has whole, and suggests the near one", async () => {
  const { searcher } = await searchFixture(NOTES, knowing('skills', 'list'));
  const { understood, hits } = await searcher.search('skills list');
  expect(understood.corrected).toEqual([]);
  expect(understood.suggested).toEqual([{ from: 'skills', to: 'sills' }]);
  expect(hits.filter(({ scores }) => scores.keywordScore !== null)).toEqual([]);
});

it('corrects a typo that neither the model nor a memory knows', async () => {
  const { searcher } = await searchFixture(NOTES, knowing('lane'));
  const { understood, hits } = await searcher.search('dentsit lane');
  expect(understood).toMatchObject({ corrected: [{ from: 'dentsit', to: 'dentist' }], suggested: [] });
  expect(hits[0]?.id).toBe('dentist');
});

describe('what the model reads', () => {
  const asking = async (query: string, known: string[]) => {
    const asked: string[] = [];
    const { embedder } = knowing(...known);
    const { searcher } = await searchFixture(NOTES, {
      embedder: {
        async embedQuery(...args) {
          const embedding = await embedder.embedQuery(...args);
          asked.push(embedding.text);
          return embedding;
        },
      },
    });
    return { answer: await searcher.search(query), asked };
  };

  it('is the query with its typos corrected', async () => {
    const { answer, asked } = await asking('Dentsit, before nine', ['before', 'nine']);
    expect(asked).toEqual(['dentist, before nine']);
    const { answer: spelled } = await asking('dentist, before nine', ['before', 'nine']);
    expect(answer.hits[0]?.scores.similarity).toBe(spelled.hits[0]?.scores.similarity);
  });

  it('keeps the words that it knows', async () => {
    const { asked } = await asking('skills of the dentsit', ['skills', 'of', 'the']);
    expect(asked).toEqual(['skills of the dentist']);
  });

  it('is known for the next search', async () => {
    const { engine, searcher, embedded } = await searchFixture(NOTES);
    const first = await searcher.search('dentsit lane');
    // A write invalidates the cached list, but not the cached vector.
    await engine.update('glue', { text: 'Wheat paste' });
    const again = await searcher.search('dentsit lane');
    expect(again.hits.map(({ id }) => id)).toEqual(first.hits.map(({ id }) => id));
    expect(embedded).toEqual(['dentist lane']);
  });

  it('is the query as typed if no word is a typo', async () => {
    expect((await asking('skills list', ['skills', 'list'])).asked).toEqual(['skills list']);
  });
});

it('keeps a common word in its own language when searching by words alone', async () => {
  const { searcher } = await searchFixture(NOTES, { modelAllowed: false });
  const kept = await searcher.search('pasta');
  expect(kept.understood).toMatchObject({ corrected: [], suggested: [{ from: 'pasta', to: 'paste' }] });
  expect(kept.hits).toEqual([]);
  const slip = await searcher.search('dentsit');
  expect(slip.understood).toMatchObject({ corrected: [{ from: 'dentsit', to: 'dentist' }], suggested: [] });
});

it('suggests nothing for a known word that a memory contains', async () => {
  const { searcher } = await searchFixture(NOTES, knowing('paste'));
  expect((await searcher.search('paste')).understood).toMatchObject({ corrected: [], suggested: [] });
});

describe('a near word next to a strong hit', () => {
  const question = 'dentist mill lane skills';
  const offered = ({ understood }: SearchResponse) => understood.suggested;

  it('is not suggested, on no page', async () => {
    const { searcher } = await searchFixture(NOTES, knowing('skills'));
    const first = await searcher.search(question);
    expect(first.hits[0]).toMatchObject({ id: 'dentist', label: 'strong' });
    expect(offered(first)).toEqual([]);
    expect(offered(await searcher.search(question, { offset: 1 }))).toEqual([]);
  });

  it('is no longer suggested if the strong hit comes by meaning, after the words', async () => {
    const aboutSupper = async () => ({
      text: 'pasta supper',
      vector: countWords('macaroni in the oven', dims),
      vocabularyCoverage: 1,
      knownWords: ['pasta', 'supper'],
      milliseconds: 0,
      cached: false,
    });
    const { searcher } = await searchFixture(NOTES, { embedder: { embedQuery: aboutSupper } });
    const partials: SearchResponse[] = [];
    const whole = await searcher.search('pasta supper', {}, { onPartial: (partial) => partials.push(partial) });
    expect(offered(partials[0]!)).toEqual([{ from: 'pasta', to: 'paste' }]);
    expect(whole.hits[0]).toMatchObject({ id: 'bake', label: 'strong' });
    expect(offered(whole)).toEqual([]);
  });
});
