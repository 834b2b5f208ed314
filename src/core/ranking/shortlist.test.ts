import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortlist } from './shortlist.ts';
import { topK } from './top-k.ts';

const value = fc.oneof(
  fc.constantFrom(0, 1, 0.1, 1e-45, 3e38),
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.double({ min: 1, max: 1 + 1e-7, noNaN: true }),
);

it('contains the head of every order by value, however ties are settled', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 60 }), fc.integer({ min: 0, max: 30 }), (list, k) => {
      const values = Float32Array.from(list);
      const order = (a: number, b: number) => values[b]! - values[a]! || (a % 7) - (b % 7) || b - a;
      const positive = [...values.keys()].filter((row) => values[row]! > 0);
      const listed = shortlist(values, k);
      expect(topK(listed, k, order)).toEqual(topK(positive, k, order));
      expect([...listed]).toEqual(positive.filter((row) => listed.includes(row)));
    }),
    { numRuns: 500 },
  );
});

it('leaves out rows that are far behind', () => {
  const values = Float32Array.from({ length: 10_000 }, (_, row) => row + 1);
  expect(shortlist(values, 100).length).toBeLessThan(500);
});
