/**
 * Three things change independently: what a write is promised, whether the database can be used, and whether the disk
 * is believed to be full. The tables of `docs/DURABILITY.md` are generated from this file.
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { DurabilityMode } from './memory-store.ts';
import type { Head } from './schema.ts';
import type { StoreEvents } from './store-events.ts';

/** For each event, the next state by current state. In a state that's missing here, the event is illegal. */
export const TRANSITIONS = {
  promise: {
    'log-opened': { opening: 'behind', unlogged: 'behind', behind: 'behind', durable: 'durable' },
    'log-complete': { opening: 'opening', unlogged: 'unlogged', behind: 'durable', durable: 'durable' },
    'log-incomplete': { opening: 'opening', unlogged: 'unlogged', behind: 'behind', durable: 'behind' },
    'log-failed': { opening: 'unlogged', unlogged: 'unlogged', behind: 'unlogged', durable: 'unlogged' },
    'log-read': { opening: 'log-only' },
    'nothing-opened': { opening: 'ephemeral' },
    'database-opened': { 'log-only': 'opening', ephemeral: 'opening' },
    deleted: { opening: 'deleted', unlogged: 'deleted', behind: 'deleted', durable: 'deleted' },
    closed: {
      opening: 'closed',
      unlogged: 'closed',
      behind: 'closed',
      durable: 'closed',
      'log-only': 'closed',
      ephemeral: 'closed',
      deleted: 'deleted',
      closed: 'closed',
    },
  },
  database: {
    doubted: { unproven: 'unproven', whole: 'unproven', replacing: 'replacing' },
    agreed: { unproven: 'whole', whole: 'whole', replacing: 'replacing' },
    'replacement-begun': { unproven: 'replacing', whole: 'replacing' },
    'replacement-ended': { replacing: 'whole' },
  },
  disk: {
    'disk-full': { free: 'full', full: 'full' },
    'disk-calm': { full: 'free' },
  },
} as const satisfies Table;

export interface StatesNow {
  promise: 'opening' | 'durable' | 'behind' | 'unlogged' | 'log-only' | 'ephemeral' | 'closed' | 'deleted';
  database: 'unproven' | 'whole' | 'replacing';
  disk: 'free' | 'full';
}
export type Region = keyof StatesNow;
type Table = {
  readonly [Of in Region]: { readonly [event: string]: { readonly [From in StatesNow[Of]]?: StatesNow[Of] } };
};
export type RegionEvent<Of extends Region> = Of extends Region ? keyof (typeof TRANSITIONS)[Of] : never;

/** All other states are `best-effort`. */
export const MODES: { readonly [Each in StatesNow['promise']]?: DurabilityMode } = {
  durable: 'durable',
  'log-only': 'log-only',
  ephemeral: 'ephemeral',
};

/** Texts for the tables of `docs/DURABILITY.md`, not used at run time. */
export const STATE_NOTES: {
  readonly [Each in StatesNow[Region]]: { readonly means: string; readonly promise: string };
} = {
  opening: {
    means: 'Database and write-ahead log are being opened and compared.',
    promise: 'Nothing is acknowledged yet.',
  },
  durable: {
    means: 'The log is open and has everything that any tab acknowledged.',
    promise:
      'A write is acknowledged when its transaction is complete and its frame is flushed to the log. It survives a killed browser and the loss of the whole database.',
  },
  behind: {
    means: 'The log is open, but a tab wrote without one, so the head of the database has the mark `unlogged`.',
    promise:
      'A write is acknowledged when its transaction, with strict durability, is complete. It survives a killed browser unless the browser loses its database.',
  },
  unlogged: {
    means: 'This tab has no log, because the context has none or the log failed.',
    promise: 'As in `behind`.',
  },
  'log-only': {
    means: 'The database cannot be opened. Memories are read from the log.',
    promise: "A write is acknowledged when its frame is flushed to the log. It's copied to the database later.",
  },
  ephemeral: {
    means: 'Neither database nor log can be opened.',
    promise: 'None: writes are lost when the page closes.',
  },
  closed: { means: 'This tab has closed or deleted the store.', promise: 'Every call rejects with `closed`.' },
  deleted: { means: 'Another tab has deleted the store.', promise: 'Every call rejects with `closed`.' },
  unproven: {
    means: 'Database and log are being compared, or records are being restored.',
    promise: 'Calls wait if the head has the mark `restoring`.',
  },
  whole: { means: 'Database and log agree.', promise: 'Calls run.' },
  replacing: { means: 'A purge is building the database again from the log.', promise: 'Calls wait.' },
  free: {
    means: 'Nothing was refused for lack of space.',
    promise: 'A transaction gets 2 s, then up to 20 s while the database answers a probe within 6 s.',
  },
  full: {
    means: 'Something was refused for lack of space less than 30 s ago.',
    promise:
      "A transaction gets 0.7 to 4 s, because one in five never settles. One that doesn't settle counts as refused.",
  },
};

