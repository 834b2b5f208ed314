/**
 * Start-up decision (S5): what the store says of itself against what the journal says of it. Pure; carried out by the
 * store's `recover.ts`.
 */
export interface StoreState {
  epoch: string;
  seq: number;
  /** Memories the head claims. */
  count: number;
  /** Memories that are there. */
  records: number;
}

export interface JournalState {
  epoch: string | undefined;
  lastSeq: number;
  damaged: boolean;
}

/**
 * `fresh`: neither holds anything; `ok`: both agree; `append`: the journal is behind by positions of the log;
 * `rewrite`: the journal must be written anew from the store; `restore`: the store misses what the journal may have.
 */
export type RecoveryPlan = 'fresh' | 'ok' | 'append' | 'rewrite' | 'restore';

/** `store` is undefined for a database without a head: new, or lost. */
export function planRecovery(store: StoreState | undefined, journal: JournalState): RecoveryPlan {
  const hasJournal = journal.epoch !== undefined && journal.lastSeq > 0;
  if (!store) return hasJournal ? 'restore' : 'fresh';
  if (store.count !== store.records) return 'restore';
  if (!hasJournal) return store.seq > 0 ? 'rewrite' : 'ok';
  if (journal.epoch !== store.epoch || store.seq < journal.lastSeq) return 'restore';
  if (journal.damaged) return 'rewrite';
  return store.seq > journal.lastSeq ? 'append' : 'ok';
}
