import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextClock, wallTimeOf } from './clock.ts';
import { mergeVersions, sameVersion } from './merge.ts';
import { mergeText } from './merge-text.ts';
import { descends, seenBy } from './seen.ts';
import type { Fields, Version } from './version.ts';

const clockAt = (time: number, device = 'a'): string => nextClock(undefined, time, null, device.repeat(16));
const version = (time: number, fields: Fields | null, device = 'a'): Version => ({
  clock: clockAt(time, device),
  seen: {},
  fields,
  removed: null,
  kept: [],
});

describe('the clock', () => {
  it('always moves forward, even if the wall clock is set back', () => {
    const walls = fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2, maxLength: 50 });
    fc.assert(
      fc.property(walls, (times) => {
        let last: string | undefined;
        for (const time of times) {
          const next = nextClock(last, time, null, 'f'.repeat(16));
          if (last !== undefined) expect(next > last).toBe(true);
          last = next;
        }
      }),
    );
  });

  it('is at most five minutes ahead of the server', () => {
    expect(wallTimeOf(nextClock(undefined, 9_000_000, 1_000, 'a'.repeat(16)))).toBe(301_000);
  });

  it('moves to the next millisecond when the counter is used up', () => {
    let last = clockAt(5);
    for (let i = 0; i < 70_000; i++) last = nextClock(last, 5, null, 'a'.repeat(16));
    expect(wallTimeOf(last)).toBe(6);
  });
});

describe('a merge of texts', () => {
  it('merges lines that were changed in different places', () => {
    expect(mergeText('one\ntwo\nthree\nfour\n', 'ONE\ntwo\nthree\nfour\n', 'one\ntwo\nthree\nFOUR\n')).toBe(
      'ONE\ntwo\nthree\nFOUR\n',
    );
  });

  it('fails if both changed the same line', () => {
    expect(mergeText('one\n', 'two\n', 'three\n')).toBeNull();
  });

  it('fails for long runs of equal lines, which would be paired wrongly and slowly', () => {
    const rulings = '\n'.repeat(5_000);
    expect(mergeText(rulings, `${rulings}a`, `b${rulings}`)).toBeNull();
  });
});

describe('a merge of versions', () => {
  const base = version(1, { text: 'one\ntwo\n', title: 'T', tags: ['a', 'b'], metadata: { x: 1, y: 1 } });

  it('merges the fields, lines, tags and metadata that either side changed', () => {
    const left = version(2, { text: 'ONE\ntwo\n', title: 'T', tags: ['a', 'b', 'c'], metadata: { x: 2, y: 1 } });
    const right = version(3, { text: 'one\ntwo\n', title: 'U', tags: ['b', 'd'], metadata: { x: 1, y: 3 } });
    const merged = mergeVersions(base, left, right);
    expect(merged.fields).toEqual({ text: 'ONE\ntwo\n', title: 'U', tags: ['b', 'd', 'c'], metadata: { x: 2, y: 3 } });
    expect(merged.kept).toEqual([]);
    expect(merged.clock).toBe(right.clock);
  });

  it('keeps the other version if both changed one field', () => {
    const left = version(2, { ...base.fields, text: 'left\n' });
    const right = version(3, { ...base.fields, text: 'right\n' });
    const merged = mergeVersions(base, left, right);
    expect(merged.fields?.text).toBe('right\n');
    expect(merged.kept).toEqual([{ clock: left.clock, fields: left.fields }]);
  });

  it('prefers an edit to a later removal', () => {
    const merged = mergeVersions(base, version(2, { text: 'edited' }), version(9, null));
    expect(merged).toMatchObject({ clock: clockAt(9), fields: { text: 'edited' } });
  });

  it("doesn't bring back a kept version that was dismissed", () => {
    const kept = [{ clock: clockAt(1), fields: { text: 'old' } }];
    const before = { ...base, kept };
    const merged = mergeVersions(before, { ...before, clock: clockAt(4), kept: [] }, { ...before, clock: clockAt(3) });
    expect(merged.kept).toEqual([]);
  });
});

const fieldsOf: fc.Arbitrary<Fields | null> = fc.option(
  fc.record({
    text: fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n'), { minLength: 1, maxLength: 5 }).map((l) => l.join('')),
    title: fc.constantFrom('T', 'U'),
    tags: fc.subarray(['x', 'y', 'z']),
    metadata: fc.dictionary(fc.constantFrom('k', '__proto__', 'm'), fc.integer({ min: 0, max: 2 })),
  }),
  { freq: 6 },
) as fc.Arbitrary<Fields | null>;

