import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryKind, WalEntry } from '../wal/frames.ts';
import { replay } from '../wal/replay.ts';
import { planRecovery, planRestoration } from './recovery-plan.ts';

const entry = (seq: number, kind: EntryKind, id = ''): WalEntry => {
  return { seq, kind, id, crc: seq, body: new Uint8Array() };
};

describe('recovery plan', () => {
  const store = { epoch: 'e', seq: 9, count: 3, records: 3 };
  const wal = { storeId: 'e', lastSeq: 9, hasKnownDamage: false };

  it.each([
    ['fresh', undefined, { storeId: undefined, lastSeq: 0, hasKnownDamage: false }],
    ['fresh', undefined, { storeId: 'e', lastSeq: 0, hasKnownDamage: false }],
    ['restore', undefined, wal],
    ['ok', store, wal],
    ['restore', { ...store, records: 2 }, wal],
    ['restore', { ...store, seq: 8 }, wal],
    ['restore', { ...store, epoch: 'other' }, wal],
    ['append', { ...store, seq: 12 }, wal],
    ['restore', { ...store, restoring: true }, wal],
    ['checkpoint', { ...store, unlogged: 8 }, wal],
    ['checkpoint', { ...store, unlogged: 9 }, { ...wal, lastSeq: 7 }],
    ['checkpoint', store, { ...wal, hasKnownDamage: true }],
    ['checkpoint', store, { storeId: undefined, lastSeq: 0, hasKnownDamage: false }],
    ['ok', { epoch: 'e', seq: 0, count: 0, records: 0 }, { storeId: undefined, lastSeq: 0, hasKnownDamage: false }],
  ])('%s for store %j and wal %j', (plan, storeState, logState) => {
    expect(planRecovery(storeState, logState)).toBe(plan);
  });
});

describe('restoration plan', () => {
  const none = { present: new Map(), damaged: new Set<string>(), changes: new Map(), sameStore: true, wholeUpTo: 0 };
  const logOf = (...laterEntries: WalEntry[]) => replay({ checkpointSeq: 0, checkpointEntries: [], laterEntries });

  it('restores missing and older versions, and never overwrites a newer version with an older one', () => {
    const wal = logOf(entry(1, 'put', 'missing'), entry(2, 'put', 'newer'), entry(3, 'put', 'older'));
    const present = new Map([
      ['newer', 7],
      ['older', 1],
    ]);
    expect(planRestoration({ ...none, present }, wal)).toEqual({
      puts: ['missing', 'older'],
      deletes: [],
      unsound: [],
    });
  });

  it("doesn't restore a memory that either side knows to be removed", () => {
    const changes = new Map([['a', { seq: 9, kind: 'remove' as const }]]);
    expect(planRestoration({ ...none, changes }, logOf(entry(1, 'put', 'a'))).puts).toEqual([]);
    const cleared = new Map([['', { seq: 9, kind: 'clear' as const }]]);
    expect(planRestoration({ ...none, changes: cleared }, logOf(entry(1, 'put', 'a'))).puts).toEqual([]);
    const present = new Map([
      ['a', 1],
      ['b', 3],
    ]);
    const wal = logOf(entry(1, 'put', 'a'), entry(2, 'remove', 'a'), entry(3, 'put', 'b'));
    expect(planRestoration({ ...none, present }, wal).deletes).toEqual(['a']);
    const gap = logOf(entry(1, 'put', 'a'), entry(4, 'remove', 'a'));
    expect(planRestoration({ ...none, present }, gap).deletes).toEqual(['a']);
  });

  it("doesn't restore a memory that's absent from a whole store, unless it's newer", () => {
    const wal = logOf(entry(1, 'put', 'removed'), entry(5, 'put', 'newer'));
    expect(planRestoration({ ...none, wholeUpTo: 4 }, wal).puts).toEqual(['newer']);
  });

  it("doesn't restore a memory that a store created after the loss has removed since", () => {
    const changes = new Map([['a', { seq: 1, kind: 'remove' as const }]]);
    const wal = logOf(entry(5, 'put', 'a'), entry(6, 'put', 'b'));
    expect(planRestoration({ ...none, changes, sameStore: false }, wal).puts).toEqual(['b']);
  });

  it('counts a memory as damaged if neither side has its last version', () => {
    const changes = new Map([['a', { seq: 9, kind: 'put' as const }]]);
    expect(planRestoration({ ...none, changes }, logOf(entry(1, 'put', 'a')))).toMatchObject({
      puts: ['a'],
      unsound: ['a'],
    });
    const present = new Map([['b', 4]]);
    const plan = planRestoration({ ...none, present, damaged: new Set(['b']) }, logOf());
    expect(plan).toEqual({ puts: [], deletes: ['b'], unsound: ['b'] });
  });

  it('ends with the version of the higher position, in any order of writes and losses', () => {
    const one = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      kind: fc.constantFrom('put' as const, 'remove' as const),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), fc.nat(20), (list, kept) => {
        const entries = list.map(({ id, kind }, i) => entry(i + 1, kind, id));
        const at = (upTo: number) => {
          const found = new Map<string, number>();
          for (const { seq, id, kind } of entries.slice(0, upTo)) {
            if (kind === 'put') found.set(id, seq);
            else found.delete(id);
          }
          return found;
        };
        // The database fell back to an earlier position. The log has everything.
        const present = at(kept);
        const wal = logOf(...entries);
        const { puts, deletes, unsound } = planRestoration({ ...none, present }, wal);
        const after = new Map(present);
        for (const id of puts) after.set(id, wal.entries.get(id)!.seq);
        for (const id of deletes) after.delete(id);
        expect([...after].sort()).toEqual([...at(entries.length)].sort());
        expect(unsound).toEqual([]);
      }),
    );
  });
});
