/** This file opens, closes and deletes the store; `transactions.ts` writes and `stored-memories.ts` reads. */
import type { Memory } from '../../core/record/memory.ts';
import { MODEL_CACHE } from '../../protocol/embedder-api.ts';
import { HEAD_KEY, readHead } from '../store/change-log.ts';
import { Connection } from '../store/connection.ts';
import { canLog, detectContext, navigatorOf } from '../store/context.ts';
import { IdbDerived } from '../store/idb-derived.ts';
import type {
  Change,
  Committed,
  DurabilityMode,
  MemoryStore,
  OpenReport,
  Plan,
  StoreState,
} from '../store/memory-store.ts';
import { Presence, TabChannel } from '../store/presence.ts';
import { databaseName } from '../store/schema.ts';
import { StoreStates } from '../store/states.ts';
import { StoreEvents } from '../store/store-events.ts';
import { openLog } from '../wal/opfs-log.ts';
import { Durability } from './durability.ts';
import { logPlaceOf } from './log-place.ts';
import { Purger, settleStaging } from './purge.ts';
import { createRecovery } from './recover.ts';
import { dropDeletedFiles, flushLevelDbLog } from './rotate-leveldb.ts';
import { scheduleCount } from './schedule-count.ts';
import { Sentinel } from './sentinel.ts';
import { dropStaging } from './staging.ts';
import { StoredMemories } from './stored-memories.ts';
import { Transactions } from './transactions.ts';

export interface DurableStoreOptions {
  /** Milliseconds from a removal until the background purge. Default 60,000. */
  purgeDelay?: number;
  /** Milliseconds before each new attempt to open a failed log. The last value repeats. Default 1, 5 and 30 s. */
  retryMs?: readonly number[];
  freeFiles?: () => Promise<void>;
  /** Called with the name of a lock that has kept this store from opening for ten seconds. */
  onWaiting?: (lock: string) => void;
  /** Whether to open before records are counted. The event `recovery` then reports what that finds. Default false. */
  countBehind?: boolean;
}

export function createDurableStore(name: string, options: DurableStoreOptions = {}): MemoryStore {
  return new DurableStore(name, options);
}

class DurableStore implements MemoryStore {
  readonly events = new StoreEvents();
  readonly derived: IdbDerived;
  readonly #name: string;
  readonly #options: DurableStoreOptions;
  readonly #states = new StoreStates(this.events);
  readonly #connection: Connection;
  readonly #channel: TabChannel;
  readonly #presence: Presence;
  readonly #durability: Durability;
  readonly #purger: Purger;
  readonly #transactions: Transactions;
  readonly #memories: StoredMemories;
  /** With `countBehind`, set until the records are counted. Commits, clears and purges wait for it. */
  #count: (() => Promise<void>) | undefined;

