import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { competitionRanks, firstRanks } from './competition-ranks.ts';

function naive(values: Float32Array): number[] {
  return [...values].map((value) => (value > 0 ? values.filter((other) => other > value).length + 1 : 0));
}

describe('competitionRanks', () => {
  it('shares a rank among equals and skips the next ranks', () => {
    expect([...competitionRanks(new Float32Array([5, 9, 5, 0, 1]))]).toEqual([2, 1, 2, 0, 4]);
  });

  it('equals naive ranks for any floats: tiny, huge, negative, infinite and NaN', () => {
    fc.assert(
      fc.property(fc.array(fc.float(), { maxLength: 80 }), (list) => {
        const values = new Float32Array(list);
        expect([...competitionRanks(values)]).toEqual(naive(values));
      }),
      { numRuns: 500 },
    );
  });

  it('equals naive ranks if few values repeat often, in a view into a larger buffer', () => {
    const value = fc.constantFrom(0, -1, 0.5, 0.5000001, 1, 2, 3.25, 11.999);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 300 }), (list) => {
        const values = new Float32Array([7, ...list, 7]).subarray(1, list.length + 1);
        expect([...competitionRanks(values)]).toEqual(naive(values));
      }),
    );
  });

  it('ranks only the first ones the same, and includes all of those ranks', () => {
    const value = fc.oneof(fc.float({ min: 0, max: 12, noNaN: true }), fc.constantFrom(0, 2, 3, 3.0001));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 80 }), fc.integer({ min: 1, max: 90 }), (list, count) => {
        const values = new Float32Array(list);
        const ranks = new Uint32Array(list.length);
        const rows = [...firstRanks(values, count, ranks)];
        const expected = naive(values);
        expect(rows).toEqual([...ranks.keys()].filter((row) => ranks[row]! > 0));
        for (const [row, rank] of expected.entries()) {
          if (ranks[row]! > 0) expect(ranks[row]).toBe(rank);
          else expect(rank === 0 || rank > count).toBe(true);
        }
        expect([...competitionRanks(values, ranks)]).toEqual(expected);
      }),
    );
  });
});
