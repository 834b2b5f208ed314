/**
 * Files, locks, channels and IndexedDB in memory, for tests in Node. Tabs share them and run interleaved, in an order
 * given by a seed. A tab can be killed before any step that reaches the disk. The code under test runs unchanged.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  DATABASE_CLASSES,
  type DatabaseHost,
  type MemoryDatabase,
  MemoryFactory,
  type MemoryTransaction,
} from './memory-database.ts';
import { seededRandom } from './seeded-random.ts';

interface HeldLock {
  name: string;
  mode: string;
  end(): void;
}

export class MemoryTab {
  dead = false;
  steps = 0;
  killBefore = Number.POSITIVE_INFINITY;
  readonly waiting: (() => void)[] = [];
  readonly databases = new Set<MemoryDatabase>();
  readonly transactions = new Set<MemoryTransaction>();
  readonly handles = new Set<MemoryHandle>();
  readonly locks = new Set<HeldLock>();
  readonly channels = new Set<MemoryChannel>();
}

/** All origins share it, so that late work of an earlier origin's tab doesn't reach the current files and locks. */
const running = new AsyncLocalStorage<MemoryTab>();

/** Timers that don't call back once the tab that set them is dead. */
const TIMERS = { setTimeout: inLivingTab(setTimeout), setInterval: inLivingTab(setInterval) };

function inLivingTab(setTimer: typeof setTimeout | typeof setInterval) {
  return (callback: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) => {
    const tab = running.getStore();
    return setTimer(() => tab?.dead || callback(...args), delay);
  };
}

/** Each step of a dead tab throws this, so that nothing it does takes effect. */
class Killed extends Error {}

class MemoryFile {
  bytes = new Uint8Array();
  holder: MemoryHandle | undefined;
}

class MemoryHandle {
  readonly #origin: MemoryOrigin;
  readonly #file: MemoryFile;
  readonly #tab: MemoryTab | undefined;

  constructor(origin: MemoryOrigin, file: MemoryFile, tab: MemoryTab | undefined) {
    this.#origin = origin;
    this.#file = file;
    this.#tab = tab;
    file.holder = this;
    tab?.handles.add(this);
  }

  read(target: Uint8Array, { at = 0 } = {}): number {
    this.#mustBeOpen();
    const part = this.#file.bytes.subarray(at, at + target.length);
    target.set(part);
    return part.length;
  }

