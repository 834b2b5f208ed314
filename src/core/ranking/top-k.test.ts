import fc from 'fast-check';
import { expect, it } from 'vitest';
import { topK } from './top-k.ts';

it('equals the head of a full sort, for every k', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 1e6 })), fc.integer({ min: 0, max: 40 }), (items, k) => {
      const order = (a: number, b: number) => (a % 97) - (b % 97) || a - b;
      expect(topK(items, k, order)).toEqual([...items].sort(order).slice(0, k));
    }),
  );
});

it('gives the same with values, and compares few items', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: 0, max: 40 }), (list, k) => {
      const values = Float64Array.from(list);
      const order = (a: number, b: number) => values[b]! - values[a]! || b - a;
      const items = [...values.keys()];
      expect(topK(items, k, order, values)).toEqual(topK(items, k, order));
    }),
  );
  let asked = 0;
  const values = Float64Array.from({ length: 10_000 }, (_, item) => 10_000 - item);
  const order = (a: number, b: number): number => {
    asked++;
    return values[b]! - values[a]!;
  };
  topK([...values.keys()], 10, order, values);
  expect(asked).toBeLessThan(200);
});
