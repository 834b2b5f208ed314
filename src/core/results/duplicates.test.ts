import { describe, expect, it } from 'vitest';
import { groupDuplicates, sameNumbers, sameWords, wordOverlap } from './duplicates.ts';

describe('groupDuplicates', () => {
  it('folds later ones into the best, and keeps each position once', () => {
    const same = (a: number, b: number) => a % 2 === b % 2;
    expect(groupDuplicates(5, same)).toEqual([
      { leader: 0, members: [2, 4] },
      { leader: 1, members: [3] },
    ]);
  });

  it('compares only with leaders, so that similarity does not spread', () => {
    const groups = groupDuplicates(3, (a, b) => b - a === 1);
    expect(groups).toEqual([
      { leader: 0, members: [1] },
      { leader: 2, members: [] },
    ]);
  });
});

describe('wordOverlap', () => {
  it('is the share of shared words', () => {
    expect(wordOverlap('Base at x:1000', 'base at X:1000!')).toBe(1);
    expect(wordOverlap('a b c', 'b c d')).toBe(0.5);
    expect(wordOverlap('one', 'two')).toBe(0);
  });
});

describe('sameWords', () => {
  it('compares each word, in order, ignoring case and punctuation', () => {
    expect(sameWords('Base at x:1000', 'base at X: 1000!')).toBe(true);
    expect(sameWords('Lent the drill to Peter', 'Lent the drill to Maria')).toBe(false);
    expect(sameWords('Mia owes Leo', 'Leo owes Mia')).toBe(false);
  });

  it('compares the end of a long text too', () => {
    const long = 'word '.repeat(5_000);
    expect(sameWords(`${long}one`, `${long}ONE`)).toBe(true);
    expect(sameWords(`${long}one`, `${long}two`)).toBe(false);
  });
});

it('sameNumbers compares numbers and codes, not words', () => {
  expect(sameNumbers('Invoice 10023 of May', 'The invoice no. 10023')).toBe(true);
  expect(sameNumbers('Invoice 10023', 'Invoice 10024')).toBe(false);
  expect(sameNumbers('Error C2065', 'Error C2066')).toBe(false);
});
