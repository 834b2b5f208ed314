/** Runs functions sent as source code (`e2e/store/harness.ts`). Their first argument is the storage layer. */
import type { Memory } from '../core/record/memory.ts';
import { createDurableStore, type DurableStoreOptions } from '../engine/recovery/durable-store.ts';
import { logPlaceOf } from '../engine/recovery/log-place.ts';
import { openStore } from '../engine/recovery/open-store.ts';
import { Sentinel } from '../engine/recovery/sentinel.ts';
import { Connection } from '../engine/store/connection.ts';
import { createEphemeralStore } from '../engine/store/ephemeral-store.ts';
import type { MemoryStore } from '../engine/store/memory-store.ts';
import { openLog } from '../engine/wal/opfs-log.ts';
import { copyDatabase, loseDatabase, putBackDatabase } from './database-copy.ts';
import { writeDecisions } from './write-decisions.ts';

function memory(id: string, text: string): Memory {
  const times = { createdAt: 1, updatedAt: 1, lastAccessedAt: 1, accessCount: 0 };
  return { id, text, tags: [], type: 'note', confidence: 0.5, metadata: {}, contentHash: `hash of ${text}`, ...times };
}

interface SyncHandle {
  write(): number;
  truncate(size: number): void;
  getSize(): number;
  close(): void;
}
interface FileHandle {
  createSyncAccessHandle(): Promise<SyncHandle>;
}
/** This folder is compiled with the types of a page. */
const worker = globalThis as unknown as {
  FileSystemSyncAccessHandle: { prototype: SyncHandle };
  FileSystemFileHandle: { prototype: FileHandle };
  FileSystemDirectoryHandle: { prototype: { getFileHandle: unknown; getDirectoryHandle: unknown } };
};

