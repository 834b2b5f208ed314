import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from '../../core/text/edit-distance.ts';
import { Vocabulary } from './vocabulary.ts';

/** Few letters, so that many terms are prefixes of others. Han text becomes bigrams, which are never completed. */
const term = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '7', '東'), minLength: 1, maxLength: 6 });

it('finds the same prefixes with and without the tree', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(term, { maxLength: 60 }),
      term,
      fc.integer({ min: 1, max: 8 }),
      (terms, prefix, most) => {
        const read = new Vocabulary('none');
        const walked = new Vocabulary('none');
        for (const each of terms) {
          read.intern(each);
          walked.intern(each);
        }
        // After this many look-ups, the next one builds the tree.
        for (let asked = 0; asked < 100; asked++) walked.startingWith('x', 1, () => true);
        const wanted = (id: number) => id % 3 > 0;
        const found = walked.startingWith(prefix, most, wanted);
        expect(read.startingWith(prefix, most, wanted)).toEqual(found);
      },
    ),
  );
});

it('finds terms that were added after the first prefix query', () => {
  const vocabulary = new Vocabulary('none');
  vocabulary.intern('harbour');
  for (let asked = 0; asked < 200; asked++) {
    const id = vocabulary.intern(`harbour${asked}`);
    expect(vocabulary.startingWith(`harbour${asked}`.slice(0, -1), 1_000, () => true)).toContain(id);
  }
});

it('finds the terms within one typo of a word, including later ones', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'é', '7'), minLength: 1, maxLength: 7 });
  const most = fc.constantFrom<1 | 2>(1, 2);
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 80 }), fc.nat(80), word, most, (terms, early, typed, edits) => {
      fc.pre(typed.length >= 3);
      const vocabulary = new Vocabulary('none');
      for (const term of terms.slice(0, early)) vocabulary.intern(term);
      vocabulary.near(typed, edits);
      for (const term of terms.slice(early)) vocabulary.intern(term);
      const expected = terms.flatMap((term, id) => {
        const distance = editDistance(typed, term, edits);
        return distance > 0 && distance <= edits && !/7/.test(term) ? [{ id, distance }] : [];
      });
      expect(vocabulary.near(typed, edits)).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

it('finds nothing near a made-up word of any length', () => {
  const vocabulary = new Vocabulary('none');
  for (const length of [1, 2, 3, 254, 255, 256, 10_000]) vocabulary.intern('a'.repeat(length));
  expect(vocabulary.near('', 2)).toEqual([]);
  expect(vocabulary.near('b'.repeat(10_000), 2)).toEqual([]);
  expect(vocabulary.near('a'.repeat(10_001), 2)).toEqual([]);
});
