import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { competitionRanks } from './competition-ranks.ts';

/** By definition: one more than the number of greater values. */
function naive(values: Float32Array): number[] {
  return [...values].map((value) => (value > 0 ? values.filter((other) => other > value).length + 1 : 0));
}

describe('competitionRanks', () => {
  it('shares a rank among equals and skips as many', () => {
    expect([...competitionRanks(new Float32Array([5, 9, 5, 0, 1]))]).toEqual([2, 1, 2, 0, 4]);
  });

  it('equals naive ranks for any floats, tiny, huge, negative, infinite and NaN ones too', () => {
    fc.assert(
      fc.property(fc.array(fc.float(), { maxLength: 80 }), (list) => {
        const values = new Float32Array(list);
        expect([...competitionRanks(values)]).toEqual(naive(values));
      }),
      { numRuns: 500 },
    );
  });

  it('equals naive ranks where few values repeat often, in a view into a larger buffer', () => {
    const value = fc.constantFrom(0, -1, 0.5, 0.5000001, 1, 2, 3.25, 11.999);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 300 }), (list) => {
        const values = new Float32Array([7, ...list, 7]).subarray(1, list.length + 1);
        expect([...competitionRanks(values)]).toEqual(naive(values));
      }),
    );
  });
});
