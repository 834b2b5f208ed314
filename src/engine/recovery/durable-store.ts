/**
 * The store of record with everything that guards it, composed: IndexedDB, the write-ahead log, other tabs, purging. Its
 * life is here (opening, closing, deletion); reading and writing are the store's (`idb-store.ts`).
 */
import { MODEL_CACHE } from '../../protocol/embedder-api.ts';
import { Connection } from '../store/connection.ts';
import { canLog, detectContext } from '../store/context.ts';
import { HEAD_KEY, readHead } from '../store/head.ts';
import { IdbStore } from '../store/idb-store.ts';
import type {
  Change,
  ClearOptions,
  Decide,
  DurabilityMode,
  MemoryStore,
  MutateOptions,
  Mutation,
  OpenReport,
} from '../store/memory-store.ts';
import { Presence } from '../store/presence.ts';
import { databaseName } from '../store/schema.ts';
import { StoreEvents } from '../store/store-events.ts';
import { TabChannel } from '../store/tab-channel.ts';
import { openLog } from '../wal/opfs-log.ts';
import { countSoon } from './count-soon.ts';
import { Durability } from './durability.ts';
import { logPlaceOf } from './log-place.ts';
import { Purger, settleStaging } from './purge.ts';
import { createRecovery } from './recover.ts';
import { healSoon, rotateLevelDb } from './rotate-leveldb.ts';
import { Sentinel } from './sentinel.ts';
import { dropStaging } from './staging.ts';
import { StoreStates } from './states.ts';

export interface DurableStoreOptions {
  /** Milliseconds until the background purge, default 60,000. */
  purgeDelay?: number;
  /** Milliseconds before a write-ahead log that failed is tried again; the last one repeats. Default 1, 5 and 30 s. */
  retryMs?: readonly number[];
  /** Frees what of the store's files is derived, where the disk is full. */
  freeFiles?: () => Promise<void>;
  /** Called with the name of a lock that some page of the origin has held for ten seconds, so that this store cannot open. */
  onWaiting?: (lock: string) => void;
  /** Opens before the records are counted; what their number tells comes by the event `recovery`. Default false. */
  countBehind?: boolean;
}

export function createDurableStore(
  name: string,
  { purgeDelay, retryMs, freeFiles, onWaiting, countBehind = false }: DurableStoreOptions = {},
): MemoryStore {
  const context = detectContext();
  const events = new StoreEvents();
  const states = new StoreStates(events);
  const connection = new Connection(name, states);
  const channel = new TabChannel(name, context.broadcast);
  const presence = new Presence(name, context.locks, context.broadcast ? channel : undefined);
  const durability = new Durability({
    connection,
    states,
    events,
    channel,
    recovery: createRecovery(connection),
    openLog: canLog(context) ? () => openLog(logPlaceOf(name)) : undefined,
    sentinel: Sentinel.available ? new Sentinel(name) : undefined,
    ...(retryMs && { retryMs }),
  });
  const purger = new Purger(name, connection, durability, presence, states, purgeDelay);
  const dropFiles = async (): Promise<void> => {
    await Promise.allSettled([dropModelFiles(), freeFiles?.()]);
  };
  return new DurableStore({
    name,
    connection,
    states,
    events,
    channel,
    presence,
    durability,
    purger,
    dropFiles,
    countBehind,
    ...(onWaiting && { onWaiting: () => onWaiting(presence.lock) }),
  });
}

interface DurableStoreParts {
  name: string;
  connection: Connection;
  states: StoreStates;
  events: StoreEvents;
  channel: TabChannel;
  presence: Presence;
  durability: Durability;
  purger: Purger;
  dropFiles(): Promise<void>;
  onWaiting?: () => void;
  countBehind: boolean;
}

class DurableStore extends IdbStore implements MemoryStore {
  readonly #parts: DurableStoreParts;
  #heal: (() => void) | undefined;
  #counted = async (): Promise<void> => {};

  constructor(parts: DurableStoreParts) {
    const { connection, channel, durability, purger } = parts;
    super({
      connection,
      guard: durability,
      dropFiles: parts.dropFiles,
      onWriting: () => {
        // What is appended behind a torn record is lost with the next kill, and the log has to bring it back.
        this.#heal?.();
        channel.post('writing');
      },
      onWritten: (head, bytes) => {
        channel.post('changed');
        durability.written(head, bytes);
        purger.note(head);
      },
    });
    this.#parts = parts;
    channel.listen((message) => {
      if (message === 'changed') parts.events.emit('changed', null);
      if (message === 'destroyed') void this.#letGo();
    });
  }

