import { afterEach, describe, expect, it, vi } from 'vitest';
import { resolveSearchSettings } from '../../core/options/resolve-options.ts';
import { NEW_ARRAYS } from '../../core/row-arrays.ts';
import { UNKNOWN_LANGUAGE } from '../../core/text/language.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';
import { seededRandom } from '../../testing/seeded-random.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import { createRowIndexes } from '../table/row-indexes.ts';
import type { Retrieved } from './arms/arm.ts';
import { createMessageGroups } from './message-groups.ts';
import { Ranker } from './rank.ts';
import type { Ranking, SearchPlan } from './stages.ts';

function rankerOf(table: MemoryTable) {
  const indexes = createRowIndexes(table);
  const ranker = new Ranker(table, indexes, createMessageGroups(table, indexes));
  return (plan: SearchPlan, found: Retrieved) => ranker.rank(plan, found);
}

afterEach(closeFixtures);

const planOf = (size: number): SearchPlan =>
  ({
    arrays: NEW_ARRAYS,
    settings: resolveSearchSettings({ tuning: { feedback: 0 } }, {}),
    parsed: { words: ['about'], phrases: [] },
    classification: { identifiers: [] },
    scopes: { visible: { size, allowed: null, count: size }, returnable: null },
    semantic: null,
    now: 0,
  }) as unknown as SearchPlan;
const nothing = { semantic: null, tags: null, links: null, conversation: null, embedding: null, excluded: null };

it('ranks keyword matches only once for the keyword answer and the fused one', async () => {
  const { table } = await searchFixture(['a', 'b', 'c'].map((id) => memory(id, `about ${id}`)));
  const counted = vi.fn(NEW_ARRAYS.uint32);
  const plan = {
    settings: resolveSearchSettings({ tuning: { feedback: 0 } }, {}),
    parsed: { words: ['about'], phrases: [] },
    classification: { identifiers: [] },
    arrays: { ...NEW_ARRAYS, uint32: counted },
    scopes: { visible: { size: 3, allowed: null, count: 3 }, returnable: null },
    semantic: null,
    now: 0,
  } as unknown as SearchPlan;
  const arm = (name: 'keyword' | 'semantic', ...scores: number[]) => ({
    arm: name,
    scores: Float32Array.from(scores),
    evidence: Float32Array.from(scores),
    count: 3,
    embeddedShare: 1,
    readsQuery: true,
    standout: 3,
    language: UNKNOWN_LANGUAGE,
  });
  const exact = { identifiers: [], begun: null, completions: null, unheldCodes: false };
  const words = { ...nothing, keyword: arm('keyword', 1, 3, 2), exact } as unknown as Retrieved;
  const both = { ...words, semantic: arm('semantic', 0.9, 0.1, 0.2) } as unknown as Retrieved;
  const ranker = rankerOf(table);
  const first = ranker(plan, words);
  expect(first.top(3)).toEqual([1, 2, 0]);
  const before = counted.mock.calls.length;
  const fused = ranker(plan, both);
  // For the ranks of the semantic arm and the matches.
  expect(counted.mock.calls.length - before).toBe(2);
  const anew = rankerOf(table)(plan, both);
  expect(fused.top(3)).toEqual(anew.top(3));
  const ranks = (ranking: Ranking) => [0, 1, 2].map((row) => ranking.armRankings[0]!.rankOf(row));
  expect(ranks(first)).toEqual([3, 1, 2]);
  expect(ranks(fused)).toEqual([3, 1, 2]);
  expect(fused.final).toEqual(anew.final);
  expect(fused.final).not.toEqual(first.final);
});

describe('the best keyword matches', () => {
  const SIZE = 3_000;
  const random = seededRandom(11);
  const held = (share: number) => Uint8Array.from({ length: SIZE }, () => (random() < share ? 1 : 0));
  const none = { identifiers: [], begun: null, completions: null, unheldCodes: false };
  const exact: [string, Retrieved['exact']][] = [
    ['alone', none],
    ['identifiers', { ...none, identifiers: [held(0.02), held(0.01)] }],
  ];
  const values: [string, () => number][] = [
    ['spread', () => random() * 9],
    ['mostly small', () => random() ** 6 * 12],
    ['in ties by the hundred', () => 1 + Math.floor(random() * 4)],
  ];
  const cases = values.flatMap(([how, value]) => exact.map(([what, own]) => [`${how}, ${what}`, value, own] as const));

  it.each(cases)('%s: are the same as if every row were scored', (_, value, own) => {
    const many = {
      size: SIZE,
      rowsVersion: 0,
      changedSince: () => [],
      row: (at: number) => ({ id: `m${at}`, updatedAt: at % 7 }),
    } as unknown as MemoryTable;
    const evidence = Float32Array.from({ length: SIZE }, () => (random() < 0.7 ? value() : 0));
    const keyword = { arm: 'keyword', scores: evidence, evidence, count: 1 };
    const found = { ...nothing, keyword, exact: own } as unknown as Retrieved;
    const ranked = () => rankerOf(many)(planOf(SIZE), found);
    const few = ranked();
    const all = ranked();
    all.scoreAll();
    const first = few.top(150);
    expect(first).toHaveLength(150);
    expect(first).toEqual(all.top(150));
    for (const row of first)
      expect([few.final[row], few.armRankings[0]!.rankOf(row)]).toEqual([
        all.final[row],
        all.armRankings[0]!.rankOf(row),
      ]);
    expect(few.top(2_000)).toEqual(all.top(2_000));
    few.scoreAll();
    expect(few.final).toEqual(all.final);
  });
});