  write(source: Uint8Array, { at = 0 } = {}): number {
    this.#mustBeOpen();
    if (this.#origin.full) throw new DOMException('No room', 'QuotaExceededError');
    this.#origin.step('write', () => this.#put(source.subarray(0, source.length >> 1), at));
    this.#put(source, at);
    return source.length;
  }

  truncate(size: number): void {
    this.#mustBeOpen();
    this.#origin.step('truncate');
    const bytes = new Uint8Array(size);
    bytes.set(this.#file.bytes.subarray(0, size));
    this.#file.bytes = bytes;
  }

  getSize(): number {
    this.#mustBeOpen();
    return this.#file.bytes.length;
  }

  flush(): void {
    this.#mustBeOpen();
    this.#origin.step('flush');
  }

  close(): void {
    if (this.#file.holder === this) this.#file.holder = undefined;
    this.#tab?.handles.delete(this);
  }

  #mustBeOpen(): void {
    if (this.#file.holder !== this) throw new DOMException('The handle was closed', 'InvalidStateError');
  }

  #put(source: Uint8Array, at: number): void {
    const bytes = new Uint8Array(Math.max(this.#file.bytes.length, at + source.length));
    bytes.set(this.#file.bytes);
    bytes.set(source, at);
    this.#file.bytes = bytes;
  }
}

class MemoryFileHandle {
  readonly #origin: MemoryOrigin;
  readonly #file: MemoryFile;
  readonly #rename: (name: string) => void;

  constructor(origin: MemoryOrigin, file: MemoryFile, rename: (name: string) => void) {
    this.#origin = origin;
    this.#file = file;
    this.#rename = rename;
  }

  move(name: string): Promise<void> {
    return this.#origin.answer(() => {
      this.#origin.step('move');
      this.#rename(name);
    });
  }

  createSyncAccessHandle(): Promise<MemoryHandle> {
    if (this.#origin.unansweredOpenings > 0) {
      this.#origin.unansweredOpenings--;
      return new Promise(() => {});
    }
    return this.#origin.answer(() => {
      if (this.#file.holder) throw new DOMException('In use', 'NoModificationAllowedError');
      return new MemoryHandle(this.#origin, this.#file, this.#origin.tab);
    });
  }

  getFile(): Promise<Blob> {
    return this.#origin.answer(() => new Blob([this.#file.bytes]));
  }
}

class MemoryFolder {
  readonly #origin: MemoryOrigin;
  readonly #folders = new Map<string, MemoryFolder>();
  readonly #files = new Map<string, MemoryFile>();

  constructor(origin: MemoryOrigin) {
    this.#origin = origin;
  }

  getDirectoryHandle(name: string, { create = false } = {}): Promise<MemoryFolder> {
    return this.#origin.answer(() => {
      const folder = this.#folders.get(name) ?? (create ? new MemoryFolder(this.#origin) : undefined);
      if (!folder) throw new DOMException(name, 'NotFoundError');
      this.#folders.set(name, folder);
      return folder;
    });
  }

  getFileHandle(name: string, { create = false } = {}): Promise<MemoryFileHandle> {
    return this.#origin.answer(() => {
      const file = this.#files.get(name) ?? (create ? new MemoryFile() : undefined);
      if (!file) throw new DOMException(name, 'NotFoundError');
      this.#files.set(name, file);
      return new MemoryFileHandle(this.#origin, file, (to) => {
        this.#files.delete(name);
        this.#files.set(to, file);
      });
    });
  }

  removeEntry(name: string): Promise<void> {
    return this.#origin.answer(() => {
      this.#origin.step('remove');
      if (this.#files.get(name)?.holder) throw new DOMException('In use', 'NoModificationAllowedError');
      if (!this.#files.delete(name)) throw new DOMException(name, 'NotFoundError');
    });
  }

  keys(): { next(): Promise<IteratorResult<string>> } {
    const names = [...this.#files.keys()];
    return { next: () => this.#origin.answer(() => takeOne(names)) };
  }
}

function takeOne(names: string[]): IteratorResult<string> {
  const value = names.shift();
  return value === undefined ? { done: true, value } : { done: false, value };
}

class MemoryChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly #origin: MemoryOrigin;
  readonly #name: string;
  readonly #tab: MemoryTab | undefined;

  constructor(origin: MemoryOrigin, name: string) {
    this.#origin = origin;
    this.#name = name;
    this.#tab = origin.tab;
    origin.channels.add(this);
    this.#tab?.channels.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of this.#origin.channels) {
      if (other !== this && other.#name === this.#name)
        this.#origin.laterIn(other.#tab, () => other.onmessage?.({ data }));
    }
  }

  close(): void {
    this.#origin.channels.delete(this);
  }
}

type LockRequest = { name: string; mode: string; grant(): void };
type LockOptions = { mode?: string; ifAvailable?: boolean; signal?: AbortSignal };

class MemoryLocks {
  readonly #origin: MemoryOrigin;
  readonly #held = new Set<HeldLock>();
  readonly #queue: LockRequest[] = [];

  constructor(origin: MemoryOrigin) {
    this.#origin = origin;
  }

