/**
 * A version stores, for every other device, the clock of that device's newest version among its ancestors. If a server
 * was restored from a backup, the revisions on it no longer connect. Then only these clocks show what it lost.
 */
import { isPlainObject } from '../../core/record/json.ts';
import { deviceOf, isClock, laterClock } from './clock.ts';

/** Time and counter by device. */
export type Seen = { readonly [device: string]: string };

/** Few devices write the same memory, so a larger number can't be genuine. */
const MAX_DEVICES = 1_000;

export const isSeen = (value: unknown): value is Seen =>
  isPlainObject(value) &&
  Object.keys(value).length <= MAX_DEVICES &&
  Object.entries(value).every(([device, time]) => isClock(`${time}-${device}`));

interface Clocked {
  clock: string;
  seen: Seen;
}

export function seenBy(clock: string, ...former: readonly (Clocked | null | undefined)[]): Seen {
  const latest = new Map<string, string>();
  for (const version of former) {
    for (const each of version ? clocksOf(version) : []) {
      latest.set(deviceOf(each), laterClock(latest.get(deviceOf(each)), each));
    }
  }
  latest.delete(deviceOf(clock));
  const entries = [...latest].map(([device, each]): [string, string] => [device, timeOf(each)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function descends(version: Clocked, former: Clocked): boolean {
  const has = new Map(clocksOf(version).map((clock) => [deviceOf(clock), clock]));
  return clocksOf(former).every((clock) => (has.get(deviceOf(clock)) ?? '') >= clock);
}

const clocksOf = ({ clock, seen }: Clocked): string[] => [
  clock,
  ...Object.entries(seen).map(([device, time]) => `${time}-${device}`),
];

const timeOf = (clock: string): string => clock.slice(0, -deviceOf(clock).length - 1);
