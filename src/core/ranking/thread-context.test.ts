import { describe, expect, it } from 'vitest';
import { smoothEvidence, type ThreadedRow, threadsOf } from './thread-context.ts';

const message = (id: string, createdAt: number, session: string | undefined = 's'): ThreadedRow => ({
  id,
  createdAt,
  seq: 0,
  thread: 't',
  ...(session === undefined ? {} : { session }),
});

describe('threadsOf', () => {
  it('orders each thread and session by time, not by place in the table', () => {
    const rows = [message('c', 3), message('a', 1), message('b', 2), message('x', 2, 'other')];
    expect(threadsOf(4, (at) => rows[at]).map((members) => [...members])).toEqual([[1, 2, 0]]);
  });

  it('leaves out rows without thread or session', () => {
    const { id, createdAt, seq } = message('b', 2);
    const rows: ThreadedRow[] = [message('a', 1), { id, createdAt, seq }];
    expect(threadsOf(2, (at) => rows[at])).toEqual([]);
  });
});

describe('smoothEvidence', () => {
  const rows = [message('a', 1), message('b', 2), message('c', 3)];
  const threads = threadsOf(3, (at) => rows[at]);

  it('lends γ of the stronger neighbour', () => {
    expect([...smoothEvidence(new Float32Array([4, 0, 2]), threads, 0.25, null)]).toEqual([4, 1, 2]);
  });

  it('is the evidence itself at γ = 0', () => {
    const evidence = new Float32Array([4, 0, 2]);
    expect(smoothEvidence(evidence, threads, 0, null)).toBe(evidence);
  });

  it('lends as if hidden messages were not there', () => {
    const visible = new Uint8Array([1, 0, 1]);
    expect([...smoothEvidence(new Float32Array([4, 0, 2]), threads, 0.25, visible)]).toEqual([4.5, 0, 3]);
  });
});
