import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortlist } from './shortlist.ts';
import { topK } from './top-k.ts';

const value = fc.oneof(
  fc.constantFrom(0, -1, 1, 0.1, Number.MIN_VALUE, 3e38, Number.POSITIVE_INFINITY),
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.double({ min: 1, max: 1 + 1e-7, noNaN: true }),
);

it('holds the head of every order that begins with the value, whatever settles its ties', () => {
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 60 }),
      fc.integer({ min: 0, max: 30 }),
      fc.boolean(),
      (list, k, single) => {
        const values = single ? Float32Array.from(list) : Float64Array.from(list);
        const rows = Uint32Array.from(values.keys()).filter((row) => row % 5 !== 3);
        const order = (a: number, b: number) =>
          values[a] === values[b] ? (a % 7) - (b % 7) || b - a : values[b]! - values[a]!;
        const listed = shortlist(rows, values, k);
        expect(topK(listed, k, order)).toEqual(topK(rows, k, order));
        expect([...listed]).toEqual([...rows].filter((row) => listed.includes(row)));
      },
    ),
    { numRuns: 500 },
  );
});

it('leaves out what is far behind', () => {
  const values = Float64Array.from({ length: 10_000 }, (_, row) => row + 1);
  expect(shortlist(Uint32Array.from(values.keys()), values, 100).length).toBeLessThan(500);
});
