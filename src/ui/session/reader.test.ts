import { expect, it } from 'vitest';
import type { Memory } from '../../core/record/memory.ts';
import { Reader, type ReaderNeeds } from './reader.ts';
import type { SessionHost } from './session-host.ts';

function openReader(shown: Memory, get: () => Promise<Memory | undefined>) {
  const state = { openMemory: shown as Memory | null };
  const panel = {
    get openMemory() {
      return state.openMemory;
    },
    show(memory: Memory) {
      state.openMemory = memory;
    },
    close() {
      state.openMemory = null;
    },
  };
  const needs = { client: () => ({ get }), panel } as unknown as ReaderNeeds;
  return { state, reader: new Reader({} as SessionHost, needs) };
}

const note = { id: 'a', text: 'by one', updatedAt: 5, contentHash: 'one' } as Memory;

it('shows a restored version that was written in the same millisecond as the shown one', async () => {
  const restored = { ...note, text: 'by two', contentHash: 'two' };
  const { state, reader } = openReader(note, async () => restored);
  await reader.reread('a');
  expect(state.openMemory).toBe(restored);
});

it('keeps a note open that can’t be read now, and closes one that was removed', async () => {
  const failing = openReader(note, () => Promise.reject(new Error('the engine died')));
  await failing.reader.reread('a');
  expect(failing.state.openMemory).toBe(note);
  const removed = openReader(note, async () => undefined);
  await removed.reader.reread('a');
  expect(removed.state.openMemory).toBeNull();
});
