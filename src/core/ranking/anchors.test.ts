import { expect, it } from 'vitest';
import { ANCHOR_BOOST, anchorBoost, exactTiers } from './anchors.ts';

it('counts the distinct identifiers that a row holds', () => {
  expect([...exactTiers([new Uint8Array([1, 0, 1]), new Uint8Array([1, 1, 0])], 3)]).toEqual([2, 1, 1]);
  expect([...exactTiers([], 2)]).toEqual([0, 0]);
});

it('boosts once, however many anchors there are', () => {
  expect(anchorBoost(0)).toBe(1);
  expect(anchorBoost(1)).toBe(ANCHOR_BOOST);
  expect(anchorBoost(5)).toBe(ANCHOR_BOOST);
});
