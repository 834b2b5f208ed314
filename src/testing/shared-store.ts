/** A store in memory that several tabs share. Closing one tab's view leaves the others open. */
import { createEphemeralStore } from '../engine/store/ephemeral-store.ts';
import type { Change, MemoryStore } from '../engine/store/memory-store.ts';
import { StoreEvents } from '../engine/store/store-events.ts';

export interface SharedStore {
  /** @param hears broadcasts from other tabs; default true */
  tab(hears?: boolean): MemoryStore;
}

export function sharedStore(): SharedStore {
  const store = createEphemeralStore();
  const tabs = new Map<MemoryStore, StoreEvents>();

  return {
    tab(hears = true) {
      const events = new StoreEvents();
      const told = <Result>(result: Result): Result => {
        for (const [other, heard] of tabs) if (other !== tab) heard.emit('changed', null);
        return result;
      };
      const own = new Set<number>();
      const note = (changes: readonly Change[]): readonly Change[] => {
        for (const { seq } of changes) own.add(seq);
        return changes;
      };
      const kept: MemoryStore['commit'] = async (plan) => {
        const committed = await store.commit(plan);
        note(committed.changes);
        return committed;
      };
      const face: Partial<MemoryStore> = {
        shared: true,
        commit: async (plan) => told(await kept(plan)),
        wrote: (seq) => own.has(seq),
        clear: async (at) => told(note(await store.clear(at))),
        events,
        close: async () => void tabs.delete(tab),
      };
      const tab: MemoryStore = new Proxy(store, {
        get(target, name) {
          const value: unknown = face[name as keyof MemoryStore] ?? Reflect.get(target, name);
          return typeof value === 'function' && !(name in face) ? value.bind(target) : value;
        },
      });
      if (hears) tabs.set(tab, events);
      return tab;
    },
  };
}
