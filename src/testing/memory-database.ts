/** IndexedDB in memory, without indexes and cursors. The host decides when operations run and the tab dies. */
export interface DatabaseHost {
  /** The steps don't run if the tab has been killed by then. */
  scheduler(): (step: () => void) => void;
  /** Throws if the tab has been killed. */
  step(what: string): void;
  /** The host closes the connection with its tab. */
  opened(database: MemoryDatabase): void;
  began(transaction: MemoryTransaction): void;
  ended(transaction: MemoryTransaction): void;
  /** Whether databases can't be opened, as if their files were damaged. */
  readonly databaseBroken: boolean;
  /** Whether databases refuse every `put`, as at the quota. */
  readonly databaseFull: boolean;
}

type Key = string | number | Key[];
interface Entry {
  key: Key;
  value: unknown;
}

/** Keys of one type sort as in IndexedDB. Supports whole numbers ≥ 0, text, and arrays of both. */
const encode = (key: Key): string =>
  Array.isArray(key)
    ? `a${key.map(encode).join('\0')}`
    : typeof key === 'number'
      ? `n${String(key).padStart(16, '0')}`
      : `s${key}`;

class MemoryStoreData {
  readonly keyPath: string | string[] | undefined;
  readonly entries = new Map<string, Entry>();
  #sorted: string[] = [];
  #next = 1;

  constructor(keyPath: string | string[] | undefined) {
    this.keyPath = keyPath;
  }

  keyOf(value: unknown, key: Key | undefined): Key {
    const part = (path: string): Key => (value as { [path: string]: Key })[path]!;
    if (this.keyPath === undefined) return key ?? this.#next++;
    return Array.isArray(this.keyPath) ? this.keyPath.map(part) : part(this.keyPath);
  }

  set(at: string, entry: Entry | undefined): void {
    const there = this.entries.has(at);
    if (entry) this.entries.set(at, entry);
    else this.entries.delete(at);
    if (there === (entry !== undefined)) return;
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#sorted[middle]! < at) low = middle + 1;
      else high = middle;
    }
    this.#sorted.splice(low, entry ? 0 : 1, ...(entry ? [at] : []));
  }

  in(range: unknown, count = Number.POSITIVE_INFINITY): [string, Entry][] {
    const found: [string, Entry][] = [];
    const within =
      range instanceof MemoryKeyRange ? range : range == null ? undefined : MemoryKeyRange.only(range as Key);
    for (const at of this.#sorted) {
      if (found.length === count) break;
      if (!within || within.holds(at)) found.push([at, this.entries.get(at)!]);
    }
    return found;
  }
}

class MemoryKeyRange {
  readonly #low: string | undefined;
  readonly #high: string | undefined;
  readonly #lowOpen: boolean;
  readonly #highOpen: boolean;

  constructor(low: Key | undefined, high: Key | undefined, lowOpen = false, highOpen = false) {
    this.#low = low === undefined ? undefined : encode(low);
    this.#high = high === undefined ? undefined : encode(high);
    this.#lowOpen = lowOpen;
    this.#highOpen = highOpen;
  }

  static only = (key: Key): MemoryKeyRange => new MemoryKeyRange(key, key);
  static bound = (...args: [Key, Key, boolean?, boolean?]): MemoryKeyRange => new MemoryKeyRange(...args);
  static lowerBound = (key: Key, open?: boolean): MemoryKeyRange => new MemoryKeyRange(key, undefined, open);
  static upperBound = (key: Key, open?: boolean): MemoryKeyRange => new MemoryKeyRange(undefined, key, false, open);

  holds(at: string): boolean {
    const above = this.#low === undefined || at > this.#low || (at === this.#low && !this.#lowOpen);
    return above && (this.#high === undefined || at < this.#high || (at === this.#high && !this.#highOpen));
  }
}

class MemoryRequest extends EventTarget {
  result: unknown;
  error: unknown = null;
  transaction: unknown = null;

  succeed(result: unknown): void {
    this.result = result;
    this.dispatchEvent(new Event('success'));
  }

  fail(error: unknown): void {
    this.error = error;
    this.dispatchEvent(new Event('error'));
  }
}
class MemoryOpenRequest extends MemoryRequest {}

class MemoryObjectStore {
  readonly name: string;
  readonly #transaction: MemoryTransaction;
  readonly #data: MemoryStoreData;

  constructor(name: string, transaction: MemoryTransaction, data: MemoryStoreData) {
    this.name = name;
    this.#transaction = transaction;
    this.#data = data;
  }