  async request<T>(name: string, ...rest: [LockOptions, (lock: unknown) => T] | [(lock: unknown) => T]): Promise<T> {
    const work = rest.at(-1) as (lock: unknown) => T;
    const { mode = 'exclusive', ifAvailable = false } = rest.length === 2 ? (rest[0] as LockOptions) : {};
    const { tab } = this.#origin;
    await this.#origin.answer(() => {});
    if (ifAvailable && !this.#isFree(name, mode)) return await work(null);
    await new Promise<void>((resolve) => {
      this.#queue.push({ name, mode, grant: () => this.#origin.laterIn(tab, resolve) });
      if (this.#isFree(name, mode)) this.#next();
    });
    const lock: HeldLock = this.#granted.get(name)!.shift()!;
    tab?.locks.add(lock);
    try {
      return await work(lock);
    } finally {
      tab?.locks.delete(lock);
      lock.end();
    }
  }

  query(): Promise<{ held: HeldLock[]; pending: { name: string }[] }> {
    return this.#origin.answer(() => ({ held: [...this.#held], pending: [...this.#queue] }));
  }

  readonly #granted = new Map<string, HeldLock[]>();

  #isFree(name: string, mode: string): boolean {
    return [...this.#held].every((lock) => lock.name !== name || (mode === 'shared' && lock.mode === 'shared'));
  }

  #next(): void {
    for (const request of [...this.#queue]) {
      const { name, mode } = request;
      if (!this.#isFree(name, mode)) continue;
      const lock: HeldLock = { name, mode, end: () => this.#held.delete(lock) && this.#next() };
      this.#held.add(lock);
      this.#queue.splice(this.#queue.indexOf(request), 1);
      this.#granted.set(name, [...(this.#granted.get(name) ?? []), lock]);
      request.grant();
    }
  }
}

export class MemoryOrigin implements DatabaseHost {
  readonly channels = new Set<MemoryChannel>();
  readonly #nobody = new MemoryTab();
  readonly #tabs = new Set([this.#nobody]);
  readonly #random: () => number;
  readonly #globals: { readonly [name: string]: unknown };
  #ticking = false;
  full = false;
  /** Whether the file system can't be reached. */
  unreachable = false;
  /** This many of the next handles are never opened, as on a full disk. */
  unansweredOpenings = 0;
  databaseBroken = false;
  databaseFull = false;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    const origin = this;
    const root = new MemoryFolder(this);
    this.#globals = {
      ...DATABASE_CLASSES,
      ...TIMERS,
      indexedDB: new MemoryFactory(this),
      navigator: {
        storage: {
          getDirectory: async () => {
            if (origin.unreachable) throw new DOMException('No files', 'UnknownError');
            return root;
          },
        },
        locks: new MemoryLocks(this),
      },
      FileSystemFileHandle: MemoryFileHandle,
      BroadcastChannel: class extends MemoryChannel {
        constructor(name: string) {
          super(origin, name);
        }
      },
    };
  }

  get tab(): MemoryTab | undefined {
    return running.getStore();
  }

  /** The returned function kills all tabs and puts the globals back. */
  install(): () => void {
    const before = Object.keys(this.#globals).map(
      (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
    );
    for (const [name, value] of Object.entries(this.#globals)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
    return () => {
      for (const tab of this.#tabs) tab.dead = true;
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
    };
  }

  open(): MemoryTab {
    const tab = new MemoryTab();
    this.#tabs.add(tab);
    return tab;
  }

  /** Runs `work`, and everything that it starts, in the tab. */
  in<T>(tab: MemoryTab, work: () => T): T {
    return running.run(tab, work);
  }

  kill(tab: MemoryTab): void {
    tab.dead = true;
    tab.waiting.length = 0;
    for (const transaction of [...tab.transactions]) transaction.cutOff(this.#random() < 0.5);
    for (const database of tab.databases) database.close();
    for (const handle of [...tab.handles]) handle.close();
    for (const channel of tab.channels) channel.close();
    for (const lock of [...tab.locks]) lock.end();
  }

  opened(database: MemoryDatabase): void {
    this.tab?.databases.add(database);
  }

  began(transaction: MemoryTransaction): void {
    this.tab?.transactions.add(transaction);
  }

  ended(transaction: MemoryTransaction): void {
    for (const tab of this.#tabs) tab.transactions.delete(transaction);
  }

  /** Throws if the tab is dead. `torn` writes the part of the step that reaches the disk if it's killed meanwhile. */
  step(what: string, torn: () => void = () => {}): void {
    const { tab } = this;
    if (!tab) return;
    if (!tab.dead && tab.steps++ >= tab.killBefore) {
      torn();
      this.kill(tab);
    }
    if (tab.dead) throw new Killed(what);
  }

  scheduler(): (step: () => void) => void {
    const { tab } = this;
    return (step) => this.laterIn(tab, step);
  }

  laterIn(tab: MemoryTab = this.#nobody, step: () => void): void {
    if (tab.dead) return;
    tab.waiting.push(() => (tab === this.#nobody ? step() : this.in(tab, step)));
    this.#tick();
  }

  /** A dead tab never gets the answer. */
  answer<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.laterIn(this.tab, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #tick(): void {
    if (this.#ticking) return;
    this.#ticking = true;
    setImmediate(() => {
      this.#ticking = false;
      const ready = [...this.#tabs].filter(({ dead, waiting }) => !dead && waiting.length > 0);
      const step = ready[Math.floor(this.#random() * ready.length)]?.waiting.shift();
      try {
        step?.();
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      if (ready.some(({ waiting }) => waiting.length > 0)) this.#tick();
    });
  }
}
