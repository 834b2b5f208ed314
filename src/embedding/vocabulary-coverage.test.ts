import { describe, expect, it } from 'vitest';
import { vocabularyCoverage } from './vocabulary-coverage.ts';

const known = new Set(['the', 'iron', 'farm', '的', '了']);
const tokens = { isOneToken: (word: string) => known.has(word.toLowerCase()) };

describe('vocabularyCoverage', () => {
  it('is the share of words that the vocabulary holds whole', () => {
    expect(vocabularyCoverage('The iron farm, optifnie!', tokens)).toBe(0.75);
    expect(vocabularyCoverage('C2065 …', tokens)).toBe(0);
    expect(vocabularyCoverage('', tokens)).toBe(0);
  });

  it('hears no language in single Chinese characters', () => {
    expect(vocabularyCoverage('黑豹队的防守丢了多少分', tokens)).toBe(0);
  });
});
