import { afterAll, describe, expect, it } from 'vitest';
import type { SearchResponse } from '../../core/results/response.ts';
import { distractors } from '../../testing/distractors.ts';
import { CASE_MEMORIES } from '../../testing/query-cases.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

const others = distractors(1_000, 5).map((each, at) =>
  memory(`distractor ${at}`, each.text, { tags: [...(each.tags ?? [])], ...(each.title ? { title: each.title } : {}) }),
);
const targets = [...CASE_MEMORIES, { id: 'feldspar', text: 'Order feldspar 42 from the quarry.' }].map(
  ({ id, text, ...more }) => memory(id, text, more),
);
afterAll(closeFixtures);

const { searcher } = await searchFixture([...others.slice(0, 500), ...targets, ...others.slice(500)]);
const ids = ({ hits }: SearchResponse) => hits.map(({ id }) => id);

describe('a memory that contains the identifier comes first', () => {
  it.each<[string, string[], string[]]>([
    ['D40', ['d40'], ['d41']],
    ['Tell me about D40', ['d40'], ['d41']],
    ['Tell me about Room D40', ['d40'], ['d41']],
    ['Aboleth', ['aboleth'], []],
    ['30 CFR 75.1725', ['msha'], ['msha-near']],
    ['Explain regulation 75.1725', ['msha'], ['msha-near']],
    ['MSHA 30 CFR 75', ['msha', 'msha-near'], []],
    ['What are the safety requirements?', ['safety'], []],
    ['ilmango', ['ilmango'], []],
    ['What did ilmango say?', ['ilmango'], []],
    ["ilmango's iron farm design", ['ilmango'], ['iron-farm', 'farm-iron']],
    ['Dream', ['dream'], ['dreams']],
    ['Technoblade', ['techno'], []],
    ['Ph1LzA', ['philza'], []],
    ['Grian', ['grian'], []],
    ['MumboJumbo', ['mumbo'], []],
    ['CreeperSlayer99', ['slayer99'], ['slayer98']],
    ['What do you remember about CreeperSlayer99?', ['slayer99'], ['slayer98']],
    ['1000 -500', ['base'], ['base-positive']],
    ["What's at coordinates 500, 64, -200?", ['portal-minus'], ['portal-plus']],
    ['creeper farm', ['creeper-farm'], ['mob-farm']],
    ['/tp @p 0 64 0', ['tp'], ['tp-far']],
    ['rathole project codebase architecture', ['rathole'], ['cachekit', 'litesearch']],
  ])('%s', async (query, first, below) => {
    const answer = await searcher.search(query, { limit: 50 });
    const found = ids(answer);
    expect(found.slice(0, first.length).sort()).toEqual([...first].sort());
    for (const id of below) if (found.includes(id)) expect(found.indexOf(id)).toBeGreaterThanOrEqual(first.length);
  });
});

describe('a code that no memory contains', () => {
  it.each([
    ['D42', 'feldspar'],
    ['PII-2025-0042', 'pii'],
    ['CreeperSlayer97', 'slayer99'],
    ['75.1199', 'msha'],
    ['D42 PII-2025-0042', 'pii'],
  ])('%s finds nothing relevant, and memories that share a part are weak', async (query, near) => {
    const answer = await searcher.search(query, { limit: 100 });
    expect(ids(answer)).toEqual([]);
    expect(answer.hasMore).toBe(false);
    expect(answer.weak.map(({ id }) => id)).toContain(near);
  });

  it.each([
    ['PII-2024', ['pii', 'pii-near']],
    ['75.17', ['msha', 'msha-near']],
    ['CreeperSl', ['slayer98', 'slayer99']],
    ['QueryString', ['camel']],
    ['v1.2', ['version', 'version-near']],
  ])('%s finds memories with a code that starts with it', async (query, found) => {
    expect(ids(await searcher.search(query, { limit: 100, groupDuplicates: false }))).toEqual(
      expect.arrayContaining(found),
    );
  });

  it("isn't answered by meaning either", async () => {
    const answer = await searcher.search('ZX9000');
    expect(answer.modesUsed).toContain('semantic');
    expect(answer.hits).toEqual([]);
  });
});
