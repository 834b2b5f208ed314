import { describe, expect, it } from 'vitest';
import { vocabularyCoverage } from './vocabulary-coverage.ts';

const known = new Set(['the', 'iron', 'farm', '的', '了']);
const tokens = { isOneToken: (word: string) => known.has(word.toLowerCase()) };

describe('vocabularyCoverage', () => {
  it('is the share of words that are whole in the vocabulary', () => {
    expect(vocabularyCoverage('The iron farm, optifnie!', tokens)).toEqual({
      vocabularyCoverage: 0.75,
      knownWords: ['the', 'iron', 'farm'],
    });
    expect(vocabularyCoverage('C2065 …', tokens)).toEqual({ vocabularyCoverage: 0, knownWords: [] });
    expect(vocabularyCoverage('', tokens)).toEqual({ vocabularyCoverage: 0, knownWords: [] });
  });

  it('names each word once, folded as terms are', () => {
    expect(vocabularyCoverage('Iron IRON', tokens).knownWords).toEqual(['iron']);
  });

  it('detects no language in single Chinese characters', () => {
    expect(vocabularyCoverage('黑豹队的防守丢了多少分', tokens)).toEqual({ vocabularyCoverage: 0, knownWords: [] });
  });
});
