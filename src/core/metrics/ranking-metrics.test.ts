import { describe, expect, it } from 'vitest';
import { hit, meanMetrics, measure, ndcg, recall, reciprocalRankOfFirst } from './ranking-metrics.ts';

const judged = new Map([
  ['a', 3],
  ['b', 1],
  ['c', 0],
]);

describe('ndcg', () => {
  it('is 1 for the ideal order and uses grades as gains', () => {
    expect(ndcg(['a', 'b', 'x'], judged, 10)).toBe(1);
    const expected = (1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3));
    expect(ndcg(['b', 'a'], judged, 10)).toBeCloseTo(expected, 12);
  });

  it('is 0 without anything relevant', () => {
    expect(ndcg(['c'], judged, 10)).toBe(0);
    expect(ndcg(['a'], new Map(), 10)).toBe(0);
  });
});

it('counts recall, first position and hits within the depth', () => {
  expect(recall(['x', 'a'], judged, 2)).toBe(0.5);
  expect(recall(['x', 'a'], judged, 1)).toBe(0);
  expect(reciprocalRankOfFirst(['x', 'b'], judged, 10)).toBe(0.5);
  expect(reciprocalRankOfFirst(['x', 'b'], judged, 1)).toBe(0);
  expect(hit(['x', 'b'], judged, 2)).toBe(1);
});

it('averages over queries', () => {
  const mean = meanMetrics([measure(['a', 'b'], judged), measure(['x'], judged)]);
  expect(mean['ndcg@10']).toBe(0.5);
  expect(mean['hit@1']).toBe(0.5);
  expect(meanMetrics([])['ndcg@10']).toBe(0);
});
