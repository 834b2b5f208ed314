import { describe, expect, it } from 'vitest';
import { smoothEvidence, type ThreadedRow, threadNeighbours } from './thread-context.ts';

const message = (id: string, createdAt: number, session: string | undefined = 's'): ThreadedRow => ({
  id,
  createdAt,
  seq: 0,
  thread: 't',
  ...(session === undefined ? {} : { session }),
});

describe('threadNeighbours', () => {
  it('orders each thread and session by time, not by place in the table', () => {
    const rows = [message('c', 3), message('a', 1), message('b', 2), message('x', 2, 'other')];
    const { previous, next, any } = threadNeighbours(4, (at) => rows[at]);
    expect([...previous]).toEqual([2, -1, 1, -1]);
    expect([...next]).toEqual([-1, 2, 0, -1]);
    expect(any).toBe(true);
  });

  it('leaves out rows without thread or session', () => {
    const { id, createdAt, seq } = message('b', 2);
    const rows: ThreadedRow[] = [message('a', 1), { id, createdAt, seq }];
    expect(threadNeighbours(2, (at) => rows[at]).any).toBe(false);
  });
});

describe('smoothEvidence', () => {
  const rows = [message('a', 1), message('b', 2), message('c', 3)];
  const neighbours = threadNeighbours(3, (at) => rows[at]);

  it('lends γ of the stronger neighbour', () => {
    expect([...smoothEvidence(new Float32Array([4, 0, 2]), neighbours, 0.25)]).toEqual([4, 1, 2]);
  });

  it('is the evidence itself at γ = 0', () => {
    const evidence = new Float32Array([4, 0, 2]);
    expect(smoothEvidence(evidence, neighbours, 0)).toBe(evidence);
  });
});
