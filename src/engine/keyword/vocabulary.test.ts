import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance } from '../../core/text/edit-distance.ts';
import { alphabetical, Vocabulary } from './vocabulary.ts';

/** Few letters, so that many terms are prefixes of others. Han text becomes bigrams, which are never completed. */
const term = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '7', '東'), minLength: 1, maxLength: 6 });

const isBigram = (text: string): boolean => text.startsWith('東');
const continuing = (terms: readonly string[], prefix: string): string[] =>
  terms.filter((each) => each.startsWith(prefix) && each !== prefix && !isBigram(each)).sort();

it('completes a prefix by loaded and by later terms, in alphabetical order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(term, { maxLength: 60 }),
      fc.nat(60),
      term,
      fc.integer({ min: 1, max: 8 }),
      (terms, loaded, prefix, most) => {
        const vocabulary = new Vocabulary('none');
        const first = terms.slice(0, loaded);
        vocabulary.load([...first], Array(first.length).fill(0), alphabetical(first));
        for (const each of terms) vocabulary.intern(each);
        const wanted = (id: number) => id % 3 > 0;
        const expected = continuing(terms, prefix).filter((each) => wanted(terms.indexOf(each)));
        const found = vocabulary.startingWith(prefix, most, wanted).map((id) => terms[id]);
        expect(found).toEqual(expected.slice(0, most));
      },
    ),
    { numRuns: 1_000 },
  );
});

it('completes prefixes by a list that it sorts after enough look-ups', () => {
  const vocabulary = new Vocabulary('none');
  const terms = Array.from({ length: 2_000 }, (_, at) => `t${(at * 919) % 2_003}`);
  for (const each of terms.slice(0, -1)) vocabulary.intern(each);
  const found = () => vocabulary.startingWith('t12', 1_000, () => true).map((id) => terms[id]);
  for (let asked = 0; asked < 200; asked++) expect(found()).toEqual(continuing(terms.slice(0, -1), 't12'));
  vocabulary.intern(terms.at(-1)!);
  vocabulary.intern('t12new');
  terms.push('t12new');
  expect(found()).toEqual(continuing(terms, 't12'));
  expect(terms.map((each) => vocabulary.id(each))).toEqual([...terms.keys()]);
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
