import { expect, it } from 'vitest';
import { auroc } from './auroc.ts';

it('is the probability that a positive scores above a negative, with ties counting half', () => {
  expect(auroc([3, 4], [1, 2])).toBe(1);
  expect(auroc([1, 2], [3, 4])).toBe(0);
  expect(auroc([1, 1], [1, 1])).toBe(0.5);
  expect(auroc([2, 1], [1, 0])).toBe(0.875);
  expect(auroc([], [1])).toBe(0.5);
});
