import { afterEach, expect, it, vi } from 'vitest';
import { BGE_SMALL, modelProfile } from '../../core/options/model-profiles.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';
import { createWordEmbedder } from '../../testing/word-embedder.ts';

afterEach(closeFixtures);

const IRON = 'An iron farm design by ilmango for villagers';
const NOTES = [
  memory('farm', IRON),
  memory('twin', IRON),
  memory('mob', 'A mob farm with a dark room and water'),
  memory('bread', 'Bake bread with rye flour and salt'),
];
const shown = ({ hits, weak }: SearchResponse) => [...hits, ...weak].map(({ id }) => id);

it('reads each memory once, for duplicates, the answer by words and the fused one', async () => {
  const { engine, searcher } = await searchFixture(NOTES);
  const read = vi.spyOn(engine.store, 'get');
  const partial: SearchResponse[] = [];
  const final = await searcher.search('iron farm', {}, { onPartial: (early) => partial.push(early) });
  expect(partial[0]!.modesUsed).not.toContain('semantic');
  expect(final.modesUsed).toContain('semantic');
  expect(partial[0]!.hits.length).toBeGreaterThan(0);
  const asked = read.mock.calls.flatMap(([wanted]) => [...wanted]);
  expect(new Set(asked)).toEqual(new Set([...shown(partial[0]!), ...shown(final)]));
  expect(asked).toHaveLength(new Set(asked).size);
});

it('reads again what was written meanwhile', async () => {
  const words = createWordEmbedder(modelProfile(BGE_SMALL));
  let written = (): void => {};
  const write = new Promise<void>((resolve) => {
    written = resolve;
  });
  const { engine, searcher } = await searchFixture(NOTES, {
    embedder: {
      async embedQuery(context, text) {
        await write;
        return words.embedQuery(context, text);
      },
    },
  });
  const rewrite = async (): Promise<void> => {
    await engine.upsert([{ id: 'farm', text: 'An iron farm of another kind' }]);
    written();
  };
  const answers: SearchResponse[] = [];
  const onPartial = (answer: SearchResponse): void => {
    if (answers.push(answer) === 1) void rewrite();
  };
  answers.push(await searcher.search('iron farm', { groupDuplicates: false }, { onPartial }));
  const textOf = (answer?: SearchResponse) => answer?.hits.find(({ id }) => id === 'farm')?.memory.text;
  expect(textOf(answers[0])).toBe(IRON);
  expect(textOf(answers.at(-1))).toBe('An iron farm of another kind');
});
