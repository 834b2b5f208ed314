/** One engine per store name on a page, however many clients and elements use it; the last one to leave ends it. */
import { HybridSearchError } from '../core/errors.ts';
import type { EngineEvents } from '../protocol/engine-api.ts';
import { openRooms, type Rooms, type RoomsOptions } from './rooms.ts';

export type EngineListener = <Name extends keyof EngineEvents>(name: Name, value: EngineEvents[Name]) => void;

interface Shared {
  rooms: Rooms;
  users: number;
  listeners: Set<EngineListener>;
  /** The last value of each state event, for clients that join later. */
  last: Partial<EngineEvents>;
  ending: Promise<void> | null;
}

const engines = new Map<string, Shared>();

export interface EngineHandle {
  readonly rooms: Rooms;
  leave(how: 'close' | 'destroy'): Promise<void>;
}

/** The options of the first client of a name hold; later ones share its engine. */
export function joinEngine(options: Omit<RoomsOptions, 'onEvent'>, listener: EngineListener): EngineHandle {
  const { name } = options.init;
  let shared = engines.get(name);
  if (!shared || shared.ending) {
    const waiting = shared?.ending ?? null;
    const fresh: Shared = { rooms: undefined as never, users: 0, listeners: new Set(), last: {}, ending: null };
    fresh.rooms = openRooms({
      ...options,
      onEvent: (event, value) => {
        if (event === 'progress' || event === 'storage') fresh.last[event] = value as never;
        for (const each of [...fresh.listeners]) each(event, value);
      },
    });
    if (waiting) fresh.rooms = afterwards(waiting, fresh.rooms);
    engines.set(name, fresh);
    shared = fresh;
  }
  const joined = shared;
  joined.users++;
  joined.listeners.add(listener);
  for (const event of ['storage', 'progress'] as const) {
    const value = joined.last[event];
    if (value) queueMicrotask(() => listener(event, value as never));
  }
  let left = false;
  return {
    get rooms() {
      return joined.rooms;
    },
    async leave(how) {
      if (left) return;
      left = true;
      joined.listeners.delete(listener);
      joined.users--;
      if (joined.users > 0 && how === 'close') return;
      joined.ending ??= joined.rooms.call<void>(how, []).finally(() => {
        joined.rooms.end();
        if (engines.get(name) === joined) engines.delete(name);
      });
      await joined.ending;
    },
  };
}

/** The first call waits until the engine of the same name has let go of the store. */
function afterwards(waiting: Promise<void>, rooms: Rooms): Rooms {
  const settled = waiting.catch((error: unknown) => {
    if (!(error instanceof HybridSearchError)) throw error;
  });
  return { ...rooms, call: async (...call) => settled.then(() => rooms.call(...call)) as never };
}
