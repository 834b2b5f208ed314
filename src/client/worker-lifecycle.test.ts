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
