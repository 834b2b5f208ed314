import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHeader, encodeHeader, HEADER_BYTES } from './file-header.ts';
import { liveSet } from './live-set.ts';
import type { EntryKind, JournalEntry } from './record.ts';
import { planRecovery, planRestoration } from './recovery-plan.ts';

const entry = (seq: number, kind: EntryKind, id = ''): JournalEntry => {
  return { seq, kind, id, crc: seq, body: new Uint8Array() };
};
const idsOf = (content: Parameters<typeof liveSet>[0]) => [...liveSet(content).entries.keys()].sort();

describe('live set', () => {
  it('is the store that the changes lead to, in whatever files they lie', () => {
    const kind = fc.constantFrom<EntryKind>('put', 'put', 'put', 'remove', 'clear');
    const changes = fc.array(fc.tuple(kind, fc.constantFrom('a', 'b', 'c')), { maxLength: 30 });
    fc.assert(
      fc.property(changes, fc.nat(30), fc.infiniteStream(fc.nat()), (list, cut, order) => {
        const entries = list.map(([what, id], i) => entry(i + 1, what, id));
        const oracle = new Map<string, number>();
        const at = (upTo: number) => {
          oracle.clear();
          for (const one of entries.slice(0, upTo)) {
            if (one.kind === 'put') oracle.set(one.id, one.seq);
            else if (one.kind === 'remove') oracle.delete(one.id);
            else oracle.clear();
          }
          return [...oracle];
        };
        const baseSeq = Math.min(cut, entries.length);
        const baseEntries = at(baseSeq).map(([id, seq]) => entry(seq, 'put', id));
        const shuffled = entries.map((one) => [order.next().value as number, one] as const).sort((a, b) => a[0] - b[0]);
        const live = liveSet({ baseSeq, baseEntries, laterEntries: shuffled.map(([, one]) => one) });
        const expected = at(entries.length);
        expect([...live.entries].map(([id, one]) => [id, one.seq]).sort()).toEqual(expected.sort());
        expect(live.lastSeq).toBe(entries.length);
        expect(live.gapsAfter(0)).toBe(false);
      }),
    );
  });

  it('takes a base scanned during writes for what it is', () => {
    const baseEntries = [entry(1, 'put', 'a'), entry(4, 'put', 'b')];
    const laterEntries = [entry(3, 'remove', 'b'), entry(4, 'put', 'b'), entry(5, 'remove', 'a')];
    expect(idsOf({ baseSeq: 2, baseEntries, laterEntries })).toEqual(['b']);
  });

  it('tells of missing positions', () => {
    const live = liveSet({ baseSeq: 2, baseEntries: [], laterEntries: [entry(4, 'put', 'x'), entry(5, 'put', 'y')] });
    expect([0, 2, 3, 5].map((seq) => live.gapsAfter(seq))).toEqual([true, true, false, false]);
  });
});

describe('recovery plan', () => {
  const store = { epoch: 'e', seq: 9, count: 3, records: 3 };
  const journal = { epoch: 'e', lastSeq: 9, damaged: false };

  it.each([
    ['fresh', undefined, { epoch: undefined, lastSeq: 0, damaged: false }],
    ['fresh', undefined, { epoch: 'e', lastSeq: 0, damaged: false }],
    ['restore', undefined, journal],
    ['ok', store, journal],
    ['restore', { ...store, records: 2 }, journal],
    ['restore', { ...store, seq: 8 }, journal],
    ['restore', { ...store, epoch: 'other' }, journal],
    ['append', { ...store, seq: 12 }, journal],
    ['restore', { ...store, restoring: true }, journal],
    ['rewrite', { ...store, unlogged: 8 }, journal],
    ['rewrite', { ...store, unlogged: 9 }, { ...journal, lastSeq: 7 }],
    ['rewrite', store, { ...journal, damaged: true }],
    ['rewrite', store, { epoch: undefined, lastSeq: 0, damaged: false }],
    ['ok', { epoch: 'e', seq: 0, count: 0, records: 0 }, { epoch: undefined, lastSeq: 0, damaged: false }],
  ])('%s for store %j and journal %j', (plan, storeState, journalState) => {
    expect(planRecovery(storeState, journalState)).toBe(plan);
  });
});

