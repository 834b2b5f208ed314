/**
 * This tab's only connection to a store's database. It's closed when another tab wants to upgrade or delete the
 * database. The next transaction opens a new one. Every transaction has its own deadline.
 */
import type { IDBPTransaction } from 'idb';
import { openDB } from 'idb';
import { HybridSearchError, isHybridSearchError } from '../../core/errors.ts';
import { INTERACTIVE_TIMEOUT_MS, withDeadline } from '../../protocol/deadline.ts';
import { deleteDatabase } from './idb-patience.ts';
import { migrate, type UpgradeTarget } from './migrations.ts';
import type { Database, StoreName, StoreSchema } from './schema.ts';
import { databaseName, SCHEMA_VERSION } from './schema.ts';
import type { StoreStates } from './states.ts';
import { errorName, isConnectionLoss, toStorageError } from './storage-errors.ts';

/**
 * A transaction may take this long while the database answers probes. A batch of 10,000 memories takes about 2 s on a
 * slow device, and the next transaction waits for it.
 */
const BUSY_MS = 20_000;
/** A busy database answers within this time, a hung one doesn't. 0.5 s was too short with a third of a core. */
const PROBE_MS = 6_000;
/** A responsive database answers this many small reads, one after another, within this time: 5 to 10 ms when idle. */
const SPEED_READS = 5;
const RESPONSIVE_MS = 50;
/** Deadline for opening the database, which can't be probed while it opens. */
const OPENING_MS = 6_000;
/** Default shortest deadline on a full disk, where a transaction may never settle, and 20 s are too long to wait. */
const FULL_DISK_DEADLINE_MS = 700;
const LONGEST_FULL_DISK_MS = 4_000;
/** The deadline is this multiple of the slowest recent transaction, because that shows how fast the device is now. */
const SLOWEST_FACTOR = 4;
const LAST_TRANSACTIONS = 8;
/** Chromium closes the first two connections when it deletes a damaged SQLite database. */
const ATTEMPTS = 3;
const REOPEN_PAUSE_MS = 100;

/** How long to wait for a transaction on a full disk, which may never settle it. */
export class FullDiskDeadline {
  #durationsMs: number[] = [];

