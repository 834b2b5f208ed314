import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

function byTheBook(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      table[i]![j] = Math.min(
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
        table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? table[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
  }
  return table[a.length]![b.length]!;
}

it('counts insertions, deletions, replacements and swaps of neighbours', () => {
  expect(editDistance('harbour', 'harbour', 2)).toBe(0);
  expect(editDistance('harbour', 'harbor', 2)).toBe(1);
  expect(editDistance('harbour', 'hrabour', 2)).toBe(1);
  expect(editDistance('harbour', 'hrabor', 2)).toBe(2);
  expect(editDistance('harbour', 'lantern', 2)).toBe(3);
  expect(editDistance('ca', 'abc', 3)).toBe(3);
});

it('equals the textbook distance, up to the limit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.nat(4), (a, b, most) => {
      expect(editDistance(a, b, most)).toBe(Math.min(most + 1, byTheBook(a, b)));
    }),
    { numRuns: 5_000 },
  );
});

it('compares words of any length, one after another', () => {
  const long = 'ab'.repeat(500);
  expect(editDistance(long, `x${long}`, 2)).toBe(1);
  expect(editDistance(`${long}y`, `x${long}`, 2)).toBe(2);
  expect(editDistance('abcd', 'abdc', 2)).toBe(1);
});