export const EVENT_NOTES: {
  readonly [Event in RegionEvent<Region>]: { readonly when: string; readonly test: string };
} = {
  'log-opened': {
    when: 'This tab has its segment of the log open. After a failure, it tries again after 1, 5 and then every 30 s, even if nothing is written.',
    test: 'durability-states',
  },
  'log-complete': {
    when: 'The latest head has no mark `unlogged`: at a start, after a write, or after a checkpoint of the whole database that was verified against the count and the hash in the head.',
    test: 'durability-states',
  },
  'log-incomplete': {
    when: 'Another tab wrote without a log. This tab sees the mark in the head at its next write, or when the other tab sends a hint. A tab with a log then writes a checkpoint.',
    test: 'durability-states',
  },
  'log-failed': {
    when: "There are no OPFS or locks (plain HTTP, some private modes); appending failed; or the file system didn't answer for 6 s.",
    test: 'contexts, durability-states, deadlines',
  },
  'log-read': { when: 'The database cannot be opened, but the log can.', test: 'log-only' },
  'nothing-opened': { when: 'Neither can be opened, or the origin is opaque.', test: 'contexts, log-only' },
  'database-opened': {
    when: "The database opened after all. It was restored from the log, or what was written meanwhile was copied to it. Opening is tried after 2, 5, 15 and then every 30 s. In `log-only`, it's also tried immediately if something is written here while another tab has the database open.",
    test: 'log-only',
  },
  deleted: {
    when: 'Another tab said that it deletes the store, and the database is gone or its head has the mark `destroyed`.',
    test: 'second-tab, two-tabs',
  },
  closed: { when: 'This tab closes or deletes the store.', test: 'two-tabs' },
  doubted: {
    when: 'A transaction found no head, the mark `restoring`, fewer records than the head counts, or a record that cannot be read.',
    test: 'durability, count-behind, unreadable',
  },
  agreed: { when: 'Database and log were compared, and what was missing was restored.', test: 'durability' },
  'replacement-begun': {
    when: 'A purge found that the log has everything, and that no other tab is open.',
    test: 'purge',
  },
  'replacement-ended': { when: 'The database was built again, or left as it was.', test: 'purge' },
  'disk-full': { when: 'A transaction or a file was refused for lack of space.', test: 'full-disk' },
  'disk-calm': { when: 'Nothing was refused for 30 s.', test: 'full-disk' },
};

const SILENT: readonly string[] = ['opening', 'closed', 'deleted'];
const FULL_FOR_MS = 30_000;

export class StoreStates {
  readonly #now: StatesNow = { promise: 'opening', database: 'unproven', disk: 'free' };
  readonly #events: StoreEvents;
  #fullUntil = 0;
  #passable: Promise<void> | undefined;

  constructor(events: StoreEvents) {
    this.#events = events;
  }

  get now(): Readonly<StatesNow> {
    return this.#now;
  }

  get mode(): DurabilityMode {
    return MODES[this.#now.promise] ?? 'best-effort';
  }

  /** While the database is being replaced, transactions wait for this. */
  get passable(): Promise<void> | undefined {
    return this.#passable;
  }

  /** If true, a transaction that takes too long counts as refused. */
  get diskFull(): boolean {
    if (this.#now.disk === 'full' && performance.now() >= this.#fullUntil) this.fire('disk', 'disk-calm');
    return this.#now.disk === 'full';
  }

  expectFull(): void {
    this.#fullUntil = performance.now() + FULL_FOR_MS;
    this.fire('disk', 'disk-full');
  }

  observe({ unlogged }: Head): void {
    this.fire('promise', unlogged === undefined ? 'log-complete' : 'log-incomplete');
  }

  async replacing<T>(work: () => Promise<T>): Promise<T> {
    let pass = (): void => {};
    this.fire('database', 'replacement-begun');
    this.#passable = new Promise((resolve) => {
      pass = resolve;
    });
    try {
      return await work();
    } finally {
      this.#passable = undefined;
      this.fire('database', 'replacement-ended');
      pass();
    }
  }

  /** An illegal event changes nothing and is reported. A store that was closed or deleted reports nothing. */
  fire<Of extends Region>(region: Of, event: RegionEvent<Of>): void {
    const { promise } = this.#now;
    const before = this.mode;
    const table: Table[Of] = (TRANSITIONS as Table)[region];
    const next = table[event as string]?.[this.#now[region]];
    if (next !== undefined) this.#now[region] = next;
    if (promise === 'closed' || promise === 'deleted') return;
    if (next === undefined)
      this.#events.emit('illegal', new HybridSearchError('internal', `${String(event)} in ${this.#now[region]}`));
    // Entering `opening`, `closed` or `deleted` isn't reported as a change of the mode.
    else if (!SILENT.includes(next) && this.mode !== before) this.#events.emit('durability', this.mode);
  }
}
