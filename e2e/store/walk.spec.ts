/** `npm run walk` prints the files that a memory passes through. */
import { expect, test } from '@playwright/test';
import { durableWalk } from '../../scripts/durable-walk.ts';

test('a memory passes through few files of the engine, and nothing calls back but for what it is given', async () => {
  const { add, deepest, climbs } = await durableWalk();
  expect(add).toContain('recovery/transactions.ts');
  expect(add.length).toBeLessThanOrEqual(32);
  expect(deepest.length).toBeLessThanOrEqual(13);
  // The only upward calls are to the store's state, the steps of a transaction, and a plan's own decisions.
  expect(climbs).toEqual([
    ['store/connection.ts', 'recovery/states.ts'],
    ['store/connection.ts', 'recovery/transactions.ts'],
    ['store/planned-writes.ts', 'write/change-applier.ts'],
  ]);
});
