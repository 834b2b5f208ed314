/** Keeps sync's state in memory, for a store that's only in memory and for tests in Node. */
import type { SizeLimit } from '../transport/remembered-limit.ts';
import type { Kept } from './kept-settings.ts';
import type { Commit, KnownServer, Pending, ReplicationState, Shadow, Waiting } from './sync-state.ts';

export function createMemoryState(): ReplicationState {
  let known: KnownServer | undefined;
  let kept: Kept | undefined;
  const shadows = new Map<string, Shadow>();
  const pending = new Map<string, Pending>();
  const waiting = new Map<string, Waiting>();
  const limits = new Map<string, SizeLimit>();

  const put = <Row extends { id: string }>(map: Map<string, Row>, rows: readonly Row[] = []): void => {
    for (const row of rows) map.set(row.id, row);
  };
  const drop = (map: Map<string, unknown>, ids: readonly string[] = []): void => {
    for (const id of ids) map.delete(id);
  };
  const next = <Row extends { id: string }>(map: Map<string, Row>, after: string, limit: number): Row[] =>
    [...map.values()]
      .filter(({ id }) => id > after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, limit);

  return {
    known: async () => known,
    shadows: async (ids) => ids.map((id) => shadows.get(id)),
    allShadows: async () => [...shadows.values()],
    pendingOf: async (ids) => ids.map((id) => pending.get(id)),
    pending: async (after, limit) => next(pending, after, limit),
    pendingCount: async () => pending.size,
    waiting: async (after, limit) => next(waiting, after, limit),
    async commit(changes: Commit) {
      if (changes.known) known = changes.known;
      drop(shadows, changes.dropShadows);
      drop(pending, changes.dropPending);
      drop(waiting, changes.dropWaiting);
      put(shadows, changes.shadows);
      put(pending, changes.pending);
      put(waiting, changes.waiting);
    },
    async forget() {
      for (const map of [shadows, pending, waiting]) map.clear();
    },
    kept: async () => kept,
    async keep(settings) {
      kept = settings;
    },
    sizeLimit: async (key) => limits.get(key),
    async keepSizeLimit(key, limit) {
      limits.set(key, limit);
    },
    close() {},
    async destroy() {},
  };
}
