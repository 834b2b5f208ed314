import { onTestFinished } from 'vitest';
import type { Memory } from '../core/record/memory.ts';
import { createDurableStore, type DurableStoreOptions } from '../engine/recovery/durable-store.ts';
import type { DurabilityMode, MemoryStore } from '../engine/store/memory-store.ts';
import { MemoryOrigin, type MemoryTab } from './memory-origin.ts';

/** A busy machine takes longer than `waitFor`'s own second. */
export const PATIENT = { timeout: 100_000 };

let restoreGlobals = (): void => {};

/** Lasts until the test ends, or until the next call. */
export function install(seed: number): MemoryOrigin {
  restoreGlobals();
  const origin = new MemoryOrigin(seed);
  restoreGlobals = origin.install();
  onTestFinished(() => restoreGlobals());
  return origin;
}

export interface Opened {
  tab: MemoryTab;
  store: MemoryStore;
  event: string;
  modes: DurabilityMode[];
}

export async function openTab(origin: MemoryOrigin, options: DurableStoreOptions = {}): Promise<Opened> {
  const tab = origin.open();
  return await origin.in(tab, async () => {
    const store = createDurableStore('s', options);
    const modes: DurabilityMode[] = [];
    store.events.on('illegal', (error) => {
      throw error;
    });
    store.events.on('durability', (mode) => modes.push(mode));
    const { event } = await store.open();
    return { tab, store, event, modes };
  });
}

export const memory = (id: string, text: string): Memory => {
  const times = { createdAt: 1, updatedAt: 1, lastAccessedAt: 1, accessCount: 0 };
  return { id, text, tags: [], type: 'note', confidence: 0.5, metadata: {}, contentHash: text, ...times };
};

export async function contents({ store }: Pick<Opened, 'store'>): Promise<{ [id: string]: string }> {
  const found: [string, string][] = [];
  await store.scan((page) => {
    for (const {
      memory: { id, text },
    } of page)
      found.push([id, text]);
  });
  return Object.fromEntries(found.sort());
}

/** Deletes the database first, so that only the log is left. */
export async function fromLog(origin: MemoryOrigin): Promise<{ [id: string]: string }> {
  await origin.in(
    origin.open(),
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('hybrid-search/s').addEventListener('success', resolve);
      }),
  );
  return await contents(await openTab(origin));
}
