/**
 * A store that stands in for the database until that opens: the calls go to the substitute, the database is tried again
 * and again behind, and takes over when it is there. Whoever holds this store notices no more than a recovery.
 */
import { HybridSearchError } from '../../core/errors.ts';
import { Backoff } from './backoff.ts';
import type { MemoryStore, OpenReport } from './memory-store.ts';
import { StoreEvents } from './store-events.ts';

/** Waits before the database is tried again; the last one repeats. */
const RETRY_MS = [2_000, 5_000, 15_000, 30_000];

export interface Reopening {
  /** Opens the database's store; rejects while it cannot be. */
  open(): Promise<{ store: MemoryStore; report: OpenReport }>;
  /** Gives it what the substitute alone holds; then the substitute is closed. */
  handOver(next: MemoryStore): Promise<void>;
  retryMs?: readonly number[];
}

/** A substitute refuses to write: another tab has the database open. Then it can be opened here too, at once and not later. */
export class OpenElsewhere extends HybridSearchError {
  constructor() {
    super('storage', 'another tab has the database open, which cannot be opened here');
  }
}

export function createReopeningStore(substitute: MemoryStore, reopening: Reopening): MemoryStore {
  const backoff = new Backoff(reopening.retryMs ?? RETRY_MS);
  let current = substitute;
  let closed = false;
  /** Calls wait while the database takes over: a write to the substitute would come too late for it. */
  let switching: Promise<void> | undefined;
  const running = new Set<Promise<unknown>>();
  const events = new StoreEvents();

  const takeOver = async (): Promise<void> => {
    const { store, report } = await reopening.open();
    await reopening.handOver(store);
    current = store;
    events.take(store.events);
    events.emit('durability', store.durability);
    // What was read from the log may be less than what is there now.
    events.emit('recovery', report);
  };
  const attempt = async (): Promise<void> => {
    if (current !== substitute) return;
    switching ??= Promise.allSettled([...running])
      .then(takeOver)
      .then(
        () => backoff.reset(),
        () => retry(),
      )
      .finally(() => {
        switching = undefined;
      });
    await switching;
  };
  const retry = (): void => {
    if (!closed) backoff.again(() => void attempt());
  };
  retry();

  const own = {
    events,
    async close() {
      closed = true;
      backoff.reset();
      await switching;
      await current.close();
    },
    async destroy() {
      closed = true;
      backoff.reset();
      await switching;
      await current.destroy();
    },
  };
  const ask = async (name: keyof MemoryStore, args: unknown[]): Promise<unknown> => {
    while (switching) await switching;
    const method = current[name] as (...args: unknown[]) => Promise<unknown>;
    const call = method.apply(current, args);
    running.add(call);
    return await call.finally(() => running.delete(call));
  };
  const forward =
    (name: keyof MemoryStore) =>
    async (...args: unknown[]): Promise<unknown> => {
      try {
        return await ask(name, args);
      } catch (error) {
        if (!(error instanceof OpenElsewhere) || closed) throw error;
        await attempt();
        return await ask(name, args);
      }
    };
  return new Proxy(substitute, {
    get(_, name: keyof MemoryStore) {
      if (name in own) return own[name as keyof typeof own];
      if (name === 'durability') return current.durability;
      return typeof current[name] === 'function' ? forward(name) : current[name];
    },
  });
}
