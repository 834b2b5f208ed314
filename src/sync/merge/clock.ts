/** Hybrid logical clock: wall time, counter, device. It doesn't use `updatedAt`, because callers set that. */
const WALL_DIGITS = 12;
const COUNTER_DIGITS = 4;
const MAX_COUNTER = 0xffff;
/** How far a device's clock may be ahead of the server's. */
export const MAX_AHEAD_MS = 5 * 60_000;

const CLOCK = /^[0-9a-f]{12}-[0-9a-f]{4}-[0-9a-f]{16}$/;
export const isClock = (value: unknown): value is string => typeof value === 'string' && CLOCK.test(value);

/** Times are in milliseconds. @param device 16 hexadecimal digits */
export function nextClock(last: string | undefined, now: number, serverNow: number | null, device: string): string {
  const wall = Math.max(0, Math.floor(serverNow === null ? now : Math.min(now, serverNow + MAX_AHEAD_MS)));
  const lastWall = last === undefined ? -1 : Number.parseInt(last.slice(0, WALL_DIGITS), 16);
  if (wall > lastWall) return format(wall, 0, device);
  const counter = Number.parseInt(last!.slice(WALL_DIGITS + 1, WALL_DIGITS + 1 + COUNTER_DIGITS), 16) + 1;
  return counter > MAX_COUNTER ? format(lastWall + 1, 0, device) : format(lastWall, counter, device);
}

export const laterClock = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b);

/** Returns 16 hexadecimal digits. */
export const deviceOf = (clock: string): string => clock.slice(clock.lastIndexOf('-') + 1);

/** Returns milliseconds since the epoch. */
export const wallTimeOf = (clock: string): number => Number.parseInt(clock.slice(0, WALL_DIGITS), 16);

function format(wall: number, counter: number, device: string): string {
  return `${hex(wall, WALL_DIGITS)}-${hex(counter, COUNTER_DIGITS)}-${device}`;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