  constructor(name: string, options: DurableStoreOptions) {
    const context = detectContext();
    this.#name = name;
    this.#options = options;
    const connection = new Connection(name, this.#states);
    const channel = new TabChannel(name, context.broadcast);
    const presence = new Presence(name, context.locks, context.broadcast ? channel : undefined);
    const durability = new Durability({
      connection,
      states: this.#states,
      events: this.events,
      channel,
      recovery: createRecovery(connection),
      openLog: canLog(context) ? () => openLog(logPlaceOf(name)) : undefined,
      sentinel: Sentinel.available ? new Sentinel(name) : undefined,
      ...(options.retryMs && { retryMs: options.retryMs }),
    });
    this.#connection = connection;
    this.#channel = channel;
    this.#presence = presence;
    this.#durability = durability;
    this.#purger = new Purger(name, connection, durability, presence, this.#states, options.purgeDelay);
    this.derived = new IdbDerived(connection);
    this.#memories = new StoredMemories(connection, durability);
    this.#transactions = new Transactions({
      connection,
      durability,
      channel,
      purger: this.#purger,
      dropDerived: async () => {
        await Promise.allSettled([dropModelFiles(), options.freeFiles?.()]);
        await this.derived.clearDerived();
      },
    });
    channel.listen((message) => {
      if (message === 'changed') this.events.emit('changed', null);
      if (message === 'destroyed') void this.#closeIfDeleted();
    });
  }

  get durability(): DurabilityMode {
    return this.#states.mode;
  }

  get shared(): boolean {
    return !this.#presence.isOnlyTab;
  }

  get deleted(): boolean {
    return this.#states.now.promise === 'deleted';
  }

  async noticeOtherTabs(): Promise<void> {
    await this.#presence.checkLocks();
  }

  async open(): Promise<OpenReport> {
    const { onWaiting, countBehind = false } = this.#options;
    const [connection, durability, presence] = [this.#connection, this.#durability, this.#presence];
    // Must come first: it waits while another tab replaces the database, and keeps other tabs from replacing it
    // afterwards.
    await presence.enter(onWaiting && (() => onWaiting(presence.lock)));
    durability.begin();
    await connection.open();
    if ((await readHead(connection))?.destroyed) {
      // Another tab is deleting the store, or couldn't finish. Even if the log can't be deleted, the store opens.
      await durability.erase().catch(() => {});
      await connection.recreate();
    }
    const { event, restored, lost } = await durability.recover(countBehind ? 'positions' : 'count');
    const restoring = event === 'restored' || event === 'storage-lost';
    const settled = settleStaging(this.#name, connection, restoring);
    if (restoring) await settled;
    await this.#transactions.prepare();
    if (countBehind) this.#count = scheduleCount(connection, () => durability.repair(false));
    this.#purger.note(await readHead(connection));
    return { durability: this.durability, event, restored: restored.length, lost };
  }

  async commit<Outcome>(plan: Plan<Outcome>): Promise<Committed<Outcome>> {
    await this.#ready();
    return await this.#transactions.commit(plan);
  }

  async clear(at?: Pick<StoreState, 'seq' | 'generation'>): Promise<readonly Change[]> {
    await this.#ready();
    const changes = await this.#transactions.clear(at);
    if (changes.length > 0) await this.derived.clearDerived();
    return changes;
  }

  touch(id: string, change: (memory: Memory) => Memory | undefined): Promise<void> {
    return this.#transactions.touch(id, change);
  }

  wrote(seq: number): boolean {
    return this.#transactions.wrote(seq);
  }

  get(ids: readonly string[]): Promise<(Memory | undefined)[]> {
    return this.#memories.get(ids);
  }

  scan(onPage: Parameters<MemoryStore['scan']>[0]): Promise<void> {
    return this.#memories.scan(onPage);
  }

  changesSince(after: number, generation?: string): Promise<Change[] | null> {
    return this.#memories.changesSince(after, generation);
  }

  state(): Promise<StoreState> {
    return this.#memories.state();
  }

  async purge(): Promise<void> {
    await this.#counted();
    await this.#purger.purge();
  }

  async usage(): Promise<{ bytes: number; quota: number }> {
    const estimate = await navigatorOf().storage?.estimate?.();
    return { bytes: estimate?.usage ?? 0, quota: estimate?.quota ?? 0 };
  }

  async close(): Promise<void> {
    this.#states.fire('promise', 'closed');
    await this.#purger.close();
    await this.#durability.close();
    this.#channel.close();
    await this.#connection.close();
    await this.#presence.leave();
  }

  async destroy(): Promise<void> {
    this.#states.fire('promise', 'closed');
    await this.#purger.close();
    await dropStaging(this.#name);
    // Once the mark is written, calls from every tab find the store closed. If a full disk refuses the mark, deleting
    // the database has the same effect.
    await this.#connection
      .transact(['meta'], 'readwrite', async (tx) => {
        const meta = tx.objectStore('meta');
        const head = await meta.get(HEAD_KEY);
        if (head) await meta.put({ ...head, destroyed: true }, HEAD_KEY);
      })
      .catch(() => {});
    try {
      // The log is deleted before the database, because a remaining log would restore the memories.
      await this.#durability.destroy(await this.#presence.others());
      await flushLevelDbLog();
      await this.#connection.delete();
    } finally {
      this.#channel.close();
      await this.#connection.close();
      await this.#presence.leave();
    }
    await dropDeletedFiles();
  }

  async #counted(): Promise<void> {
    await this.#count?.();
    this.#count = undefined;
  }

  async #ready(): Promise<void> {
    await this.#counted();
    await this.#presence.announced;
  }

  /** Any page of the origin could claim that the store is being deleted, so the store itself is checked. */
  async #closeIfDeleted(): Promise<void> {
    const databases = await indexedDB.databases?.();
    const listed = databases?.some((database) => database.name === databaseName(this.#name)) ?? true;
    const head = listed ? await readHead(this.#connection).catch(() => undefined) : undefined;
    if (head && !head.destroyed) return;
    this.#states.fire('promise', 'deleted');
    this.#durability.emptyOwnSegment();
    await this.#connection.close();
    await this.close();
    this.events.emit('deleted', null);
  }
}

/** Deletes file by file, because deleting a whole cache frees no space while it's open somewhere. */
async function dropModelFiles(): Promise<void> {
  const cache = await globalThis.caches?.open(MODEL_CACHE);
  for (const request of (await cache?.keys()) ?? []) await cache?.delete(request);
}
