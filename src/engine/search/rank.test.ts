import { afterEach, expect, it } from 'vitest';
import { resolveSearchSettings } from '../../core/options/resolve-options.ts';
import { NEW_ARRAYS } from '../../core/row-arrays.ts';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';
import { createRowIndexes } from '../table/row-indexes.ts';
import { createRanker } from './rank.ts';
import type { Found, SearchPlan } from './stages.ts';

afterEach(closeFixtures);

it('ranks what the words found once, for the answer that comes first and for the fused one', async () => {
  const { table } = await searchFixture(['a', 'b', 'c'].map((id) => memory(id, `about ${id}`)));
  const plan = {
    settings: resolveSearchSettings({ feedback: 0 }, {}),
    parsed: { words: ['about'], phrases: [] },
    classification: { identifiers: [] },
    arrays: NEW_ARRAYS,
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
    standout: 3,
  });
  const none = { semantic: null, tags: null, links: null, conversation: null, embedding: null, excluded: null };
  const exact = { identifiers: [], anchors: { names: [], matches: [] }, completions: null };
  const words = { ...none, keyword: arm('keyword', 1, 3, 2), exact } as unknown as Found;
  const both = { ...words, semantic: arm('semantic', 0.9, 0.1, 0.2) } as unknown as Found;
  const ranker = createRanker(table, createRowIndexes(table));
  const first = ranker(plan, words);
  const fused = ranker(plan, both);
  expect([...first.ranks.get('keyword')!]).toEqual([3, 1, 2]);
  expect(fused.ranks.get('keyword')).toBe(first.ranks.get('keyword'));
  expect(fused.final).toEqual(createRanker(table, createRowIndexes(table))(plan, both).final);
  expect(fused.final).not.toEqual(first.final);
});
