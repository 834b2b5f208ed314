import { describe, expect, it } from 'vitest';
import { formatBytes, formatDay, formatDuration, formatMonth, formatSpan } from './format.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1_500, '1.5 kB'],
    [34_014_426, '34 MB'],
    [2_100_000_000, '2.1 GB'],
  ])('%d', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text);
  });
});

describe('formatDay', () => {
  const now = new Date(2026, 10, 22, 12).getTime();
  const at = (year: number, month: number, day: number, hour = 9): number =>
    new Date(year, month - 1, day, hour).getTime();

  it('counts days by the calendar, not by hours', () => {
    expect(formatDay(at(2026, 11, 22, 1), now, 'en')).toBe('today');
    expect(formatDay(at(2026, 11, 21, 23), now, 'en')).toBe('yesterday');
    expect(formatDay(at(2026, 11, 17), now, 'en')).toBe('5 days ago');
  });

  it("shows the date after a week, and the year if it's another one", () => {
    expect(formatDay(at(2026, 3, 14), now, 'en')).toBe('Mar 14');
    expect(formatDay(at(2024, 3, 14), now, 'en')).toBe('Mar 14, 2024');
  });
});

it('formatMonth returns other text unchanged', () => {
  expect(formatMonth('2026-11', 'de')).toBe('November 2026');
  expect(formatMonth('soon', 'de')).toBe('soon');
});

it('formatSpan and formatDuration choose their unit', () => {
  expect([0.2, 89, 600, 7_200].map((seconds) => formatSpan(seconds, 'en'))).toEqual([
    '1 sec',
    '89 sec',
    '10 min',
    '2 hr',
  ]);
  expect([83.4, 1_240].map((ms) => formatDuration(ms, 'en'))).toEqual(['83 ms', '1.2 sec']);
});
