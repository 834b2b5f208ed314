import { describe, expect, it } from 'vitest';
import { reciprocalRank, reciprocalRankFusion } from './reciprocal-rank.ts';

describe('reciprocalRank', () => {
  it('is 1/61 for the first of a list', () => {
    expect(reciprocalRank(1)).toBeCloseTo(0.016393, 6);
    expect(reciprocalRank(1, 1)).toBe(0.5);
    expect(reciprocalRank(10, 1000)).toBe(1 / 1010);
  });

  it.each([0, -1, 0.5, Number.NaN])('refuses rank %s', (rank) => {
    expect(() => reciprocalRank(rank)).toThrow(RangeError);
  });

  it.each([0, 0.5, 1001, Number.NaN])('refuses k %s', (k) => {
    expect(() => reciprocalRank(1, k)).toThrow(RangeError);
  });
});

describe('reciprocalRankFusion', () => {
  it('adds up overlapping lists, and gives nothing for a missing document', () => {
    const fused = reciprocalRankFusion([
      ['a', 'b'],
      ['a', 'c'],
    ]);
    expect(fused.get('a')).toBeCloseTo(0.0328, 4);
    expect(fused.get('b')).toBe(1 / 62);
    expect(fused.get('c')).toBe(1 / 62);
    expect(fused.size).toBe(3);
  });

  it('honours weights of 0 and 1', () => {
    const fused = reciprocalRankFusion([['a'], ['b']], 60, [1, 0]);
    expect(fused.get('a')).toBe(1 / 61);
    expect(fused.get('b')).toBe(0);
  });

  it('is empty for empty lists', () => {
    expect(reciprocalRankFusion([[], []]).size).toBe(0);
  });
});
