import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankedOrder } from './ranked-order.ts';

interface Row {
  tier: number;
  final: number;
  /** 0 = in no arm. */
  rank: number;
  updatedAt: number;
  newest: number;
}

const row = fc.record({
  tier: fc.integer({ min: 0, max: 3 }),
  final: fc.double({ min: 0, max: 10, noNaN: true }),
  rank: fc.integer({ min: 0, max: 5 }),
  updatedAt: fc.integer({ min: 0, max: 3 }),
  newest: fc.integer({ min: 0, max: 1 }),
});

function orderOf(rows: readonly Row[]): (a: number, b: number) => number {
  return rankedOrder({
    tiers: Uint8Array.from(rows, ({ tier }) => tier),
    final: Float64Array.from(rows, ({ final }) => final),
    newestFirst: Uint8Array.from(rows, ({ newest }) => newest),
    arms: [{ rankOf: (at) => rows[at]!.rank }],
    updatedAt: () => Float64Array.from(rows, ({ updatedAt }) => updatedAt),
    id: (at) => String(9_000 - at),
  });
}

describe('rankedOrder', () => {
  it('never ranks a memory with fewer identifiers above one with more, whatever the scores', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const tiers = [...rows.keys()].sort(orderOf(rows)).map((at) => rows[at]!.tier);
        expect(tiers).toEqual([...tiers].sort((a, b) => b - a));
      }),
    );
  });

  it('is a strict order: only a row ties with itself', () => {
    fc.assert(
      fc.property(row, row, (a, b) => {
        const order = orderOf([a, b]);
        expect(Math.sign(order(0, 1)) + Math.sign(order(1, 0))).toBe(0);
        expect(order(0, 1)).not.toBe(0);
        expect(order(0, 0)).toBe(0);
      }),
    );
  });

  it('has no circles, also where some rows go by time', () => {
    fc.assert(
      fc.property(row, row, row, (...rows) => {
        const order = orderOf(rows);
        if (order(0, 1) < 0 && order(1, 2) < 0) expect(order(0, 2)).toBeLessThan(0);
      }),
    );
  });

  it('puts the last changed first among the rows that go by time, after the others of their tier', () => {
    const base: Row = { tier: 1, final: 1, rank: 1, updatedAt: 1, newest: 1 };
    const rows = [base, { ...base, final: 0, updatedAt: 2 }, { ...base, final: 0, newest: 0 }];
    expect([0, 1, 2].sort(orderOf(rows))).toEqual([2, 1, 0]);
  });

  it('breaks equal scores by best rank, then the last change, then id', () => {
    const base: Row = { tier: 0, final: 1, rank: 2, updatedAt: 5, newest: 0 };
    expect(orderOf([{ ...base, rank: 1 }, base])(0, 1)).toBeLessThan(0);
    expect(orderOf([base, { ...base, rank: 0 }])(0, 1)).toBeLessThan(0);
    expect(orderOf([{ ...base, updatedAt: 6 }, base])(0, 1)).toBeLessThan(0);
    expect(orderOf([base, base])(0, 1)).toBeGreaterThan(0);
  });
});
