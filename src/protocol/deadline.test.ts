import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withDeadline } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('rejects with a timeout when the work has not settled by then, and tells once', async () => {
  const expired = vi.fn();
  const late = withDeadline(new Promise(() => {}), 2_000, 'A step', expired).catch((error: unknown) => error);
  vi.advanceTimersByTime(1_900);
  expect(expired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(await late).toMatchObject({ code: 'timeout' });
  vi.advanceTimersByTime(10_000);
  expect(expired).toHaveBeenCalledTimes(1);
});

it('settles as the work does and leaves no timer behind', async () => {
  expect(await withDeadline(Promise.resolve(7), 2_000, 'A step')).toBe(7);
  await expect(withDeadline(Promise.reject(new Error('no')), 2_000, 'A step')).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

it('counts time in which the thread slept as one tick', async () => {
  const expired = vi.fn();
  withDeadline(new Promise(() => {}), 2_000, 'A step', expired).catch(() => {});
  // What a sleep of any length leaves of the timers: the one that is due.
  for (let tick = 0; tick < 9; tick++) vi.advanceTimersToNextTimer();
  expect(expired).not.toHaveBeenCalled();
  vi.advanceTimersToNextTimer();
  expect(expired).toHaveBeenCalledTimes(1);
});
