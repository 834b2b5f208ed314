import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Vocabulary } from './vocabulary.ts';

/** Few letters, so that many begin one another; Han is there as bigrams, which nobody completes. */
const term = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '7', '東'), minLength: 1, maxLength: 6 });

it('finds the same beginnings with the tree and without', () => {
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
        // A near miss is looked for in the tree, which is there from then on.
        walked.near('a', 1);
        const wanted = (id: number) => id % 3 > 0;
        const found = walked.startingWith(prefix, most, wanted);
        expect(read.startingWith(prefix, most, wanted)).toEqual(found);
      },
    ),
  );
});

it('finds terms that came after the first beginnings were asked for', () => {
  const vocabulary = new Vocabulary('none');
  vocabulary.intern('harbour');
  for (let asked = 0; asked < 200; asked++) {
    const id = vocabulary.intern(`harbour${asked}`);
    expect(vocabulary.startingWith(`harbour${asked}`.slice(0, -1), 1_000, () => true)).toContain(id);
  }
});
