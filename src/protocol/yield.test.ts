import { expect, it } from 'vitest';
import { createYield, turns } from './yield.ts';

it('gives way once a stretch of eight milliseconds is used up, and not before', async () => {
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

it('lets a message that waits already go first, however often work goes on at once', async () => {
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
