import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenVisibleAndIdle } from './when-visible.ts';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const turn = (to: 'visible' | 'hidden'): void => {
  page.visibilityState = to;
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('document', page);
  page.visibilityState = 'visible';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('runs once, after three seconds of a visible page', () => {
  const job = vi.fn();
  whenVisibleAndIdle(job);
  vi.advanceTimersByTime(2_900);
  expect(job).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  turn('hidden');
  turn('visible');
  vi.advanceTimersByTime(10_000);
  expect(job).toHaveBeenCalledTimes(1);
});

it('waits while the page is hidden, and starts again when it is visible', () => {
  page.visibilityState = 'hidden';
  const job = vi.fn();
  whenVisibleAndIdle(job);
  vi.advanceTimersByTime(60_000);
  turn('visible');
  vi.advanceTimersByTime(2_000);
  turn('hidden');
  vi.advanceTimersByTime(60_000);
  turn('visible');
  vi.advanceTimersByTime(2_000);
  expect(job).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_100);
  expect(job).toHaveBeenCalledTimes(1);
});

it('can be cancelled', () => {
  const job = vi.fn();
  whenVisibleAndIdle(job)();
  turn('visible');
  vi.advanceTimersByTime(10_000);
  expect(job).not.toHaveBeenCalled();
});
