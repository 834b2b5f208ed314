import { describe, expect, it } from 'vitest';
import { hasUnresolvedPronoun, isSpecific } from './reference-words.ts';

const words = (text: string) => text.split(' ');

describe('hasUnresolvedPronoun', () => {
  it.each(['how do I install it', 'what about that error', 'who wrote this', 'fix that'])(
    'finds one in "%s"',
    (text) => {
      expect(hasUnresolvedPronoun(words(text))).toBe(true);
    },
  );

  it.each(['functions that return lists', 'install docker on debian'])('finds none in "%s"', (text) => {
    expect(hasUnresolvedPronoun(words(text))).toBe(false);
  });
});

describe('isSpecific', () => {
  it('is true for codes, quotations and announced names', () => {
    expect(isSpecific(['D40'], ['d40'], [])).toBe(true);
    expect(isSpecific([], [], ['iron farm'])).toBe(true);
    expect(isSpecific(words('the project named rathole'), [], [])).toBe(true);
    expect(isSpecific(words('how to collect materials'), [], [])).toBe(false);
  });
});
