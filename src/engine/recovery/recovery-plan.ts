/**
 * The decision at a start: compares the states of store and write-ahead log, and plans the restoration record by
 * record. Pure; `recover.ts` carries it out.
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { Replayed } from '../wal/replay.ts';

/** The read was incomplete: records that the head describes are missing. */
export class IncompleteImage extends HybridSearchError {
  constructor() {
    super('storage', 'records are missing');
  }
}

export interface DatabaseSummary {
  epoch: string;
  seq: number;
  /** Memories that the head claims. */
  count: number;
  /** Memories that exist. */
  records: number;
  /** A restoration has begun but not ended. */
  restoring?: boolean | undefined;
  /** Set if the log lacks something up to this position. */
  unlogged?: number | undefined;
}

export interface LogSummary {
  storeId: string | undefined;
  lastSeq: number;
  damaged: boolean;
}

/**
 * `fresh`: both are empty; `ok`: both agree; `append`: the write-ahead log lacks changes that the change log has;
 * `checkpoint`: the log must be written again from the store; `restore`: the store lacks what the log may have.
 */
export type RecoveryPlan = 'fresh' | 'ok' | 'append' | 'checkpoint' | 'restore';

/** `store` is undefined for a database without a head: new, or lost. */
export function planRecovery(store: DatabaseSummary | undefined, wal: LogSummary): RecoveryPlan {
  const hasLog = wal.storeId !== undefined && wal.lastSeq > 0;
  if (!store) return hasLog ? 'restore' : 'fresh';
  if (store.restoring || store.count !== store.records) return 'restore';
  if (!hasLog) return store.seq > 0 ? 'checkpoint' : 'ok';
  if (wal.storeId !== store.epoch || store.seq < wal.lastSeq) return 'restore';
  if (wal.damaged || store.unlogged !== undefined) return 'checkpoint';
  return store.seq > wal.lastSeq ? 'append' : 'ok';
}

export interface StoreContents {
  /** Position of every record by id. */
  present: ReadonlyMap<string, number>;
  /** Records whose checksum doesn't match. */
  damaged: ReadonlySet<string>;
  /** Last change of each id, as far back as the store's own change log goes. A clearing is under ''. */
  changes: ReadonlyMap<string, { seq: number; kind: 'put' | 'remove' | 'clear' }>;
  /** False if positions of store and log can't be compared, because the database was made after a loss. */
  sameStore: boolean;
}

export interface Restoration {
  /** Ids to put as the log has them. */
  puts: string[];
  /** Ids of records to delete. */
  deletes: string[];
  /** Ids known to have had a version that neither side has any more. */
  unsound: string[];
}

/** Record by record, the higher position wins, and what either side knows to be removed stays removed. */
export function planRestoration(store: StoreContents, wal: Replayed): Restoration {
  const { present, damaged, changes, sameStore } = store;
  const storeCleared = changes.get('')?.seq ?? 0;
  const puts = new Set<string>();
  const unsound: string[] = [];
  for (const [id, entry] of wal.entries) {
    const seq = present.get(id);
    if (seq === undefined) {
      const last = changes.get(id);
      const gone = Math.max(last?.kind === 'remove' ? last.seq : 0, storeCleared);
      // The change log of another store only covers what happened after the loss.
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
