/** Manages one tab's log, which is open for appending, or failed and is being reopened in the background. */
import { createSerial } from '../../core/serial.ts';
import { Backoff } from '../store/backoff.ts';
import type { Write } from '../store/planned-writes.ts';
import { isQuota } from '../store/storage-errors.ts';
import { filePatience } from '../wal/log-files.ts';
import type { PendingBatch, WalEntry, WriteAheadLog } from '../wal/write-ahead-log.ts';

/** Milliseconds before each attempt to reopen a log that failed, as on a full disk. The last value repeats. */
const RETRY_MS = [1_000, 5_000, 30_000];

export interface LogSessionParts {
  open: (() => Promise<WriteAheadLog>) | undefined;
  onFailure(): void;
  onFull(): void;
  again(): Promise<unknown>;
  onIdle(): void;
  retryMs: readonly number[] | undefined;
}

const NOTHING = new Uint8Array();
/** Errors of contexts in which no page can use files, such as a private window of Firefox. */
const FORBIDDEN = ['SecurityError', 'NotAllowedError', 'NotSupportedError'];

export function toEntries(writes: readonly Write[]): WalEntry[] {
  return writes.map(({ change: { kind, id, seq }, record }) => {
    return { kind, id, seq, crc: record?.crc ?? 0, body: record?.body ?? NOTHING };
  });
}

export class LogSession {
  readonly #parts: LogSessionParts;
  readonly #retry: Backoff;
  readonly #inOrder = createSerial();
  #log: WriteAheadLog | undefined;
  #reaching: Promise<WriteAheadLog> | undefined;
  #housework = 0;
  #maintainAgain = false;
  #ended = false;
  #abandoning = new AbortController();

  constructor(parts: LogSessionParts) {
    this.#parts = parts;
    this.#retry = new Backoff(parts.retryMs ?? RETRY_MS);
  }

  get possible(): boolean {
    return this.#parts.open !== undefined;
  }

  get log(): WriteAheadLog | undefined {
    return this.#log;
  }

  begin(): void {
    this.#reaching = this.#parts.open?.();
    this.#reaching?.catch(() => {});
  }

  /** Returns the log, whether or not it's open for appending. Errors: those of the file system. */
  async reach(): Promise<WriteAheadLog> {
    const begun = this.#reaching;
    this.#reaching = undefined;
    return this.#log ?? (await (begun ?? this.#parts.open!()));
  }

  /** Stops using a log that belongs to another store. */
  acceptsStore(storeId: string): boolean {
    if (this.#log && this.#log.storeId !== storeId) this.fail();
    return this.#log !== undefined;
  }

  opened(log: WriteAheadLog): void {
    this.#log = log;
    this.#retry.reset();
  }

  /** Returns undefined if there's no log, or if it failed. */
  logWrites(writes: readonly Write[]): PendingBatch | undefined {
    try {
      const batch = this.#log?.begin(toEntries(writes));
      return batch && { commit: () => batch.commit(), abort: () => this.attempt(() => batch.abort()) };
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  fail(error?: unknown): void {
    this.drop();
    if (isQuota(error)) this.#parts.onFull();
    this.#parts.onFailure();
    if (this.#ended || !this.possible) return;
    this.#retry.again(() => void this.housekeep(() => this.#parts.again()).catch(() => {}));
  }

  drop(): void {
    const log = this.#log;
    this.#log = undefined;
    try {
      log?.close();
    } catch {
      // It isn't used any more.
    }
  }

  /** Errors: those of the file system, unless the page may not use files and so has no log. */
  async destroy(): Promise<void> {
    const log = this.#log ?? (this.possible ? await this.reach().catch(undefinedIfForbidden) : undefined);
    await log?.destroy();
    this.drop();
  }

  get housekeepingSignal(): AbortSignal {
    return this.#abandoning.signal;
  }

  /** Call it when another tab's deletion needs the log's space. */
  abandonHousekeeping(): void {
    this.#abandoning.abort();
    this.#abandoning = new AbortController();
  }

  /** Waits for running housekeeping. Returns the number of bytes freed. */
  async truncate(): Promise<number> {
    this.#abandoning.abort();
    let late = false;
    const truncated = this.housekeep(async () => {
      this.#abandoning = new AbortController();
      const log = await this.reach();
      // If this took too long, the caller has given up, so the log is kept.
      return late ? 0 : await log.exclusively((wal) => wal.truncate());
    });
    const freed = await filePatience.wait(truncated, () => {
      late = true;
    });
    this.fail();
    return freed;
  }

  async housekeep<T>(work: () => Promise<T>): Promise<T> {
    this.#housework++;
    return await this.#inOrder(work).finally(() => {
      this.#housework--;
      if (this.#housework > 0 || !this.#maintainAgain) return;
      this.#maintainAgain = false;
      this.#parts.onIdle();
    });
  }

  /** Does nothing while other housekeeping runs; `onIdle` is called afterwards. */
  maintain(work: (log: WriteAheadLog) => Promise<void>, onError: (error: unknown) => void): void {
    if (this.#housework > 0) this.#maintainAgain = true;
    if (this.#housework > 0 || this.#ended) return;
    void this.housekeep(async () => {
      if (this.#log) await work(this.#log);
    }).catch(onError);
  }

  async end(): Promise<void> {
    this.#ended = true;
    this.#retry.reset();
    await this.#inOrder(async () => {});
  }
}

function undefinedIfForbidden(error: unknown): undefined {
  if (!(error instanceof DOMException) || !FORBIDDEN.includes(error.name)) throw error;
}
