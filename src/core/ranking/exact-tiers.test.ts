import { expect, it } from 'vitest';
import { exactTiers } from './exact-tiers.ts';

it('counts the distinct identifiers that a row holds', () => {
  expect([...exactTiers([new Uint8Array([1, 0, 1]), new Uint8Array([1, 1, 0])], 3)]).toEqual([2, 1, 1]);
  expect([...exactTiers([], 2)]).toEqual([0, 0]);
});
