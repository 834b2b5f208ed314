import { describe, expect, it } from 'vitest';
import type { Memory } from '../../core/record/memory.ts';
import { writeDecisions } from '../../testing/write-decisions.ts';
import { openStore } from '../recovery/open-store.ts';
import { KEPT_CHANGES } from './change-log.ts';
import { createEphemeralStore } from './ephemeral-store.ts';

const memory = (id: string, text = 'text'): Memory => {
  const times = { createdAt: 1, updatedAt: 1, lastAccessedAt: 1, accessCount: 0 };
  return { id, text, tags: [], type: 'note', confidence: 0.5, metadata: {}, contentHash: text, ...times };
};

describe('ephemeral store', () => {
  it('numbers changes across writes, and lists them from a position', async () => {
    const store = createEphemeralStore();
    await store.open();
    await writeDecisions(store, ['a', 'b'], () => [memory('a'), memory('b')]);
    await writeDecisions(store, ['a', 'c', 'b'], () => [null, null, undefined]);
    expect(await store.changesSince(1)).toEqual([
      { seq: 2, id: 'b', kind: 'put' },
      { seq: 3, id: 'a', kind: 'remove' },
    ]);
    expect(await store.changesSince(3)).toEqual([]);
    expect(await store.changesSince(4)).toBeNull();
    expect(await store.state()).toMatchObject({ count: 1, seq: 3 });
  });

  it('stores a touch of an existing memory without a change', async () => {
    const store = createEphemeralStore();
    await store.open();
    await writeDecisions(store, ['a'], () => [memory('a')]);
    await store.touch('a', (now) => ({ ...now, accessCount: now.accessCount + 3 }));
    await store.touch('new', () => memory('new'));
    expect((await store.get(['a']))[0]?.accessCount).toBe(3);
    expect(await store.state()).toMatchObject({ seq: 1, count: 1 });
    expect(await store.changesSince(1)).toEqual([]);
  });

  it('returns decisions and resulting memories in the order of the ids', async () => {
    const store = createEphemeralStore();
    await writeDecisions(store, ['a', 'b'], () => [memory('a', 'old'), memory('b')]);
    const { changes, outcome, after } = await store.commit({
      ids: ['b', 'new', 'a', 'none'],
      decide: (current) => ({
        decisions: [null, memory('new'), memory('a', 'changed'), null],
        outcome: current.map((found) => found?.text),
      }),
    });
    expect(changes.map(({ id, kind }) => [id, kind])).toEqual([
      ['b', 'remove'],
      ['new', 'put'],
      ['a', 'put'],
    ]);
    expect(outcome).toEqual(['text', undefined, 'old', undefined]);
    expect(after.map((left) => left?.text)).toEqual([undefined, 'text', 'changed', undefined]);
    expect(await store.get(['b', 'new', 'a', 'none'])).toEqual(after);
    const untouched = await writeDecisions(store, ['a'], () => [undefined]);
    expect(untouched).toMatchObject({ changes: [], after: [{ text: 'changed' }] });
  });

  it('passes stored memories to the decision, and keeps no reference to the result', async () => {
    const store = createEphemeralStore();
    const given = memory('a', 'one');
    await writeDecisions(store, ['a'], () => [given]);
    given.text = 'changed outside';
    await writeDecisions(store, ['a'], ([now]) => {
      expect(now?.text).toBe('one');
      now!.tags.push('changed in decide');
      return [undefined];
    });
    expect((await store.get(['a', 'none'])).map((found) => found?.tags)).toEqual([[], undefined]);
  });

  it('changes nothing if the decision throws or returns another id', async () => {
    const store = createEphemeralStore();
    const refuse = () => {
      throw new Error('no');
    };
    await expect(writeDecisions(store, ['a'], refuse)).rejects.toThrow('no');
    await expect(writeDecisions(store, ['a'], () => [memory('b')])).rejects.toMatchObject({ code: 'internal' });
    expect(await store.state()).toMatchObject({ count: 0, seq: 0 });
  });

  it('drops old changes and reports it', async () => {
    const store = createEphemeralStore();
    const ids = Array.from({ length: KEPT_CHANGES + 6_000 }, (_, i) => `m${i}`);
    await writeDecisions(store, ids, () => ids.map((id) => memory(id)));
    expect(await store.changesSince(5)).toBeNull();
    expect(await store.changesSince(ids.length - KEPT_CHANGES)).toHaveLength(KEPT_CHANGES);
  });

  it('clears memories and derived data in one change', async () => {
    const store = createEphemeralStore();
    await writeDecisions(store, ['a'], () => [memory('a')]);
    await store.derived.writeVectors('f', new Map([['h', Int8Array.of(1, 2)]]));
    await store.derived.writeSnapshot('s', Uint8Array.of(1), {});
    expect(await store.clear()).toEqual([{ seq: 2, id: '', kind: 'clear' }]);
    expect([(await store.state()).count, (await store.derived.readAllVectors('f', 2)).size]).toEqual([0, 0]);
    expect(await store.derived.readSnapshot('s')).toBeUndefined();
  });

  it("removes vectors that aren't kept and, if asked, other fingerprints", async () => {
    const store = createEphemeralStore();
    await store.derived.writeVectors(
      'f',
      new Map([
        ['h', Int8Array.of(1)],
        ['i', Int8Array.of(2)],
      ]),
    );
    await store.derived.writeVectors('g', new Map([['h', Int8Array.of(3)]]));
    await store.derived.sweepVectors('f', new Set(['h']), true);
    const left = await store.derived.readAllVectors('f', 1);
    expect([left.size, left.get('h')]).toEqual([1, Int8Array.of(1)]);
    expect((await store.derived.readAllVectors('g', 1)).size).toBe(0);
  });

  it('rejects calls after closing', async () => {
    const store = createEphemeralStore();
    await store.close();
    await expect(store.get(['a'])).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('open store', () => {
  it('reports that nothing is kept without IndexedDB', async () => {
    const { store, report } = await openStore('x');
    expect(report).toEqual({ durability: 'ephemeral', event: 'created', restored: 0, lost: 0, reason: 'unsupported' });
    expect(store.durability).toBe('ephemeral');
  });
});
