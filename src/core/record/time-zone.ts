import { HybridSearchError } from '../errors.ts';

const DAY = 86_400_000;
/**
 * Nearly all offsets are multiples of a quarter of an hour and change on one. Within a quarter of an hour of a change
 * that doesn't, such as St John's until 2011, the offset may be wrong.
 */
const QUARTER = 900_000;
/** Quarters of an hour, per zone. The dates of a store rarely fall into more. */
const MAX_REMEMBERED = 50_000;

export interface CivilTime {
  year: number;
  /** 1–12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

export interface TimeZone {
  /** Returns milliseconds ahead of UTC. */
  offsetAt(time: number): number;
}

const zones = new Map<string, TimeZone>();

/** @throws HybridSearchError `invalid-option` for a name that the platform doesn't know */
export function timeZoneNamed(name?: string): TimeZone {
  const resolved = name ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  let zone = zones.get(resolved);
  if (!zone) {
    zone = createZone(resolved);
    zones.set(resolved, zone);
  }
  return zone;
}

function createZone(name: string): TimeZone {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (cause) {
    throw new HybridSearchError('invalid-option', `unknown time zone ${JSON.stringify(name)}`, {
      path: 'timeZone',
      cause,
    });
  }
  const remembered = new Map<number, number>();
  return {
    offsetAt(time) {
      const quarter = Math.floor(time / QUARTER);
      const known = remembered.get(quarter);
      if (known !== undefined) return known;
      const offset = measureOffset(format, quarter * QUARTER);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(quarter, offset);
      return offset;
    },
  };
}

function measureOffset(format: Intl.DateTimeFormat, time: number): number {
  const field = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  let before = false;
  for (const part of format.formatToParts(time)) {
    if (part.type === 'era') before = part.value.startsWith('B');
    else if (Object.hasOwn(field, part.type)) field[part.type as keyof typeof field] = Number(part.value);
  }
  const civil = { ...field, year: before ? 1 - field.year : field.year, millisecond: 0 };
  const offset = utcOf(civil) - Math.floor(time / 1000) * 1000;
  // Near the limits of `Date`, the local time can be out of range.
  return Number.isNaN(offset) ? 0 : offset;
}

/** Like `Date.UTC`, except that the years 0–99 aren't taken for 1900–1999. */
export function utcOf(civil: CivilTime): number {
  const date = new Date(0);
  date.setUTCFullYear(civil.year, civil.month - 1, civil.day);
  date.setUTCHours(civil.hour, civil.minute, civil.second, civil.millisecond);
  return date.getTime();
}

/**
 * Returns the earlier instant if the clocks show `civil` twice. If they skip it, uses the offset from before the gap,
 * so a skipped midnight becomes the end of the gap.
 */
export function instantOf(civil: CivilTime, zone: TimeZone): number {
  const asUtc = utcOf(civil);
  const offsetBefore = zone.offsetAt(asUtc - DAY);
  const offsetAfter = zone.offsetAt(asUtc + DAY);
  // The larger offset gives the earlier instant.
  for (const offset of [Math.max(offsetBefore, offsetAfter), Math.min(offsetBefore, offsetAfter)]) {
    if (zone.offsetAt(asUtc - offset) === offset) return asUtc - offset;
  }
  return asUtc - offsetBefore;
}