  put(value: unknown, key?: Key): MemoryRequest {
    const copy = structuredClone(value);
    return this.#transaction.request('put', () => {
      const at = this.#data.keyOf(copy, key);
      this.#change(encode(at), { key: at, value: copy });
      return at;
    });
  }

  add(value: unknown, key?: Key): MemoryRequest {
    return this.put(value, key);
  }

  delete(range: unknown): MemoryRequest {
    return this.#transaction.request('delete', () => {
      for (const [at] of this.#data.in(range)) this.#change(at, undefined);
    });
  }

  clear(): MemoryRequest {
    return this.delete(null);
  }

  get(key: Key): MemoryRequest {
    return this.#transaction.request('get', () => structuredClone(this.#data.entries.get(encode(key))?.value));
  }

  getAll(range?: unknown, count?: number): MemoryRequest {
    return this.#transaction.request('get', () =>
      this.#data.in(range, count).map(([, { value }]) => structuredClone(value)),
    );
  }

  getAllKeys(range?: unknown, count?: number): MemoryRequest {
    return this.#transaction.request('get', () => this.#data.in(range, count).map(([, { key }]) => key));
  }

  /** Only shows the first key: the cursor can't be moved. */
  openKeyCursor(range: unknown, direction: 'next' | 'prev'): MemoryRequest {
    return this.#transaction.request('get', () => {
      const found = this.#data.in(range).at(direction === 'prev' ? -1 : 0);
      return found ? { key: found[1].key } : null;
    });
  }

  count(range?: unknown): MemoryRequest {
    return this.#transaction.request('get', () => this.#data.in(range).length);
  }

  #change(at: string, entry: Entry | undefined): void {
    const before = this.#data.entries.get(at);
    this.#transaction.undo.push(() => this.#data.set(at, before));
    this.#data.set(at, entry);
  }
}

export class MemoryTransaction extends EventTarget {
  readonly db: MemoryDatabase;
  readonly mode: string;
  readonly objectStoreNames: string[];
  readonly undo: (() => void)[] = [];
  error: unknown = null;
  #waiting: { request: MemoryRequest; work: () => unknown; what: string }[] = [];
  #state: 'waiting' | 'running' | 'committing' | 'done' = 'waiting';
  #stepping = false;
  readonly #later: (step: () => void) => void;

  constructor(db: MemoryDatabase, names: string[], mode: string) {
    super();
    this.db = db;
    this.objectStoreNames = names;
    this.mode = mode;
    this.#later = db.file.host.scheduler();
  }

  get done(): boolean {
    return this.#state === 'done';
  }

  excludes(other: MemoryTransaction): boolean {
    if (this.mode === 'readonly' && other.mode === 'readonly') return false;
    return this.objectStoreNames.some((name) => other.objectStoreNames.includes(name));
  }

  objectStore(name: string): MemoryObjectStore {
    if (this.done) throw new DOMException('The transaction has finished', 'InvalidStateError');
    return new MemoryObjectStore(name, this, this.db.file.stores.get(name)!);
  }

  request(what: string, work: () => unknown): MemoryRequest {
    if (this.#state === 'committing' || this.done) throw new DOMException('Not active', 'TransactionInactiveError');
    const request = new MemoryRequest();
    this.#waiting.push({ request, work, what });
    this.#go();
    return request;
  }

  start(): void {
    if (this.#state === 'waiting') this.#state = 'running';
    this.#go();
  }

  commit(): void {
    if (this.#state === 'committing' || this.done) throw new DOMException('Not active', 'InvalidStateError');
    this.db.file.host.step('commit');
    this.#state = 'committing';
    this.#go();
  }

  abort(error: unknown = null): void {
    if (this.done) throw new DOMException('The transaction has finished', 'InvalidStateError');
    this.error = error;
    for (const { request } of this.#waiting.splice(0)) request.fail(new DOMException('Aborted', 'AbortError'));
    this.#end(false);
    this.#later(() => this.dispatchEvent(new Event('abort')));
  }

  /** @param committed whether the transaction takes effect if it was committing */
  cutOff(committed: boolean): void {
    if (this.done) return;
    if (this.#state === 'committing' && committed) for (const { work } of this.#waiting) work();
    this.#end(this.#state === 'committing' && committed);
  }

  #go(): void {
    if (this.#stepping || this.#state === 'waiting' || this.done) return;
    this.#stepping = true;
    this.#later(() => {
      this.#stepping = false;
      if (this.done) return;
      const next = this.#waiting[0];
      if (!next) {
        this.#end(true);
        this.#later(() => this.dispatchEvent(new Event('complete')));
        return;
      }
      this.db.file.host.step(next.what);
      this.#waiting.shift();
      if (next.what === 'put' && this.db.file.host.databaseFull) {
        this.#refuse(next.request, new DOMException('No room', 'QuotaExceededError'));
        return;
      }
      next.request.succeed(next.work());
      this.#go();
    });
  }

  #refuse(request: MemoryRequest, error: DOMException): void {
    request.fail(error);
    if (!this.done) this.abort(error);
  }

  #end(kept: boolean): void {
    this.#state = 'done';
    if (!kept) for (const restore of this.undo.reverse()) restore();
    this.db.file.ended(this);
  }
}

export class MemoryDatabase extends EventTarget {
  readonly file: DatabaseFile;
  version: number;
  closed = false;

