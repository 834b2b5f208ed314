import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { engineInit } from '../testing/engine-init.ts';
import { startWorkers } from './worker-lifecycle.ts';

class SilentWorker extends EventTarget {
  static started: SilentWorker[] = [];
  static refuse = false;
  onerror: ((event: { message: string }) => void) | null = null;

  constructor() {
    super();
    if (SilentWorker.refuse) throw new Error('no more workers');
    SilentWorker.started.push(this);
  }
  postMessage(): void {}
  terminate(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
  vi.stubGlobal('location', new URL('https://notes.test/'));
  SilentWorker.started = [];
  SilentWorker.refuse = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function dead() {
  const workers = startWorkers({
    init: engineInit(),
    assetBase: null,
    remote: null,
    reranker: null,
    pictureModel: null,
    onEvent() {},
  });
  const call = workers.call('ping', []);
  SilentWorker.started.at(-1)!.onerror!({ message: 'out of memory' });
  await expect(call).rejects.toMatchObject({ code: 'worker-died' });
  return workers;
}

it('starts a dead engine again automatically', async () => {
  const workers = await dead();
  await vi.runOnlyPendingTimersAsync();
  expect(SilentWorker.started).toHaveLength(2);
  workers.end();
});

it('starts a dead engine again at once, then after 1, 5 and 20 seconds if it keeps dying', async () => {
  const workers = await dead();
  for (const [wait, started] of [
    [0, 2],
    [1_000, 3],
    [5_000, 4],
    [20_000, 5],
    [20_000, 6],
  ] as const) {
    if (wait > 0) await vi.advanceTimersByTimeAsync(wait - 1);
    expect(SilentWorker.started).toHaveLength(started - 1);
    await vi.advanceTimersByTimeAsync(wait > 0 ? 1 : 0);
    expect(SilentWorker.started).toHaveLength(started);
    SilentWorker.started.at(-1)!.onerror!({ message: 'out of memory' });
  }
  workers.end();
});

it('throws nothing into the page when it ends while the next start waits', async () => {
  const workers = await dead();
  workers.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(SilentWorker.started).toHaveLength(1);
});

it('throws nothing into the page when the next start fails, and reports it to the next call', async () => {
  const workers = await dead();
  SilentWorker.refuse = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(workers.call('ping', [])).rejects.toMatchObject({ code: expect.any(String) });
  workers.end();
});