const kit = {
  Connection,
  createEphemeralStore,
  /** Throws on an event that the state table doesn't allow. */
  createDurableStore: (name: string, options?: DurableStoreOptions): MemoryStore => {
    const store = createDurableStore(name, options);
    store.events.on('illegal', (error) => {
      throw error;
    });
    return store;
  },
  openStore,
  openLog: (store: string) => openLog(logPlaceOf(store)),
  copyDatabase,
  putBackDatabase,
  writeDecisions,
  loseDatabase,
  memory,
  put: (store: MemoryStore, ids: readonly string[], text: (id: string) => string) =>
    writeDecisions(store, ids, () => ids.map((id) => memory(id, text(id)))),
  all: async (store: MemoryStore): Promise<{ [id: string]: string }> => {
    const found: { [id: string]: string } = {};
    await store.scan((page) => {
      for (const { memory } of page) found[memory.id] = memory.text;
    });
    return found;
  },
  untilDurable: (store: MemoryStore): Promise<void> =>
    new Promise((resolve) => {
      if (store.durability === 'durable') resolve();
      store.events.on('durability', (mode) => mode === 'durable' && resolve());
    }),
  /** Writes to the log fail until you call the returned function. */
  fillDisk: (): (() => void) => {
    const { prototype } = worker.FileSystemSyncAccessHandle;
    const { write } = prototype;
    prototype.write = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    return () => {
      prototype.write = write;
    };
  },
  /** Like a page on plain HTTP. */
  lackLog: (): void => {
    Reflect.deleteProperty(worker.FileSystemFileHandle.prototype, 'createSyncAccessHandle');
  },
  /** Calls to the private file system hang until you call the returned function. */
  silenceFiles: (): (() => void) => {
    const { prototype } = worker.FileSystemDirectoryHandle;
    const { getFileHandle, getDirectoryHandle } = prototype;
    prototype.getFileHandle = () => new Promise(() => {});
    prototype.getDirectoryHandle = () => new Promise(() => {});
    return () => Object.assign(prototype, { getFileHandle, getDirectoryHandle });
  },
  /** Makes reads that touch `id` fail, as on a damaged SQLite page, until the database is deleted. */
  breakRecord: (ids: readonly string[], id: string): void => {
    const store = IDBObjectStore.prototype;
    const { get, getAll, getAllKeys, openCursor } = store;
    const { deleteDatabase } = IDBFactory.prototype;
    const sorted = [...ids].sort();
    const nowhere = (): never => {
      throw new DOMException('Seek failure, unable to continue', 'UnknownError');
    };
    const passes = (range: unknown, count = sorted.length): boolean => {
      const inside = sorted.filter((one) => range == null || (range as IDBKeyRange).includes(one)).slice(0, count);
      return inside.includes(id);
    };
    const guarded = (method: 'getAll' | 'getAllKeys', original: typeof getAll) =>
      function (this: IDBObjectStore, range?: IDBKeyRange | null, count?: number) {
        return this.name === 'memories' && passes(range, count) ? nowhere() : original.call(this, range, count);
      } as (typeof store)[typeof method];
    store.getAll = guarded('getAll', getAll);
    store.getAllKeys = guarded('getAllKeys', getAllKeys);
    store.get = function (key) {
      return this.name === 'memories' && key === id ? nowhere() : get.call(this, key);
    };
    const { continue: next } = IDBCursor.prototype;
    const ahead = (direction: string, key: unknown): string | undefined =>
      sorted[sorted.indexOf(key as string) + (direction === 'prev' ? -1 : 1)];
    IDBCursor.prototype.continue = function (key) {
      return ahead(this.direction, this.key) === id ? nowhere() : next.call(this, key as IDBValidKey);
    };
    store.openCursor = function (range, direction) {
      const inside = sorted.filter((one) => range == null || (range as IDBKeyRange).includes(one));
      const first = direction === 'prev' ? inside.at(-1) : inside[0];
      return this.name === 'memories' && first === id ? nowhere() : openCursor.call(this, range, direction);
    };
    IDBFactory.prototype.deleteDatabase = function (name) {
      Object.assign(store, { get, getAll, getAllKeys, openCursor });
      IDBCursor.prototype.continue = next;
      return deleteDatabase.call(this, name);
    };
  },
  silenceCaches: (): void => {
    CacheStorage.prototype.open = () => new Promise(() => {});
  },
  refuseLog: (): void => {
    worker.FileSystemFileHandle.prototype.createSyncAccessHandle = () =>
      Promise.reject(new DOMException('', 'UnknownError'));
  },
  /** The store must be closed. `share` is the part of each file's length to keep. */
  cutLog: async (name: string, share: number): Promise<void> => {
    const root = await navigator.storage.getDirectory();
    const folder = await (await root.getDirectoryHandle('hybrid-search-journal')).getDirectoryHandle(name);
    for await (const entry of (folder as unknown as { values(): AsyncIterable<FileHandle> }).values()) {
      const handle = await entry.createSyncAccessHandle();
      handle.truncate(Math.floor(handle.getSize() * share));
      handle.close();
    }
  },
  /** Returns the log position that the sentinel has stored, or 0. */
  notedSeq: async (name: string): Promise<number> => (await new Sentinel(name).read())?.seq ?? 0,
  logFiles: async (name: string): Promise<{ [file: string]: number }> => {
    const root = await navigator.storage.getDirectory();
    const folder = await (await root.getDirectoryHandle('hybrid-search-journal')).getDirectoryHandle(name);
    const sizes: { [file: string]: number } = {};
    for await (const handle of (folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values())
      sizes[handle.name] = (await handle.getFile()).size;
    return sizes;
  },
  /**
   * Counts in short steps, as the store's deadlines do, so a busy machine delays both alike. One long timer would expire
   * first.
   */
  late: async (milliseconds: number): Promise<string> => {
    for (let left = milliseconds; left > 0; left -= 100) await new Promise((resolve) => setTimeout(resolve, 100));
    return 'still waiting';
  },
  state: {} as { [key: string]: unknown },
  report: (message: unknown) => self.postMessage({ report: message }),
};
export type StoreKit = typeof kit;

self.onmessage = async ({ data }: MessageEvent<{ id: number; source: string; argument: unknown }>) => {
  try {
    // Some transpilers wrap nested functions in a `__name` call, but the sent source doesn't define it.
    const run = new Function(`const __name = (f) => f; return (${data.source})`)() as (
      kit: StoreKit,
      argument: unknown,
    ) => unknown;
    self.postMessage({ id: data.id, value: await run(kit, data.argument) });
  } catch (error) {
    const { name, message, code } = error as { name?: string; message?: string; code?: string };
    self.postMessage({ id: data.id, error: { name, message, code } });
  }
};