  constructor(file: DatabaseFile) {
    super();
    this.file = file;
    this.version = file.version;
  }

  get objectStoreNames(): string[] {
    return [...this.file.stores.keys()];
  }

  createObjectStore(name: string, { keyPath }: { keyPath?: string | string[] } = {}): void {
    this.file.stores.set(name, new MemoryStoreData(keyPath));
  }

  transaction(names: string | string[], mode = 'readonly'): MemoryTransaction {
    if (this.closed) throw new DOMException('The connection is closing', 'InvalidStateError');
    const transaction = new MemoryTransaction(this, [names].flat(), mode);
    this.file.host.began(transaction);
    this.file.queue(transaction);
    return transaction;
  }

  close(): void {
    this.closed = true;
    this.file.open.delete(this);
    this.file.onClosed();
  }
}

class DatabaseFile {
  readonly host: DatabaseHost;
  readonly stores = new Map<string, MemoryStoreData>();
  readonly open = new Set<MemoryDatabase>();
  version = 0;
  onClosed = (): void => {};
  #transactions: MemoryTransaction[] = [];

  constructor(host: DatabaseHost) {
    this.host = host;
  }

  queue(transaction: MemoryTransaction): void {
    this.#transactions.push(transaction);
    this.#startNext();
  }

  ended(transaction: MemoryTransaction): void {
    this.#transactions = this.#transactions.filter((other) => other !== transaction);
    this.host.ended(transaction);
    this.#startNext();
  }

  #startNext(): void {
    this.#transactions.forEach((transaction, at) => {
      if (!this.#transactions.slice(0, at).some((before) => before.excludes(transaction))) transaction.start();
    });
  }
}

export class MemoryFactory {
  readonly #host: DatabaseHost;
  readonly #files = new Map<string, DatabaseFile>();

  constructor(host: DatabaseHost) {
    this.#host = host;
  }

  open(name: string, version = 1): MemoryOpenRequest {
    const request = new MemoryOpenRequest();
    const later = this.#host.scheduler();
    later(() => {
      if (this.#host.databaseBroken) {
        request.fail(new DOMException('Internal error', 'UnknownError'));
        return;
      }
      const file = this.#files.get(name) ?? new DatabaseFile(this.#host);
      this.#files.set(name, file);
      const oldVersion = file.version;
      file.version = version;
      const database = new MemoryDatabase(file);
      file.open.add(database);
      this.#host.opened(database);
      request.result = database;
      if (oldVersion < version) {
        request.transaction = new MemoryTransaction(database, [], 'versionchange');
        request.dispatchEvent(Object.assign(new Event('upgradeneeded'), { oldVersion, newVersion: version }));
      }
      later(() => request.succeed(database));
    });
    return request;
  }

  deleteDatabase(name: string): MemoryOpenRequest {
    const request = new MemoryOpenRequest();
    const later = this.#host.scheduler();
    later(() => {
      const file = this.#files.get(name);
      const remove = (): void => {
        if (file && file.open.size > 0) return;
        this.#files.delete(name);
        if (file) file.onClosed = () => {};
        later(() => request.succeed(undefined));
      };
      if (file) file.onClosed = remove;
      for (const database of file?.open ?? []) database.dispatchEvent(new Event('versionchange'));
      remove();
    });
    return request;
  }

  databases(): Promise<{ name: string; version: number }[]> {
    return new Promise((resolve) => {
      this.#host.scheduler()(() => resolve([...this.#files].map(([name, { version }]) => ({ name, version }))));
    });
  }
}

export const DATABASE_CLASSES = {
  IDBDatabase: MemoryDatabase,
  IDBTransaction: MemoryTransaction,
  IDBObjectStore: MemoryObjectStore,
  IDBRequest: MemoryRequest,
  IDBOpenDBRequest: MemoryOpenRequest,
  IDBKeyRange: MemoryKeyRange,
  IDBIndex: class {},
  IDBCursor: class {
    advance(): void {}
    continue(): void {}
    continuePrimaryKey(): void {}
  },
};
