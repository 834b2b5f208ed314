import { expect, it } from 'vitest';
import { createYield, turns } from './yield.ts';

it('yields once eight milliseconds are used up, and not before', async () => {
  let now = 0;
  let given = 0;
  const yieldIfDue = createYield({
    now: () => now,
    async next() {
      given++;
      now += 100;
    },
  });
  for (const [step, expected] of [
    [7, 0],
    [1, 1],
    [7, 1],
    [1, 2],
  ] as const) {
    now += step;
    await yieldIfDue();
    expect(given).toBe(expected);
  }
});

it('lets waiting messages go first, however often work continues', async () => {
  const { port1, port2 } = new MessageChannel();
  let arrived = false;
  port1.onmessage = () => {
    arrived = true;
  };
  port2.postMessage(null);
  let rounds = 0;
  for (; !arrived && rounds < 100; rounds++) await turns.next();
  port1.close();
  expect(rounds).toBeLessThan(100);
});