describe('restoration plan', () => {
  const none = { present: new Map(), damaged: new Set<string>(), changes: new Map(), sameStore: true };
  const logOf = (...laterEntries: JournalEntry[]) => liveSet({ baseSeq: 0, baseEntries: [], laterEntries });

  it('puts back what is missing or older, and never an older version over a newer one', () => {
    const journal = logOf(entry(1, 'put', 'missing'), entry(2, 'put', 'newer'), entry(3, 'put', 'older'));
    const present = new Map([
      ['newer', 7],
      ['older', 1],
    ]);
    expect(planRestoration({ ...none, present }, journal)).toEqual({
      puts: ['missing', 'older'],
      deletes: [],
      unsound: [],
    });
  });

  it('leaves removed what either side knows to be removed', () => {
    const changes = new Map([['a', { seq: 9, kind: 'remove' as const }]]);
    expect(planRestoration({ ...none, changes }, logOf(entry(1, 'put', 'a'))).puts).toEqual([]);
    const cleared = new Map([['', { seq: 9, kind: 'clear' as const }]]);
    expect(planRestoration({ ...none, changes: cleared }, logOf(entry(1, 'put', 'a'))).puts).toEqual([]);
    const present = new Map([
      ['a', 1],
      ['b', 3],
    ]);
    const journal = logOf(entry(1, 'put', 'a'), entry(2, 'remove', 'a'), entry(3, 'put', 'b'));
    expect(planRestoration({ ...none, present }, journal).deletes).toEqual(['a']);
    const gap = logOf(entry(1, 'put', 'a'), entry(4, 'remove', 'a'));
    expect(planRestoration({ ...none, present }, gap).deletes).toEqual(['a']);
  });

  it('brings nothing back that a store made after the loss has removed since', () => {
    const changes = new Map([['a', { seq: 1, kind: 'remove' as const }]]);
    const journal = logOf(entry(5, 'put', 'a'), entry(6, 'put', 'b'));
    expect(planRestoration({ ...none, changes, sameStore: false }, journal).puts).toEqual(['b']);
  });

  it('counts as unsound what no side has in its last version', () => {
    const changes = new Map([['a', { seq: 9, kind: 'put' as const }]]);
    expect(planRestoration({ ...none, changes }, logOf(entry(1, 'put', 'a')))).toMatchObject({
      puts: ['a'],
      unsound: ['a'],
    });
    const present = new Map([['b', 4]]);
    const plan = planRestoration({ ...none, present, damaged: new Set(['b']) }, logOf());
    expect(plan).toEqual({ puts: [], deletes: ['b'], unsound: ['b'] });
  });

  it('by any order of writes and losses: what is in both ends at the higher position', () => {
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
        // The database fell back to an earlier position, the journal has everything.
        const present = at(kept);
        const journal = logOf(...entries);
        const { puts, deletes, unsound } = planRestoration({ ...none, present }, journal);
        const after = new Map(present);
        for (const id of puts) after.set(id, journal.entries.get(id)!.seq);
        for (const id of deletes) after.delete(id);
        expect([...after].sort()).toEqual([...at(entries.length)].sort());
        expect(unsound).toEqual([]);
      }),
    );
  });
});

describe('file header', () => {
  const header = fc.record({
    kind: fc.constantFrom('tail' as const, 'segment' as const, 'base' as const),
    salt: fc.nat(),
    compressed: fc.boolean(),
    contentCrc: fc.nat(),
    contentLength: fc.nat(),
    seq: fc.nat(),
    epoch: fc.stringMatching(/^[0-9a-f]{24}$/),
  });

  it('comes back, and not at all after a flipped bit or cut short', () => {
    fc.assert(
      fc.property(header, fc.nat(HEADER_BYTES * 8 - 1), (value, bit) => {
        const bytes = encodeHeader(value);
        expect(decodeHeader(bytes)).toEqual(value);
        expect(decodeHeader(bytes.subarray(0, bit >> 3))).toBeUndefined();
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        expect(decodeHeader(bytes)).toBeUndefined();
      }),
    );
  });
});
