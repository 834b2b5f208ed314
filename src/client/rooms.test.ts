import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { engineInit } from '../testing/engine-init.ts';
import { openRooms } from './rooms.ts';

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

/** Rooms whose engine has just died. */
async function dead() {
  const rooms = openRooms({ init: engineInit(), assetBase: null, remote: null, reranker: null, onEvent() {} });
  const call = rooms.call('ping', []);
  SilentWorker.started.at(-1)!.onerror!({ message: 'out of memory' });
  await expect(call).rejects.toMatchObject({ code: 'worker-died' });
  return rooms;
}

it('starts a dead engine again by itself', async () => {
  const rooms = await dead();
  await vi.runOnlyPendingTimersAsync();
  expect(SilentWorker.started).toHaveLength(2);
  rooms.end();
});

it('throws nothing into the page when it ends while the next start waits', async () => {
  const rooms = await dead();
  rooms.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(SilentWorker.started).toHaveLength(1);
});

it('throws nothing into the page when the next start fails, and tells the next call', async () => {
  const rooms = await dead();
  SilentWorker.refuse = true;
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(rooms.call('ping', [])).rejects.toMatchObject({ code: expect.any(String) });
  rooms.end();
});
