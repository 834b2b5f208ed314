/**
 * The write-ahead log of one tab: open for appending, or failed and retried in the background, however quiet the store
 * is. Housekeeping runs one job at a time.
 */
import { createSerial } from '../../core/serial.ts';
import { Backoff } from '../store/backoff.ts';
import { isQuota } from '../store/storage-errors.ts';
import { filePatience } from '../wal/log-files.ts';
import type { Receipt, WalEntry, WriteAheadLog } from '../wal/write-ahead-log.ts';

/** Waits before a failed log (full disk) is tried again. The last one repeats. */
const RETRY_MS = [1_000, 5_000, 30_000];

export interface LogSessionParts {
  /** Opens the store's log. Undefined if the context has none. */
  open: (() => Promise<WriteAheadLog>) | undefined;
  /** Called when the log failed. */
  onFailure(): void;
  /** Called when it failed because the disk is full. */
  onFull(): void;
  /** Tries the log again. */
  again(): Promise<unknown>;
  /** Called after housekeeping if `maintain` was asked for something meanwhile. */
  onIdle(): void;
  retryMs: readonly number[] | undefined;
}

export class LogSession {
  readonly #parts: LogSessionParts;
  readonly #retry: Backoff;
  readonly #inOrder = createSerial();
  #log: WriteAheadLog | undefined;
  #reaching: Promise<WriteAheadLog> | undefined;
  #housework = 0;
  /** `maintain` was called during housekeeping. */
  #missed = false;
  #ended = false;

  constructor(parts: LogSessionParts) {
    this.#parts = parts;
    this.#retry = new Backoff(parts.retryMs ?? RETRY_MS);
  }

  /** Whether the context can have a log. */
  get possible(): boolean {
    return this.#parts.open !== undefined;
  }

  /** Defined while it's open for appending. */
  get log(): WriteAheadLog | undefined {
    return this.#log;
  }

  /** Starts opening the log, in parallel with the rest of a start. */
  begin(): void {
    this.#reaching = this.#parts.open?.();
    this.#reaching?.catch(() => {});
  }

  /** The log, whether or not it's open for appending. Errors: those of the file system. */
  async reach(): Promise<WriteAheadLog> {
    const begun = this.#reaching;
    this.#reaching = undefined;
    return this.#log ?? (await (begun ?? this.#parts.open!()));
  }

  opened(log: WriteAheadLog): void {
    this.#log = log;
    this.#retry.reset();
  }

  /** Undefined if there's no log, or it fails. */
  append(entries: readonly WalEntry[]): Receipt | undefined {
    try {
      const receipt = this.#log?.append(entries);
      return receipt && { abort: () => this.attempt(() => receipt.abort()) };
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

  /** Gives the log up for now. */
  fail(error?: unknown): void {
    this.drop();
    if (isQuota(error)) this.#parts.onFull();
    this.#parts.onFailure();
    if (this.#ended || !this.possible) return;
    this.#retry.again(() => void this.housekeep(() => this.#parts.again()).catch(() => {}));
  }

  /** Appends nothing more. */
  drop(): void {
    const log = this.#log;
    this.#log = undefined;
    try {
      log?.close();
    } catch {
      // The handle is as broken as the file.
    }
  }

  /** Frees the log's space, after running housekeeping. The log is opened again later. Returns the bytes it freed. */
  async truncate(): Promise<number> {
    let late = false;
    const truncated = this.housekeep(async () => {
      const log = await this.reach();
      // By then the deletion was refused, so what the checkpoint wrote before is worth keeping.
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
      if (this.#housework > 0 || !this.#missed) return;
      this.#missed = false;
      this.#parts.onIdle();
    });
  }

  /**
   * Runs housekeeping that can wait. Its failure costs durability, not the session. While other housekeeping runs, it
   * does nothing: what's then still wanted is asked for again after that.
   */
  maintain(work: (log: WriteAheadLog) => Promise<void>, onError: (error: unknown) => void): void {
    if (this.#housework > 0) this.#missed = true;
    if (this.#housework > 0 || this.#ended) return;
    void this.housekeep(async () => {
      if (this.#log) await work(this.#log);
    }).catch(onError);
  }

  /** Nothing starts after this. Resolves when running work has finished. */
  async end(): Promise<void> {
    this.#ended = true;
    this.#retry.reset();
    await this.#inOrder(async () => {});
  }
}
