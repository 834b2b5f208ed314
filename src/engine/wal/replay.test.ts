import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryKind, WalEntry } from './frames.ts';
import { replay } from './replay.ts';

const entry = (seq: number, kind: EntryKind, id = ''): WalEntry => {
  return { seq, kind, id, crc: seq, body: new Uint8Array() };
};
const idsOf = (content: Parameters<typeof replay>[0]) => [...replay(content).entries.keys()].sort();

describe('replay', () => {
  it('gives the store that the changes lead to, in whatever files they are', () => {
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
        const checkpointSeq = Math.min(cut, entries.length);
        const checkpointEntries = at(checkpointSeq).map(([id, seq]) => entry(seq, 'put', id));
        const shuffled = entries.map((one) => [order.next().value as number, one] as const).sort((a, b) => a[0] - b[0]);
        const live = replay({ checkpointSeq, checkpointEntries, laterEntries: shuffled.map(([, one]) => one) });
        const expected = at(entries.length);
        expect([...live.entries].map(([id, one]) => [id, one.seq]).sort()).toEqual(expected.sort());
        expect(live.lastSeq).toBe(entries.length);
        expect(live.gapsAfter(0)).toBe(0);
      }),
    );
  });

  it('handles a checkpoint that was scanned during writes', () => {
    const checkpointEntries = [entry(1, 'put', 'a'), entry(4, 'put', 'b')];
    const laterEntries = [entry(3, 'remove', 'b'), entry(4, 'put', 'b'), entry(5, 'remove', 'a')];
    expect(idsOf({ checkpointSeq: 2, checkpointEntries, laterEntries })).toEqual(['b']);
  });

  it('reports missing positions', () => {
    const live = replay({
      checkpointSeq: 2,
      checkpointEntries: [],
      laterEntries: [entry(4, 'put', 'x'), entry(5, 'put', 'y')],
    });
    expect([0, 2, 3, 5].map((seq) => live.gapsAfter(seq))).toEqual([1, 1, 0, 0]);
  });
});
