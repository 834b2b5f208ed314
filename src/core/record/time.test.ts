import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { monthName, monthsIn, parseIsoTime, readTime } from './time.ts';
import { timeZoneNamed } from './time-zone.ts';

const HOUR = 3_600_000;

describe('parseIsoTime', () => {
  test('reads what Date writes', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(-1e14), max: new Date(1e14) }), (date) => {
        expect(parseIsoTime(date.toISOString())).toBe(date.getTime());
      }),
    );
  });

  test.each([
    ['2026-11-22T10:00:00Z', Date.UTC(2026, 10, 22, 10)],
    ['2026-11-22 10:00Z', Date.UTC(2026, 10, 22, 10)],
    ['2026-11-22T10:00:00.5+02:00', Date.UTC(2026, 10, 22, 8, 0, 0, 500)],
    ['2026-11-22T10:00:00-0330', Date.UTC(2026, 10, 22, 13, 30)],
    ['2026-11-22T10:00:00+05', Date.UTC(2026, 10, 22, 5)],
    ['2026-11-22T24:00:00Z', Date.UTC(2026, 10, 23)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['  2026-11-22T10:00:00Z ', Date.UTC(2026, 10, 22, 10)],
    ['0050-01-01T00:00:00Z', Date.parse('0050-01-01T00:00:00Z')],
  ])('%s', (text, time) => {
    expect(parseIsoTime(text)).toBe(time);
  });

  test.each([
    '',
    'yesterday',
    '22.11.2026',
    '11/22/2026',
    '2026-13-01',
    '2026-00-01',
    '2026-02-30',
    '2025-02-29',
    '2026-11-22T25:00Z',
    '2026-11-22T10:60Z',
    '2026-11-22T10:00:00+25:00',
    '20261122',
    '+300000-01-01',
    '2026-11-22T10:00:00Zx',
  ])('refuses %j', (text) => {
    expect(parseIsoTime(text)).toBeNull();
  });

  test.each([
    ['America/New_York', '2026-11-22', Date.UTC(2026, 10, 22, 5), 24],
    ['Asia/Kolkata', '2026-11-22', Date.UTC(2026, 10, 21, 18, 30), 24],
    ['America/New_York', '2026-11-01', Date.UTC(2026, 10, 1, 4), 25],
    ['America/New_York', '2026-03-08', Date.UTC(2026, 2, 8, 5), 23],
    ['America/Sao_Paulo', '2018-11-04', Date.UTC(2018, 10, 4, 3), 23],
    ['UTC', '2026-11', Date.UTC(2026, 10, 1), 30 * 24],
    ['UTC', '2026', Date.UTC(2026, 0, 1), 365 * 24],
  ])('in %s %s is a whole span', (timeZone, text, start, hours) => {
    expect(parseIsoTime(text, { timeZone })).toBe(start);
    expect(parseIsoTime(text, { timeZone, edge: 'end' })).toBe(start + hours * HOUR - 1);
  });

  test('a time of day without an offset is in the time zone, and doesn’t move to the end of the day', () => {
    const options = { timeZone: 'Europe/Berlin', edge: 'end' } as const;
    expect(parseIsoTime('2026-07-01T12:00', options)).toBe(Date.UTC(2026, 6, 1, 10));
    expect(parseIsoTime('2026-10-25T02:30', options)).toBe(Date.UTC(2026, 9, 25, 0, 30));
  });

  test('an unknown time zone is a typed error', () => {
    expect(() => parseIsoTime('2026-11-22', { timeZone: 'Mars/Olympus' })).toThrow(
      expect.objectContaining({ code: 'invalid-option', path: 'timeZone' }),
    );
  });

  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9T:Z+. -]{0,30}$/)), (text) => {
        const time = parseIsoTime(text);
        expect(time === null || Number.isInteger(time)).toBe(true);
      }),
    );
  });
});

describe('readTime', () => {
  const reading = { code: 'invalid-memory', path: 'createdAt' } as const;

  test('takes numbers, dates and strings', () => {
    expect(readTime(12.7, reading)).toBe(12);
    expect(readTime(new Date(5), reading)).toBe(5);
    expect(readTime('1970-01-01T00:00:01Z', reading)).toBe(1000);
  });

  test.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [8.65e15],
    [new Date(Number.NaN)],
    ['soon'],
    [true],
    [{}],
    [null],
  ])('refuses %o', (value) => {
    expect(() => readTime(value, reading)).toThrow(
      expect.objectContaining({ code: 'invalid-memory', path: 'createdAt' }),
    );
  });
});

describe('months', () => {
  const monthOf = (time: number, timeZone: string): string => monthName(monthsIn(timeZone)(time));

  test('follow the zone’s calendar', () => {
    const time = Date.UTC(2026, 10, 1, 2);
    expect(monthOf(time, 'UTC')).toBe('2026-11');
    expect(monthOf(time, 'America/New_York')).toBe('2026-10');
    expect(monthOf(Date.UTC(2026, 9, 31, 20), 'Asia/Tokyo')).toBe('2026-11');
    expect(monthOf(-62_168_000_000_000, 'UTC')).toBe('-000001-12');
    expect(monthOf(8.64e15, 'Asia/Tokyo')).toBe('+275760-09');
    expect(monthOf(-8.64e15, 'America/New_York')).toBe('-271821-04');
  });

  test('agree with the zone’s clock', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 4e12 }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'),
        (time, timeZone) => {
          const local = time + timeZoneNamed(timeZone).offsetAt(time);
          expect(monthOf(time, timeZone)).toBe(new Date(local).toISOString().slice(0, 7));
        },
      ),
    );
  });

  test('read the zone’s clock once a month', () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
    try {
      const monthIn = monthsIn();
      for (let day = 0; day < 1_000; day++) monthIn(Date.UTC(2024, 0, day));
      expect(asked).toHaveBeenCalledOnce();
    } finally {
      asked.mockRestore();
    }
  });
});