  get durability(): DurabilityMode {
    return this.#parts.states.mode;
  }

  get events(): StoreEvents {
    return this.#parts.events;
  }

  get shared(): boolean {
    return !this.#parts.presence.alone;
  }

  async noticeOthers(): Promise<void> {
    await this.#parts.presence.look();
  }

  get deleted(): boolean {
    return this.#parts.states.now.promise === 'deleted';
  }

  async open(): Promise<OpenReport> {
    const { name, connection, durability, presence, purger, countBehind } = this.#parts;
    // First: whoever replaces the database waits for those that count, and they for it.
    await presence.enter(this.#parts.onWaiting);
    durability.begin();
    await connection.open();
    if ((await readHead(connection))?.destroyed) {
      // The tab that deletes the store was killed before it was through, or is about to be.
      await durability.erase();
      await connection.recreate();
    }
    const { event, restored, lost } = await durability.recover(countBehind ? 'positions' : 'count');
    const restoring = event === 'restored' || event === 'storage-lost';
    const settled = settleStaging(name, connection, restoring);
    if (restoring) await settled;
    // With a log a loss until then is repaired; without one the next kill must not find a torn log of LevelDB's.
    if (this.durability === 'durable') this.#heal = healSoon();
    else await rotateLevelDb();
    await durability.settleReserve();
    if (countBehind) this.#counted = countSoon(connection, () => durability.repair(false));
    purger.note(await readHead(connection));
    return { durability: this.durability, event, restored: restored.length, lost };
  }

  override async mutate(ids: readonly string[], decide: Decide, options?: MutateOptions): Promise<Mutation> {
    await this.#ready();
    return await super.mutate(ids, decide, options);
  }

  override async clear(options?: ClearOptions): Promise<Change[]> {
    await this.#ready();
    return await super.clear(options);
  }

  /** What a write waits for. */
  async #ready(): Promise<void> {
    await this.#counted();
    await this.#parts.presence.noticed;
  }

  async purge(): Promise<void> {
    await this.#counted();
    await this.#parts.purger.purge();
  }

  async close(): Promise<void> {
    const { channel, connection, durability, presence, purger, states } = this.#parts;
    states.fire('promise', 'closed');
    await purger.close();
    await durability.close();
    channel.close();
    await connection.close();
    await presence.leave();
  }

  async destroy(): Promise<void> {
    const { name, channel, connection, durability, presence, purger, states } = this.#parts;
    states.fire('promise', 'closed');
    await purger.close();
    await dropStaging(name);
    // From here on every tab's calls find it closed. A full disk refuses the mark: the deletion itself does the same.
    await connection
      .transact(['meta'], 'readwrite', async (tx) => {
        const meta = tx.objectStore('meta');
        const head = await meta.get(HEAD_KEY);
        if (head) await meta.put({ ...head, destroyed: true }, HEAD_KEY);
      })
      .catch(() => {});
    // The write-ahead log before the database: what is left of it would bring the memories back.
    await durability.destroy(await presence.others());
    channel.close();
    await connection.delete();
    await presence.leave();
  }

  /** Another tab says that it deletes the store; any page of the origin could, so the store itself is asked. */
  async #letGo(): Promise<void> {
    const { name, connection, durability, events, states } = this.#parts;
    const databases = await indexedDB.databases?.();
    const listed = databases?.some((database) => database.name === databaseName(name)) ?? true;
    const head = listed ? await readHead(connection).catch(() => undefined) : undefined;
    if (head && !head.destroyed) return;
    states.fire('promise', 'deleted');
    durability.letGo();
    await connection.close();
    await this.close();
    events.emit('deleted', null);
  }
}

/** File by file: a cache that someone holds open keeps its room when it is deleted as a whole. */
async function dropModelFiles(): Promise<void> {
  const cache = await globalThis.caches?.open(MODEL_CACHE);
  for (const request of (await cache?.keys()) ?? []) await cache?.delete(request);
}
