import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHeader, encodeHeader, HEADER_BYTES } from './file-header.ts';
import { liveSet } from './live-set.ts';
import type { EntryKind, JournalEntry } from './record.ts';
import { planRecovery } from './recovery-plan.ts';

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
        expect(live).toMatchObject({ lastSeq: entries.length, gaps: false });
      }),
    );
  });

  it('takes a base scanned during writes for what it is', () => {
    const baseEntries = [entry(1, 'put', 'a'), entry(4, 'put', 'b')];
    const laterEntries = [entry(3, 'remove', 'b'), entry(4, 'put', 'b'), entry(5, 'remove', 'a')];
    expect(idsOf({ baseSeq: 2, baseEntries, laterEntries })).toEqual(['b']);
  });

  it('tells of missing positions', () => {
    expect(liveSet({ baseSeq: 2, baseEntries: [], laterEntries: [entry(4, 'put', 'x')] }).gaps).toBe(true);
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
    ['rewrite', store, { ...journal, damaged: true }],
    ['rewrite', store, { epoch: undefined, lastSeq: 0, damaged: false }],
    ['ok', { epoch: 'e', seq: 0, count: 0, records: 0 }, { epoch: undefined, lastSeq: 0, damaged: false }],
  ])('%s for store %j and journal %j', (plan, storeState, journalState) => {
    expect(planRecovery(storeState, journalState)).toBe(plan);
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
