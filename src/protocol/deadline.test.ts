import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Patience, withDeadline } from './deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('rejects with a timeout if the work has not settled by then, and reports once', async () => {
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
  // After a sleep of any length, only the timer that's due fires.
  for (let tick = 0; tick < 9; tick++) vi.advanceTimersToNextTimer();
  expect(expired).not.toHaveBeenCalled();
  vi.advanceTimersToNextTimer();
  expect(expired).toHaveBeenCalledTimes(1);
});

describe('patience', () => {
  const never = new Promise<never>(() => {});
  /** `code` is undefined while the step is pending. */
  const asked = (patience: Patience) => {
    const state: { code?: string; expired: number } = { expired: 0 };
    patience
      .wait(never, () => state.expired++)
      .catch((error) => {
        state.code = error.code;
      });
    return state;
  };

  it('gives storage up after 6 s without an answer to the step or a probe', async () => {
    const state = asked(new Patience('Storage', () => never));
    await vi.advanceTimersByTimeAsync(5_900);
    expect(state).toEqual({ expired: 0 });
    await vi.advanceTimersByTimeAsync(100);
    expect(state).toEqual({ code: 'timeout', expired: 1 });
  });

  it('waits for a step while probes are answered, even with a refusal, for at most 20 s', async () => {
    const state = asked(new Patience('Storage', () => Promise.reject(new Error('not found'))));
    await vi.advanceTimersByTimeAsync(19_900);
    expect(state).toEqual({ expired: 0 });
    await vi.advanceTimersByTimeAsync(100);
    expect(state).toEqual({ code: 'timeout', expired: 1 });
  });

  it('settles like a slow step, without waiting for the probe', async () => {
    const slow = new Promise((resolve) => setTimeout(resolve, 3_000, 7));
    const settled = vi.fn();
    void new Patience('Storage', () => never).wait(slow).then(settled);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(settled).toHaveBeenCalledWith(7);
    expect(vi.getTimerCount()).toBe(0);
    const refused = new Promise((_, reject) => setTimeout(reject, 3_000, new Error('no')));
    const error = new Patience('Storage', () => never).wait(refused).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await error).toMatchObject({ message: 'no' });
  });

  it('makes the next step wait only 2 s, until storage answers again', async () => {
    const patience = new Patience('Storage', () => never);
    asked(patience);
    await vi.advanceTimersByTimeAsync(6_000);
    const second = asked(patience);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(second.code).toBe('timeout');
    await patience.wait(Promise.resolve());
    const third = asked(patience);
    await vi.advanceTimersByTimeAsync(5_900);
    expect(third.code).toBeUndefined();
  });
});
