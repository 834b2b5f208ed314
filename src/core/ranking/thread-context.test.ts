import { describe, expect, it } from 'vitest';
import { smoothEvidence, type ThreadedRow, threadOf, threadOrder } from './thread-context.ts';

const message = (id: string, createdAt: number, session: string | undefined = 's'): ThreadedRow => ({
  id,
  createdAt,
  seq: 0,
  thread: 't',
  ...(session === undefined ? {} : { session }),
});

it('a thread belongs to its session, and only exists if both are named', () => {
  const { id, createdAt, seq } = message('b', 2);
  expect(threadOf({ id, createdAt, seq })).toBeUndefined();
  expect(threadOf({ id, createdAt, seq, thread: 't' })).toBeUndefined();
  expect(threadOf(message('a', 1))).toBe(threadOf(message('b', 2)));
  expect(threadOf(message('a', 1))).not.toBe(threadOf(message('a', 1, 'other')));
});

it('messages follow one another by time', () => {
  const ids = [message('c', 3), message('b', 1), message('a', 1)].sort(threadOrder).map(({ id }) => id);
  expect(ids).toEqual(['a', 'b', 'c']);
});

describe('smoothEvidence', () => {
  const rows = [message('a', 1), message('b', 2), message('c', 3)];
  const threads = [Int32Array.from(rows.keys())];

  it('adds γ of the stronger neighbour', () => {
    expect([...smoothEvidence(new Float32Array([4, 0, 2]), threads, 0.25, null)]).toEqual([4, 1, 2]);
  });

  it('equals the evidence at γ = 0', () => {
    const evidence = new Float32Array([4, 0, 2]);
    expect(smoothEvidence(evidence, threads, 0, null)).toBe(evidence);
  });

  it('ignores hidden messages', () => {
    const visible = new Uint8Array([1, 0, 1]);
    expect([...smoothEvidence(new Float32Array([4, 0, 2]), threads, 0.25, visible)]).toEqual([4.5, 0, 3]);
  });
});
