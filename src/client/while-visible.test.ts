import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whileVisible } from './while-visible.ts';

let page: EventTarget & { visibilityState: string };
const show = (visibilityState: string): void => {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('runs while the page is visible, and at once when it becomes visible again', () => {
  const job = vi.fn();
  const stop = whileVisible(job, 3_000);
  vi.advanceTimersByTime(6_000);
  expect(job).toHaveBeenCalledTimes(2);
  show('hidden');
  vi.advanceTimersByTime(60_000);
  expect(job).toHaveBeenCalledTimes(2);
  show('visible');
  expect(job).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(3_000);
  expect(job).toHaveBeenCalledTimes(4);
  stop();
  show('visible');
  vi.advanceTimersByTime(60_000);
  expect(job).toHaveBeenCalledTimes(4);
});
