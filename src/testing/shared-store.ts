/**
 * One store in memory as several tabs see it. Each tab has its own view, and hears when another one wrote. Views are
 * whole stores; closing one leaves the others open.
 */
import { createEphemeralStore } from '../engine/store/ephemeral-store.ts';
import type { MemoryStore } from '../engine/store/memory-store.ts';
import { StoreEvents } from '../engine/store/store-events.ts';

export interface SharedStore {
  /** Another tab. @param hears whether it gets the others' broadcasts; default true */
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
      // The store's own methods are on its class, so call them on it.
      const own: Partial<MemoryStore> = {
        shared: true,
        mutate: async (...args) => told(await store.mutate(...args)),
        clear: async (...args) => told(await store.clear(...args)),
        events,
        close: async () => void tabs.delete(tab),
      };
      const tab: MemoryStore = new Proxy(store, {
        get(target, name) {
          const value: unknown = own[name as keyof MemoryStore] ?? Reflect.get(target, name);
          return typeof value === 'function' && !(name in own) ? value.bind(target) : value;
        },
      });
      if (hears) tabs.set(tab, events);
      return tab;
    },
  };
}
