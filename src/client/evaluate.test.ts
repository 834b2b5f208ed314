import { expect, it } from 'vitest';
import { HybridSearchError } from '../core/errors.ts';
import type { SearchSettings } from '../core/options/options.ts';
import { evaluate } from './evaluate.ts';

function rankingOf(asked: SearchSettings[] = []) {
  return {
    call: async (_: 'rank', [query, settings]: [string, SearchSettings]) => {
      asked.push(settings);
      if (query === 'broken') throw new HybridSearchError('closed');
      if (settings.modes?.includes('semantic')) throw new HybridSearchError('mode-unavailable');
      return settings.modes ? ['soup', 'bread'] : ['bread', 'soup'];
    },
  } as Parameters<typeof evaluate>[0];
}

const JUDGED = [{ query: 'pumpkin', relevant: { soup: 1 } }];

it('measures each column that the store can rank by, and names the best', async () => {
  const { columns, perQuery, best } = await evaluate(rankingOf(), JUDGED, {}, undefined);
  expect(columns.keyword).toMatchObject({ 'ndcg@10': 1, 'mrr@10': 1 });
  expect(columns.hybrid?.['mrr@10']).toBe(0.5);
  expect([columns.semantic, columns.rrf, columns.linear]).toEqual([null, null, null]);
  expect(perQuery).toEqual([{ query: 'pumpkin', ndcg: { ...perQuery[0]!.ndcg, keyword: 1, semantic: null } }]);
  expect(best).toBe('keyword');
});

it('applies the settings given to the hybrid column alone', async () => {
  const asked: SearchSettings[] = [];
  await evaluate(rankingOf(asked), JUDGED, { alpha: 0.2, tuning: { k: 7 } }, undefined);
  expect(asked.map(({ alpha }) => alpha)).toEqual([undefined, 1, undefined, 0.5, 0.2]);
  expect(asked.at(-1)?.tuning).toMatchObject({ candidates: 20, k: 7 });
});

it('requires a query, and passes on errors other than a missing model', async () => {
  await expect(evaluate(rankingOf(), [], {}, undefined)).rejects.toMatchObject({
    code: 'invalid-option',
    path: 'judged',
  });
  const broken = [{ query: 'broken', relevant: {} }];
  await expect(evaluate(rankingOf(), broken, {}, undefined)).rejects.toMatchObject({ code: 'closed' });
});
