/**
 * Start-up decision (S5): what the store says of itself against what the write-ahead log says of it; and, record by record, what
 * a restoration changes. Pure; carried out by `recover.ts`.
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { Replayed } from '../wal/replay.ts';

/** What was read is not all that the head describes: records are missing. */
export class IncompleteImage extends HybridSearchError {
  constructor() {
    super('storage', 'records are missing');
  }
}

export interface DatabaseSummary {
  epoch: string;
  seq: number;
  /** Memories the head claims. */
  count: number;
  /** Memories that are there. */
  records: number;
  /** A restoration was begun and not ended. */
  restoring?: boolean | undefined;
  /** Present where the log lacks something up to this position. */
  unlogged?: number | undefined;
}

export interface LogSummary {
  storeId: string | undefined;
  lastSeq: number;
  damaged: boolean;
}

/**
 * `fresh`: neither holds anything; `ok`: both agree; `append`: the write-ahead log is behind by changes that the change log has;
 * `checkpoint`: the log must be written anew from the store; `restore`: the store misses what the log may have.
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
  /** Those whose checksum does not match. */
  damaged: ReadonlySet<string>;
  /** Last change of each id, as far back as the store's own change log goes; a clearing is under ''. */
  changes: ReadonlyMap<string, { seq: number; kind: 'put' | 'remove' | 'clear' }>;
  /** False where positions of store and log cannot be compared: the database is another one, made after a loss. */
  sameStore: boolean;
}

export interface Restoration {
  /** Ids to put as the log has them. */
  puts: string[];
  /** Ids of records to delete. */
  deletes: string[];
  /** Ids that are known to have had a version that neither side holds any more. */
  unsound: string[];
}

/** By sequence, record by record: the higher position wins, and what either side knows to be removed stays removed. */
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
      // The change log of another store tells only of what was done after the loss.
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
