import { afterAll, describe, expect, it } from 'vitest';
import type { SearchResponse } from '../../core/results/response.ts';
import { distractors } from '../../testing/distractors.ts';
import { closeFixtures, FIXTURE_TIME, memory, searchFixture } from '../../testing/search-fixture.ts';

afterAll(closeFixtures);

const DAY = 86_400_000;
const others = distractors(5_000, 11).map((each, at) => memory(`distractor ${at}`, each.text));
const bills = [
  memory('roof', 'Roofer, bill INV-20000, paid by transfer'),
  memory('drain', 'Drain cleared again, bill INV-20007, cash on the day'),
  memory('other', 'Gutter cleaned, bill INV-31000'),
];
const parcels = Array.from({ length: 30 }, (_, at) =>
  memory(`parcel ${at}`, `Parcel TRK-77${100 + at} for ${'the neighbour '.repeat(at % 4)}upstairs`, {
    updatedAt: FIXTURE_TIME - (30 - at) * DAY,
  }),
);
const { searcher } = await searchFixture([...others.slice(0, 2_500), ...bills, ...parcels, ...others.slice(2_500)]);
const ids = ({ hits }: SearchResponse) => hits.map(({ id }) => id);

describe('a partial code', () => {
  it.each(['INV-2000', 'inv-2000', 'bill INV-2000'])('%s finds the codes that start with it', async (query) => {
    const answer = await searcher.search(query);
    expect(ids(answer).slice(0, 2).sort()).toEqual(['drain', 'roof']);
    for (const { label } of answer.hits.slice(0, 2)) expect(label).not.toBe('weak');
    expect(answer.total).toBeGreaterThanOrEqual(2);
  });

  it('finds the newest first if there are many', async () => {
    const answer = await searcher.search('TRK-771', { limit: 30, groupDuplicates: false });
    expect(ids(answer)).toEqual(Array.from({ length: 30 }, (_, at) => `parcel ${29 - at}`));
  });

  it('finds the complete code first if there is one', async () => {
    const answer = await searcher.search('INV-20007');
    expect(ids(answer)[0]).toBe('drain');
    expect(answer.hits[0]?.scores.tier).toBe(1);
    expect(answer.hits[1]?.scores.tier ?? 0).toBe(0);
  });

  it('matches no prefix with prefixes off, or before another word', async () => {
    for (const [query, prefix] of [
      ['INV-2000', false],
      ['INV-2000 bill', true],
    ] as const) {
      const { hits } = await searcher.search(query, { tuning: { prefix } });
      for (const { scores } of hits) expect(scores.tier).toBe(0);
    }
  });
});
