/** `npm run walk` prints the files. */
import { expect, test } from '@playwright/test';
import { durableWalk } from '../../scripts/durable-walk.ts';

test('a memory passes through few files of the engine, and lower layers call only the callbacks they were given', async () => {
  const { add, deepest, climbs } = await durableWalk();
  expect(add).toContain('recovery/transactions.ts');
  expect(add.length).toBeLessThanOrEqual(28);
  expect(deepest.length).toBeLessThanOrEqual(13);
  // Calls may only go up to the steps of a transaction, and to the decisions of a planned write.
  expect(climbs).toEqual([
    ['store/connection.ts', 'recovery/transactions.ts'],
    ['store/planned-writes.ts', 'write/change-applier.ts'],
  ]);
});