  settled(milliseconds: number): void {
    this.#durationsMs.push(Math.min(LONGEST_FULL_DISK_MS / SLOWEST_FACTOR, milliseconds));
    if (this.#durationsMs.length > LAST_TRANSACTIONS) this.#durationsMs.shift();
  }

  /** Halves the next deadline. Otherwise a call whose tries all hang waits for the longest deadline each time. */
  expired(): void {
    this.#durationsMs = this.#durationsMs.map((milliseconds) => milliseconds / 2);
  }

  /** Returns milliseconds: at least `least`, and at most 4 s unless `least` is longer. */
  after(least: number): number {
    return Math.max(least, SLOWEST_FACTOR * Math.max(0, ...this.#durationsMs));
  }
}

export class Connection {
  readonly #store: string;
  #opening: Promise<Database> | undefined;
  #lost = new WeakSet<object>();
  #closed = false;
  readonly #states: StoreStates | undefined;
  #leastDeadlineMs = FULL_DISK_DEADLINE_MS;
  readonly #fullDiskDeadline = new FullDiskDeadline();

  /** @param states without them, transactions neither wait for a replacement nor have short deadlines on a full disk */
  constructor(store: string, states?: StoreStates) {
    this.#store = store;
    this.#states = states;
  }

  /** Errors: `timeout`, `storage-version`, `storage`, `closed`. */
  async open(): Promise<void> {
    await this.#database();
  }

  /** `work` may await only requests of the transaction, and runs again, at most twice, if the connection was lost. */
  async transact<const Names extends StoreName[], Mode extends 'readonly' | 'readwrite', T>(
    names: Names,
    mode: Mode,
    work: (tx: IDBPTransaction<StoreSchema, Names, Mode>) => Promise<T>,
    durability: IDBTransactionDurability = 'default',
  ): Promise<T> {
    let patient = false;
    for (let attempt = 1; ; attempt++) {
      let database: Database | undefined;
      try {
        database = await this.#database();
        return await this.#attempt(database, names, work, { mode, durability, patient });
      } catch (error) {
        const lost = isConnectionLoss(error) || (database !== undefined && this.#lost.has(database));
        const late = isHybridSearchError(error, 'timeout');
        // A full disk doesn't refuse reads. A read that timed out is tried again with the usual deadline.
        const tooShort: boolean = late && this.isDiskFull && !patient && mode === 'readonly';
        // Don't retry after any other timeout. Fail this call; the next one opens a new connection.
        if (attempt === ATTEMPTS || this.#closed || !lost || (late && !tooShort)) throw toStorageError(error);
        patient ||= tooShort;
        if (database) this.#forget(database);
        if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, REOPEN_PAUSE_MS));
      }
    }
  }

  get isDiskFull(): boolean {
    return this.#states?.diskFull ?? false;
  }

  /** Call it if other code finds the disk full. For a while, deadlines are then short, but at least `milliseconds`. */
  expectFull(milliseconds = FULL_DISK_DEADLINE_MS): void {
    this.#leastDeadlineMs = milliseconds;
    this.#states?.expectFull();
  }

  /**
   * Whether small reads take long now, or fail. If not, the device isn't just slow: on a full disk, a transaction that
   * doesn't settle then never will. Never rejects.
   */
  async isBusy(): Promise<boolean> {
    const database = await this.#database().catch(() => undefined);
    if (!database) return true;
    const began = performance.now();
    for (let read = 0; read < SPEED_READS; read++) if (!(await answers(database))) return true;
    return performance.now() - began > RESPONSIVE_MS;
  }

  async reconnectOnFullDisk(milliseconds?: number): Promise<void> {
    this.expectFull(milliseconds);
    await this.disconnect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.disconnect();
  }

  async delete(): Promise<void> {
    await this.close();
    await deleteDatabase(databaseName(this.#store));
  }

  /** The next transaction creates it again, without a head. */
  async recreate(): Promise<void> {
    await this.disconnect();
    await deleteDatabase(databaseName(this.#store));
  }

  async #database(): Promise<Database> {
    while (this.#states?.passable) await this.#states.passable;
    return await this.#connected();
  }

  #connected(): Promise<Database> {
    if (this.#closed) return Promise.reject(new HybridSearchError('closed'));
    this.#opening ??= this.#connect().catch((error: unknown) => {
      this.#opening = undefined;
      throw toStorageError(error);
    });
    return this.#opening;
  }

  async #connect(): Promise<Database> {
    let expired = false;
    const opening: Promise<Database> = openDB<StoreSchema>(databaseName(this.#store), SCHEMA_VERSION, {
      // An upgrade step may use any name of an object store; the schema's type allows only the current ones.
      upgrade: (database, oldVersion) => migrate(database as unknown as UpgradeTarget, oldVersion),
      // Another tab wants to upgrade or delete. Keeping the connection would block it and every later open.
      blocking: () => void this.disconnect(),
      terminated: () => void opening.then((database) => this.#forget(database)),
    });
    // Behind a blocked upgrade, even opening the old version waits forever. A connection that opens after its deadline
    // must be closed again, because it would block upgrades.
    void opening.then(
      (database) => expired && database.close(),
      () => {},
    );
    return await withDeadline(opening, OPENING_MS, 'Opening the database', () => {
      expired = true;
    });
  }

  async #attempt<const Names extends StoreName[], Mode extends 'readonly' | 'readwrite', T>(
    database: Database,
    names: Names,
    work: (tx: IDBPTransaction<StoreSchema, Names, Mode>) => Promise<T>,
    { mode, durability, patient }: { mode: Mode; durability: IDBTransactionDurability; patient: boolean },
  ): Promise<T> {
    const tx = database.transaction(names, mode, { durability });
    const finish = async (): Promise<T> => {
      tx.done.catch(() => {});
      try {
        const result = await work(tx);
        // A read is done when `work` is. A write is done only when the transaction is complete.
        if (mode !== 'readonly') await tx.done;
        return result;
      } catch (error) {
        abort(tx);
        await tx.done.catch(() => {});
        // If a full disk aborts the transaction, its requests fail with a bare AbortError that hides the reason.
        throw errorName(error) === 'AbortError' && tx.error ? tx.error : error;
      }
    };
    const began = performance.now();
    const finished = finish();
    for (let waited = INTERACTIVE_TIMEOUT_MS; ; waited += INTERACTIVE_TIMEOUT_MS) {
      const impatient = this.isDiskFull && !patient;
      const milliseconds = impatient ? this.#fullDiskDeadline.after(this.#leastDeadlineMs) : INTERACTIVE_TIMEOUT_MS;
      try {
        const result = await withDeadline(finished, milliseconds, 'A transaction');
        this.#fullDiskDeadline.settled(performance.now() - began);
        return result;
      } catch (error) {
        if (!isHybridSearchError(error, 'timeout')) throw error;
        if (impatient) this.#fullDiskDeadline.expired();
        else if (waited < BUSY_MS && (await answers(database))) continue;
        abort(tx);
        this.#forget(database);
        throw error;
      }
    }
  }

  #forget(database: Database): void {
    this.#lost.add(database);
    database.close();
    const current = this.#opening;
    void current?.then((opened) => {
      if (opened === database && this.#opening === current) this.#opening = undefined;
    });
  }

  /** The next transaction opens a new one. */
  async disconnect(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    const database = await opening?.catch(() => undefined);
    if (database) {
      this.#lost.add(database);
      database.close();
    }
  }
}

/** Probes through an object store that writes of memories don't use, so that it doesn't wait behind a batch. */
async function answers(database: Database): Promise<boolean> {
  const question = async (): Promise<unknown> => await database.count('snapshots');
  return await withDeadline(question(), PROBE_MS, 'A question').then(
    () => true,
    () => false,
  );
}

function abort(tx: { abort(): void }): void {
  try {
    tx.abort();
  } catch {
    // It has already finished.
  }
}
