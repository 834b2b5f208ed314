/**
 * Times as callers give them → milliseconds since the epoch. Strings are ISO 8601 only; a string without an offset is
 * read in the person's time zone, and one without a time of day means the whole day (month, year).
 */
import { type ErrorCode, HybridSearchError } from '../errors.ts';
import { type CivilTime, instantOf, timeZoneNamed, utcOf } from './time-zone.ts';

/** The range of `Date` (ECMA-262, time values). */
const MAX_TIME = 8.64e15;
const DAY = 86_400_000;

const ISO =
  /^([+-]\d{6}|\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i;

export interface TimeReading {
  /** IANA name; default the platform's zone. */
  timeZone?: string;
  /** Which end of a bare date is meant. Default `start`. */
  edge?: 'start' | 'end';
  code: ErrorCode;
  path: string;
}

/** @throws HybridSearchError with `reading.code` and `reading.path` for anything that is no time. */
export function readTime(value: unknown, reading: TimeReading): number {
  const time = timeOf(value, reading);
  if (time === null || !Number.isFinite(time) || Math.abs(time) > MAX_TIME) {
    throw new HybridSearchError(
      reading.code,
      'must be a time: milliseconds since the epoch, an ISO 8601 string, or a Date',
      { path: reading.path },
    );
  }
  return Math.trunc(time) + 0;
}

function timeOf(value: unknown, reading: TimeReading): number | null {
  if (typeof value === 'number') return value;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'string') return parseIsoTime(value, reading);
  return null;
}

/** Null where `text` is not an ISO 8601 date or date and time, or names a day that does not exist. */
export function parseIsoTime(text: string, options: { timeZone?: string; edge?: 'start' | 'end' } = {}): number | null {
  const match = ISO.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const civil: CivilTime = {
    year: Number(year),
    month: Number(month ?? 1),
    day: Number(day ?? 1),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: fraction ? Number(fraction.slice(0, 3).padEnd(3, '0')) : 0,
  };
  if (!exists(civil)) return null;
  if (offset) return withOffset(utcOf(civil), offset);
  // Two days of room for the offsets around it; NaN where the year is beyond the range of Date.
  if (!(Math.abs(utcOf(civil)) <= MAX_TIME - 2 * DAY)) return null;
  const zone = timeZoneNamed(options.timeZone);
  if (hour !== undefined || options.edge !== 'end') return instantOf(civil, zone);
  if (day !== undefined) civil.day++;
  else if (month !== undefined) civil.month++;
  else civil.year++;
  return instantOf(civil, zone) - 1;
}

function exists(civil: CivilTime): boolean {
  if (civil.month < 1 || civil.month > 12 || civil.day < 1) return false;
  const daysInMonth = new Date(Date.UTC(2000 + (civil.year % 400), civil.month, 0)).getUTCDate();
  if (civil.day > daysInMonth || civil.minute > 59 || civil.second > 59) return false;
  return civil.hour < 24 || (civil.hour === 24 && civil.minute === 0 && civil.second === 0 && civil.millisecond === 0);
}

function withOffset(utc: number, offset: string): number | null {
  if (/^z$/i.test(offset)) return utc;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(':', '') || 0);
  if (hours > 23 || minutes > 59) return null;
  const ahead = (hours * 60 + minutes) * 60_000;
  return offset.startsWith('-') ? utc + ahead : utc - ahead;
}

/** `2026-11`, in the zone's calendar. */
export function monthOf(time: number, timeZone?: string): string {
  const local = time + timeZoneNamed(timeZone).offsetAt(time);
  return new Date(Math.max(-MAX_TIME, Math.min(MAX_TIME, local))).toISOString().slice(0, -17);
}
