/** One engine per store name on a page. It ends when the last client closes. */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import type { EngineApi, EngineEvents } from '../protocol/engine-api.ts';
import type { EventOf, Remote } from '../protocol/rpc.ts';
import { startWorkers, type Workers, type WorkersOptions } from './worker-lifecycle.ts';

export type EngineListener = (event: EventOf<EngineEvents>) => void;
type StateEvent = Extract<EventOf<EngineEvents>, { name: 'storage' | 'progress' }>;

interface Shared {
  workers: Workers;
  users: number;
  listeners: Set<EngineListener>;
  /** Latest states, for clients that join later. */
  last: Map<StateEvent['name'], StateEvent>;
  ending: Promise<void> | null;
  options: JoinOptions;
}

export interface JoinOptions extends Omit<WorkersOptions, 'onEvent'> {
  /** Options that the client didn't set aren't compared with those of the running engine. */
  given: readonly string[];
}

const engines = new Map<string, Shared>();

export interface EngineHandle {
  readonly workers: Workers;
  leave(how: 'close' | 'destroy'): Promise<void>;
}

/** Later clients of a name get a warning if their options differ. */
export function joinEngine(
  options: JoinOptions,
  listener: EngineListener,
  onDifference: (error: HybridSearchError) => void,
): EngineHandle {
  const { name } = options.init;
  let shared = engines.get(name);
  if (!shared || shared.ending) {
    const waiting = shared?.ending ?? null;
    const listeners = new Set<EngineListener>();
    const last: Shared['last'] = new Map();
    const workers = startWorkers({
      ...options,
      onEvent: (event) => {
        if (event.name === 'progress' || event.name === 'storage') last.set(event.name, event);
        // Clients that open this name from now on get a new engine.
        if (event.name === 'deleted' && engines.get(name)?.listeners === listeners) engines.delete(name);
        for (const each of [...listeners]) each(event);
      },
    });
    shared = {
      workers: waiting ? afterwards(waiting, workers) : workers,
      users: 0,
      listeners,
      last,
      ending: null,
      options,
    };
    engines.set(name, shared);
  }
  const joined = shared;
  const differing = differences(options, joined.options);
  if (differing.length > 0) {
    queueMicrotask(() =>
      onDifference(new HybridSearchError('options-differ', undefined, { path: differing.join(', ') })),
    );
  }
  joined.users++;
  joined.listeners.add(listener);
  for (const event of joined.last.values()) queueMicrotask(() => listener(event));
  let left: 'close' | 'destroy' | null = null;
  return {
    get workers() {
      // Other clients may keep the engine running.
      if (left) throw new HybridSearchError('closed');
      return joined.workers;
    },
    async leave(how) {
      if (left) {
        if (how === 'close' || left === 'destroy') return;
        // A closed client can still delete the store.
        left = 'destroy';
        return joinEngine(
          options,
          () => {},
          () => {},
        ).leave('destroy');
      }
      left = how;
      joined.listeners.delete(listener);
      joined.users--;
      if (joined.users > 0 && how === 'close') return;
      joined.ending ??= joined.workers.leave(how).finally(() => {
        joined.workers.end();
        if (engines.get(name) === joined) engines.delete(name);
      });
      await joined.ending;
    },
  };
}

function differences(wanted: JoinOptions, open: JoinOptions): string[] {
  const optionOf = ({ init, ...others }: JoinOptions, name: string): unknown => {
    const values: { [name: string]: unknown } = { ...init, model: init.profile.id, ...others };
    return values[{ modelLoad: 'modelAllowed', remoteModels: 'remote' }[name] ?? name];
  };
  return wanted.given.filter((name) => JSON.stringify(optionOf(wanted, name)) !== JSON.stringify(optionOf(open, name)));
}

/** The previous engine of this name must close the store first. */
function afterwards(waiting: Promise<void>, workers: Workers): Workers {
  const settled = waiting.catch((error: unknown) => {
    if (!isHybridSearchError(error)) throw error;
  });
  const call: Remote<EngineApi>['call'] = async (method, args, options) => {
    await settled;
    return workers.call(method, args, options);
  };
  return {
    ...workers,
    call,
    async leave(how) {
      await settled;
      return workers.leave(how);
    },
    async transfer(job) {
      await settled;
      return workers.transfer(job);
    },
  };
}
