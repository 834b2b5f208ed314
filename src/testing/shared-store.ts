/**
 * One store in memory as several tabs have it: each has its own face of it, and hears when another one wrote. The faces are
 * whole stores; closing one leaves the others as they are.
 */
import { createEphemeralStore } from '../engine/store/ephemeral-store.ts';
import type { MemoryStore } from '../engine/store/memory-store.ts';

export interface SharedStore {
  /** Another tab. @param hears whether the others' hints reach it; default true */
  tab(hears?: boolean): MemoryStore;
}

export function sharedStore(): SharedStore {
  const store = createEphemeralStore();
  const listeners = new Map<MemoryStore, () => void>();

  return {
    tab(hears = true) {
      const told = <Result>(result: Result): Result => {
        for (const [other, listener] of listeners) if (other !== tab) listener();
        return result;
      };
      // The store's own methods are those of a class: they are found behind, and called upon it.
      const own: Partial<MemoryStore> = {
        shared: true,
        mutate: async (...args) => told(await store.mutate(...args)),
        clear: async (...args) => told(await store.clear(...args)),
        onForeignChange(listener) {
          if (hears) listeners.set(tab, listener);
          return () => listeners.delete(tab);
        },
        close: async () => {},
      };
      const tab: MemoryStore = new Proxy(store, {
        get(target, name) {
          const value: unknown = own[name as keyof MemoryStore] ?? Reflect.get(target, name);
          return typeof value === 'function' && !(name in own) ? value.bind(target) : value;
        },
      });
      return tab;
    },
  };
}
