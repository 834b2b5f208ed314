import { expect, it } from 'vitest';
import { exactTiers } from './exact-tiers.ts';

it('counts a row’s distinct identifiers', () => {
  expect([...exactTiers([new Uint8Array([1, 0, 1]), new Uint8Array([1, 1, 0])], 3)]).toEqual([2, 1, 1]);
  expect([...exactTiers([], 2)]).toEqual([0, 0]);
});
