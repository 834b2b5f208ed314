/** Decides what recovery does; `recover.ts` and `restore.ts` carry it out. Pure. */
import { HybridSearchError } from '../../core/errors.ts';
import type { Replayed } from '../wal/replay.ts';

/** Thrown if what was read of the store doesn't match its head, or if a record is damaged. */
export class IncompleteImage extends HybridSearchError {
  constructor() {
    super('storage', 'records are missing');
  }
}

/** Thrown if the store was written while it was read, and its change log doesn't tell what. Read it again later. */
export class OutdatedImage extends HybridSearchError {
  constructor() {
    super('storage', 'the store changed');
  }
}

export interface DatabaseSummary {
  epoch: string;
  seq: number;
  count: number;
  records: number;
  restoring?: boolean | undefined;
  /** Last position that may be missing in the log. Undefined if no position is missing. */
  unlogged?: number | undefined;
}

export interface LogSummary {
  storeId: string | undefined;
  lastSeq: number;
  hasKnownDamage: boolean;
}

/**
 * `fresh`: store and log are empty. `ok`: they agree. `append`: the log lacks the store's latest changes. `checkpoint`:
 * the log must be written again from the store. `restore`: the store lacks something that the log may have.
 */
export type RecoveryPlan = 'fresh' | 'ok' | 'append' | 'checkpoint' | 'restore';

/** @param store undefined for a database without a head, which is new or was lost */
export function planRecovery(store: DatabaseSummary | undefined, wal: LogSummary): RecoveryPlan {
  const hasLog = wal.storeId !== undefined && wal.lastSeq > 0;
  if (!store) return hasLog ? 'restore' : 'fresh';
  if (store.restoring || store.count !== store.records) return 'restore';
  if (!hasLog) return store.seq > 0 ? 'checkpoint' : 'ok';
  if (wal.storeId !== store.epoch || store.seq < wal.lastSeq) return 'restore';
  if (wal.hasKnownDamage || store.unlogged !== undefined) return 'checkpoint';
  return store.seq > wal.lastSeq ? 'append' : 'ok';
}

export interface StoreContents {
  present: ReadonlyMap<string, number>;
  /** Ids of records that are unreadable, or whose checksum doesn't match. */
  damaged: ReadonlySet<string>;
  /** Last change of each id, as far back as the store's change log goes. A `clear` has the id ''. */
  changes: ReadonlyMap<string, { seq: number; kind: 'put' | 'remove' | 'clear' }>;
  /** False if positions of store and log can't be compared, because the database was created after a loss. */
  sameStore: boolean;
  /**
   * Up to this position, the records are exactly those that the head promises, so an absent memory was removed. The
   * change log may not know: it's trimmed, and deletions on a full disk leave it out. 0 if records are missing.
   */
  wholeUpTo: number;
}

export interface Restoration {
  puts: string[];
  deletes: string[];
  /** Ids whose latest known version is neither in the store nor in the log. */
  unsound: string[];
}

/**
 * For each memory, the newer record or removal wins. If the database was created after a loss, its records and removals
 * count as newer than the log's. A damaged record is replaced by the log's version, even by an older one.
 */
export function planRestoration(store: StoreContents, wal: Replayed): Restoration {
  const { present, damaged, changes, sameStore, wholeUpTo } = store;
  const storeCleared = changes.get('')?.seq ?? 0;
  const puts = new Set<string>();
  const unsound: string[] = [];
  for (const [id, entry] of wal.entries) {
    const seq = present.get(id);
    if (seq === undefined) {
      if (entry.seq <= wholeUpTo) continue;
      const last = changes.get(id);
      const gone = Math.max(last?.kind === 'remove' ? last.seq : 0, storeCleared);
      // If the database was created after a loss, its change log covers only the time since. Each removal in it is
      // newer than the log's entries.
      if (gone > (sameStore ? entry.seq : 0)) continue;
      if (sameStore && last?.kind === 'put' && last.seq > entry.seq) unsound.push(id);
    }
    if (seq === undefined || damaged.has(id) || (sameStore && seq < entry.seq)) puts.add(id);
    if (damaged.has(id) && sameStore && seq !== undefined && seq > entry.seq) unsound.push(id);
  }
  const deletes: string[] = [];
  const complete = sameStore && wal.lastSeq > 0 && wal.gapsAfter(0) === 0;
  for (const [id, seq] of present) {
    if (puts.has(id)) continue;
    const removedAt = sameStore ? Math.max(wal.tombstones.get(id) ?? 0, wal.clearedAt) : 0;
    const gone = removedAt > seq || (complete && seq <= wal.lastSeq && !wal.entries.has(id));
    if (gone) deletes.push(id);
    else if (damaged.has(id)) {
      deletes.push(id);
      unsound.push(id);
    }
  }
  return { puts: [...puts], deletes, unsound };
}
