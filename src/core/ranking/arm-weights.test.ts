import { describe, expect, it } from 'vitest';
import { armWeights, renormalise } from './arm-weights.ts';

const facts = {
  alpha: 0.7,
  unweighted: false,
  matchedTags: 0,
  pronoun: false,
  specific: false,
};

describe('armWeights', () => {
  it('gives α to the semantic arm and the rest to words', () => {
    const weights = armWeights(facts);
    expect(weights.semantic).toBe(0.7);
    expect(weights.keyword).toBeCloseTo(0.3, 12);
  });

  it('honours α 0 and 1', () => {
    expect(armWeights({ ...facts, alpha: 0 })).toMatchObject({ keyword: 1, semantic: 0 });
    expect(armWeights({ ...facts, alpha: 1 })).toMatchObject({ keyword: 0, semantic: 1 });
  });

  it.each([
    [2, 0.3],
    [3, 0.45],
    [7, 0.45],
  ])('%i matched tags weigh %s', (matchedTags, weight) => {
    expect(armWeights({ ...facts, matchedTags }).tags).toBeCloseTo(weight, 10);
  });

  it('weighs the conversation more for a pronoun, and links more for a name', () => {
    expect(armWeights(facts).conversation).toBe(0.5);
    expect(armWeights({ ...facts, pronoun: true }).conversation).toBe(0.6);
    expect(armWeights(facts).links).toBe(0.3);
    expect(armWeights({ ...facts, specific: true }).links).toBe(0.5);
  });

  it('lets the caller win, also with 0', () => {
    expect(armWeights(facts, { tags: 0, keyword: 2 })).toMatchObject({ tags: 0, keyword: 2, semantic: 0.7 });
  });
});

describe('renormalise', () => {
  it('gives a dead arm’s weight to the live one', () => {
    const weights = armWeights(facts);
    const alone = renormalise(weights, new Set(['keyword', 'tags']), ['keyword', 'semantic'], 1);
    expect(alone).toMatchObject({ keyword: 1, semantic: 0, tags: 0.3, links: 0 });
  });

  it('sums to one over all arms for linear fusion', () => {
    const weights = armWeights(facts);
    const live = ['keyword', 'semantic', 'links'] as const;
    const scaled = renormalise(weights, new Set(live), live, 1);
    expect(live.reduce((sum, arm) => sum + scaled[arm], 0)).toBeCloseTo(1, 12);
  });
});
