import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { HybridSearchError } from '../core/errors.ts';
import { type Lane, LONGEST_HOLD, RunQueue, TYPING_LINGER } from './run-queue.ts';

function setup() {
  let now = 0;
  const queue = new RunQueue({ next: async () => {}, clock: () => now });
  const started: string[] = [];
  const gates = new Map<string, () => void>();
  const add = (name: string, lane: Lane, tokens = 10, signal?: AbortSignal): Promise<string> =>
    queue.run(
      lane,
      tokens,
      () => {
        started.push(name);
        return new Promise((resolve) => gates.set(name, () => resolve(name)));
      },
      signal,
    );
  const end = async (name: string): Promise<void> => {
    gates.get(name)!();
    for (let i = 0; i < 8; i++) await Promise.resolve();
  };
  return { queue, started, add, end, pass: (ms: number) => (now += ms) };
}

describe('the run queue', () => {
  it('makes a query wait only for the current run', async () => {
    const { started, add, end } = setup();
    void add('chunk 1', 'backlog');
    void add('chunk 2', 'backlog');
    void add('sentence', 'visible');
    void add('query', 'query');
    expect(started).toEqual(['chunk 1']);
    await end('chunk 1');
    await end('query');
    await end('sentence');
    expect(started).toEqual(['chunk 1', 'query', 'sentence', 'chunk 2']);
  });

  it('holds long backlog runs back while someone types, not short ones', async () => {
    const { queue, started, add, end, pass } = setup();
    void add('query', 'query');
    void add('long', 'backlog', 256);
    void add('short', 'backlog', 60);
    await end('query');
    await end('short');
    expect(started).toEqual(['query', 'short']);
    expect(queue.length).toBe(1);
    pass(TYPING_LINGER + 1);
    void add('later', 'backlog', 300);
    expect(started).toEqual(['query', 'short', 'long']);
    await end('long');
    queue.setTyping(true);
    await end('later');
    void add('held', 'backlog', 300);
    expect(started.at(-1)).toBe('later');
    queue.setTyping(false);
    expect(started.at(-1)).toBe('held');
  });

  it('runs a long job in the end, however long someone keeps typing', async () => {
    const { queue, started, add, end, pass } = setup();
    queue.setTyping(true);
    void add('long', 'backlog', 256);
    for (let held = 0; held < LONGEST_HOLD; held += 1_000) {
      expect(started).toEqual([]);
      pass(1_000);
      queue.setTyping(true);
    }
    expect(started).toEqual(['long']);
    await end('long');
  });

  it('forgets an aborted run that has not started, and keeps the others', async () => {
    const { started, add, end } = setup();
    const controller = new AbortController();
    void add('first', 'backlog');
    const dropped = add('dropped', 'backlog', 10, controller.signal);
    const kept = add('kept', 'backlog');
    controller.abort();
    await expect(dropped).rejects.toMatchObject({ code: 'aborted' });
    await end('first');
    await end('kept');
    expect(await kept).toBe('kept');
    expect(started).toEqual(['first', 'kept']);
  });

  it('listens once to a signal that many runs share, and no longer once all have started', async () => {
    const { started, add, end } = setup();
    const controller = new AbortController();
    const { signal } = controller;
    void add('first', 'backlog');
    const waiting = Array.from({ length: 20 }, (_, i) => add(`${i}`, 'backlog', 10, signal));
    expect(getEventListeners(signal, 'abort').length).toBe(1);
    await end('first');
    for (let i = 0; i < 20; i++) await end(`${i}`);
    expect(await Promise.all(waiting)).toHaveLength(20);
    expect(started).toHaveLength(21);
    expect(getEventListeners(signal, 'abort').length).toBe(0);
    void add('last', 'backlog');
    const cancelled = [1, 2].map((i) => add(`cancelled ${i}`, 'backlog', 10, signal));
    controller.abort();
    for (const one of cancelled) await expect(one).rejects.toMatchObject({ code: 'aborted' });
    expect(getEventListeners(signal, 'abort').length).toBe(0);
  });

  it('continues after a run that fails', async () => {
    const { queue } = setup();
    await expect(queue.run('backlog', 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('backlog', 1, async () => 'yes')).toBe('yes');
  });

  it('rejects waiting runs when it is closed', async () => {
    const { queue, add } = setup();
    void add('running', 'backlog');
    const waiting = add('waiting', 'backlog');
    queue.close(new HybridSearchError('closed'));
    await expect(waiting).rejects.toMatchObject({ code: 'closed' });
    await expect(add('late', 'query')).rejects.toMatchObject({ code: 'closed' });
  });
});
