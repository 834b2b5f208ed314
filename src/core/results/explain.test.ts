import { expect, it } from 'vitest';
import { armOverlap, meanListed } from './explain.ts';

const ranked = (...ranks: number[]) => ({ rankOf: (row: number) => ranks[row]! });
const KEYWORD = ranked(1, 2, 3, 0, 4);
const SEMANTIC = ranked(2, 0, 0, 1, 4);

it('counts each arm’s candidates', () => {
  expect(armOverlap([0, 1, 2, 3, 4], KEYWORD, SEMANTIC, 3)).toEqual({
    unique: 4,
    inBoth: 1,
    keywordOnly: 2,
    semanticOnly: 1,
  });
  expect(armOverlap([0, 3], KEYWORD, undefined, 3)).toEqual({ unique: 1, inBoth: 0, keywordOnly: 1, semanticOnly: 0 });
});

it('averages only over the candidate list', () => {
  const scores = (row: number) => [1, 2, 6, 9, 9][row]!;
  expect(meanListed([0, 1, 2, 3, 4], KEYWORD, 3, scores)).toBe(3);
  expect(meanListed([3], KEYWORD, 3, scores)).toBe(0);
  expect(meanListed([0], undefined, 3, scores)).toBe(0);
});
