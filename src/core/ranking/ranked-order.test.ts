import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RankedRow, rankedOrder } from './ranked-order.ts';

const row = fc.record({
  tier: fc.integer({ min: 0, max: 3 }),
  final: fc.double({ min: 0, max: 10, noNaN: true }),
  bestRank: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(Number.POSITIVE_INFINITY)),
  updatedAt: fc.integer({ min: 0, max: 3 }),
  id: fc.string({ maxLength: 3 }),
});

describe('rankedOrder', () => {
  it('never puts a memory that holds fewer identifiers above one that holds more, whatever the scores', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const tiers = [...rows].sort(rankedOrder).map(({ tier }) => tier);
        expect(tiers).toEqual([...tiers].sort((a, b) => b - a));
      }),
    );
  });

  it('is a strict order: only the same id ties', () => {
    fc.assert(
      fc.property(row, row, (a, b) => {
        expect(Math.sign(rankedOrder(a, b)) + Math.sign(rankedOrder(b, a))).toBe(0);
        if (a.id !== b.id) expect(rankedOrder(a, b)).not.toBe(0);
      }),
    );
  });

  it('breaks equal scores by best rank, then recency, then id', () => {
    const base: RankedRow = { tier: 0, final: 1, bestRank: 2, updatedAt: 5, id: 'b' };
    expect(rankedOrder({ ...base, bestRank: 1 }, base)).toBeLessThan(0);
    expect(rankedOrder({ ...base, updatedAt: 6 }, base)).toBeLessThan(0);
    expect(rankedOrder({ ...base, id: 'a' }, base)).toBeLessThan(0);
  });
});
