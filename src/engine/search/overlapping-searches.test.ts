import { afterEach, expect, it } from 'vitest';
import { BGE_SMALL, modelProfile } from '../../core/model-profiles.ts';
import type { SearchSettings } from '../../core/options/options.ts';
import type { SearchResponse } from '../../core/results/response.ts';
import { distractors } from '../../testing/distractors.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import { createWordEmbedder } from '../../testing/word-embedder.ts';

afterEach(closeFixtures);

const MEMORIES = distractors(300, 5).map(({ title = '', text }, at) => memory(`m${at}`, text, { title }));
const QUERIES = MEMORIES.filter((_, at) => at % 25 === 0).map(({ text }) => text.split(' ').slice(0, 4).join(' '));
const PAGES: SearchSettings[] = [{}, { limit: 5, offset: 5 }, { limit: 40, explain: true }];

const words = createWordEmbedder(modelProfile(BGE_SMALL));

const fixture = (delay: () => number) =>
  searchFixture(MEMORIES, {
    embedder: {
      async embedQuery(...asked) {
        await new Promise((resolve) => setTimeout(resolve, delay()));
        return words.embedQuery(...asked);
      },
    },
  });

/** `stats` has timings and cache information. */
const told = ({ stats: _stats, ...answer }: SearchResponse) => answer;

it('overlapping, aborted and paged searches give the same answers as single ones', async () => {
  const expected = new Map<string, unknown[]>();
  for (const query of QUERIES) {
    for (const page of PAGES) {
      const { searcher } = await fixture(() => 0);
      const parts: SearchResponse[] = [];
      const answer = await searcher.search(query, page, { onPartial: (part) => parts.push(part) });
      expect(answer.modesUsed).toContain('semantic');
      expected.set(query + JSON.stringify(page), [...parts, answer].map(told));
    }
  }
  const random = seededRandom(9);
  const drawn = <Value>(list: readonly Value[]): Value => list[Math.floor(random() * list.length)]!;
  const { searcher } = await fixture(() => random() * 4);
  let answered = 0;
  await Promise.all(
    Array.from({ length: 400 }, async (_, at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 2));
      const query = drawn(QUERIES);
      const page = drawn(PAGES);
      const stopping = new AbortController();
      if (random() < 0.4) setTimeout(() => stopping.abort(), random() * 4);
      const parts: SearchResponse[] = [];
      try {
        const controls = { signal: stopping.signal, onPartial: (part: SearchResponse) => parts.push(part) };
        const answer = await searcher.search(query, page, controls);
        answered++;
        // If the list is cached, no keyword answer comes first.
        const whole = expected.get(query + JSON.stringify(page))!;
        const got = [...parts, answer].map(told);
        expect(got).toEqual(whole.slice(-got.length));
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
      }
    }),
  );
  expect(answered).toBeGreaterThan(150);
});