it('is commutative and idempotent', () => {
  const any = fc.record({
    base: fc.option(fieldsOf, { freq: 4 }),
    left: fieldsOf,
    right: fieldsOf,
    times: fc.tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 2, max: 4 })),
  });
  fc.assert(
    fc.property(any, ({ base, left, right, times }) => {
      const common = base && version(1, base);
      const [a, b] = [version(times[0], left), version(times[1], right)];
      expect(mergeVersions(common, a, b)).toEqual(mergeVersions(common, b, a));
      expect(sameVersion(mergeVersions(common, a, a), a)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

/** The server accepts a version only from a device that knows the current revision. */
class Model {
  readonly server = { revision: 0, version: version(0, { text: 'start\n' }) };
  readonly devices = [0, 1, 2].map((at) => ({
    device: 'abc'[at]!,
    last: '',
    revision: 0,
    base: this.server.version,
    current: this.server.version,
  }));

  edit(at: number, fields: Fields | null, time: number): void {
    const device = this.devices[at]!;
    device.last = nextClock(device.current.clock, time, null, device.device.repeat(16));
    device.current = { ...device.current, clock: device.last, fields, removed: null };
  }

  sync(at: number): void {
    const device = this.devices[at]!;
    const isEdited = !sameVersion(device.current, device.base);
    if (device.revision !== this.server.revision) {
      const merged = isEdited ? mergeVersions(device.base, device.current, this.server.version) : this.server.version;
      device.current = sameVersion(merged, this.server.version) ? this.server.version : merged;
      device.base = this.server.version;
      device.revision = this.server.revision;
    }
    if (sameVersion(device.current, device.base)) return;
    this.server.version = device.current;
    device.base = device.current;
    device.revision = ++this.server.revision;
  }
}

type Step = { at: number; edit: Fields | null; time: number };
const editAt = (at: number, fields: Fields): Step => ({ at, edit: fields, time: 0 });
const syncOf = (at: number): Step => ({ at, edit: null, time: 0 });
/** The merge of two edits equals one of them, and yet all devices must end with the same clock. */
const SAME_EDIT_TWICE = [
  editAt(1, { text: 'a\n', title: 'U', tags: ['y', 'z'], metadata: { m: 0, k: 1 } }),
  ...[1, 2, 0].map(syncOf),
  editAt(2, { text: 'a\n', title: 'T', tags: [], metadata: { m: 0, k: 1 } }),
  editAt(0, { text: 'a\n', title: 'T', tags: [], metadata: {} }),
  syncOf(0),
];

it('three devices end with equal versions after thousands of edits in any order', () => {
  const step = fc.record({
    at: fc.integer({ min: 0, max: 2 }),
    edit: fc.option(fieldsOf, { freq: 3 }),
    time: fc.integer({ min: 0, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 80 }), (steps) => {
      const model = new Model();
      for (const { at, edit, time } of steps) {
        if (edit) model.edit(at, edit, time);
        else model.sync(at);
      }
      for (const at of [0, 1, 2, 0, 1, 2]) model.sync(at);
      const [first, ...others] = model.devices;
      for (const other of others) expect(other.current).toEqual(first!.current);
    }),
    { numRuns: 200, examples: [[SAME_EDIT_TWICE]] },
  );
});

it('never loses one of three edits of the same line: one is shown, the others are kept', () => {
  const times = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9));
  const order = fc.array(fc.nat(2), { maxLength: 6 });
  fc.assert(
    fc.property(times, order, (at, syncs) => {
      const model = new Model();
      const texts = ['p\n', 'q\n', 'r\n'];
      texts.forEach((text, device) => {
        model.edit(device, { text }, at[device]!);
      });
      for (const device of [...syncs, 0, 1, 2, 0, 1, 2]) model.sync(device);
      const { fields, kept } = model.devices[0]!.current;
      expect([fields?.text, ...kept.map((each) => each.fields.text)].sort()).toEqual(texts);
    }),
    { numRuns: 300 },
  );
});

describe('descent', () => {
  const first = version(1, { text: 'first' });
  const next = (time: number, device: string, ...former: Version[]): Version => {
    const made = version(time, { text: `at ${time}` }, device);
    return { ...made, seen: seenBy(made.clock, ...former) };
  };

  it('depends on which versions were seen, not on time', () => {
    const lost = next(5, 'b', first);
    const beside = next(9, 'c', first);
    expect([descends(lost, first), descends(first, lost)]).toEqual([true, false]);
    expect([descends(beside, lost), descends(lost, beside)]).toEqual([false, false]);
    const merged = mergeVersions(first, lost, beside);
    expect([descends(merged, lost), descends(merged, beside), descends(lost, merged)]).toEqual([true, true, false]);
    expect(descends(next(12, 'a', merged), lost)).toBe(true);
  });

  it('takes no space if only one device has written', () => {
    expect(seenBy(clockAt(7), next(3, 'a', first))).toEqual({});
  });
});
