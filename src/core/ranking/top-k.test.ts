import fc from 'fast-check';
import { expect, it } from 'vitest';
import { topK } from './top-k.ts';

it('is the head of the full sort, for every k', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 1e6 })), fc.integer({ min: 0, max: 40 }), (items, k) => {
      const order = (a: number, b: number) => (a % 97) - (b % 97) || a - b;
      expect(topK(items, k, order)).toEqual([...items].sort(order).slice(0, k));
    }),
  );
});
