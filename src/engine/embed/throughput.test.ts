import { expect, it } from 'vitest';
import { createThroughput } from './throughput.ts';

it('counts events per second over the last ten seconds', () => {
  let now = 0;
  const throughput = createThroughput(() => now);
  expect(throughput.rate()).toBe(0);
  for (now = 0; now <= 4_000; now += 500) throughput.count();
  now = 4_000;
  expect(throughput.rate()).toBe(2);
  now = 60_000;
  expect(throughput.rate()).toBe(0);
});
