import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryOrigin } from '../../testing/memory-origin.ts';
import { TabChannel, type TabMessage } from './presence.ts';

let restoreGlobals = (): void => {};
beforeEach(() => {
  restoreGlobals = new MemoryOrigin(1).install();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  restoreGlobals();
});

/** Returns what a tab hears of `messages`, and afterwards while no more messages come. */
async function heardOf(...messages: TabMessage[]): Promise<TabMessage[]> {
  const [listening, writing] = [new TabChannel('store', true), new TabChannel('store', true)];
  const heard: TabMessage[] = [];
  const all = new Promise<void>((resolve) => {
    listening.listen((message) => {
      heard.push(message);
      if (heard.length === messages.length) resolve();
    });
  });
  for (const message of messages) writing.post(message);
  await all;
  await vi.advanceTimersByTimeAsync(60_000);
  for (const channel of [listening, writing]) channel.close();
  return heard;
}

it('assumes a change if a tab began to write and was killed before it said so', async () => {
  expect(await heardOf('writing')).toEqual(['writing', 'changed']);
});

it('assumes no second change after the announced one', async () => {
  expect(await heardOf('writing', 'changed')).toEqual(['writing', 'changed']);
  expect(await heardOf('writing', 'writing', 'changed', 'changed')).toEqual([
    'writing',
    'writing',
    'changed',
    'changed',
  ]);
});

it('still assumes a change of a killed tab if only another one said that it changed something', async () => {
  expect(await heardOf('writing', 'writing', 'changed')).toEqual(['writing', 'writing', 'changed', 'changed']);
});

it('assumes nothing after other messages', async () => {
  expect(await heardOf('changed', 'opened')).toEqual(['changed', 'opened']);
});
