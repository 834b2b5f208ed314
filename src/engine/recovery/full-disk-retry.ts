/** Frees space for a write that a full disk refused, and tries it again. */
import { HybridSearchError, isHybridSearchError } from '../../core/errors.ts';
import { IncompleteDatabase } from '../store/change-log.ts';
import type { Connection } from '../store/connection.ts';
import { freesSpace, type PlannedWrites } from '../store/planned-writes.ts';
import type { Reserve } from '../store/reserve.ts';
import { isQuota } from '../store/storage-errors.ts';
import type { Durability } from './durability.ts';

/**
 * Pauses before each attempt at a deletion, after space was freed. During a compaction, LevelDB's old and new tables
 * coexist for a moment: one deletion was refused with 0.6 MB free, but accepted 20 ms later.
 */
const DELETION_PAUSES_MS = [0, 30, 150];
/**
 * Shortest deadlines of these attempts and, once the log's space is freed, of the last one. On a full disk, one in five
 * transactions never settles. With short attempts only, a busy machine refused deletions, and also writes after the
 * quota was raised.
 */
const DELETION_MS = 500;
const LAST_TRY_MS = 5_000;
/** Shortest deadline of the second attempt to add, while the database is responsive. */
const ADD_AGAIN_MS = 1_000;

export interface FullDiskRetryParts<Planned extends PlannedWrites> {
  readonly connection: Pick<Connection, 'expectFull' | 'isBusy' | 'reconnectOnFullDisk'>;
  readonly durability: Pick<Durability, 'freeLog' | 'isIncomplete' | 'reportFullDisk'>;
  readonly reserve: Pick<Reserve, 'drop' | 'keep'>;
  dropDerived(): Promise<unknown>;
  /** Returns undefined until it's known what the write does. */
  planned(): PlannedWrites | undefined;
  /** `lean` leaves the deletions out of the change log. */
  write(lean: boolean): Promise<Planned>;
}

/** Whether a full disk can be the cause. It refuses a transaction, never settles it, or interrupts a restoration. */
export const isForLackOfSpace = (error: unknown): boolean =>
  isQuota(error) || isHybridSearchError(error, 'timeout') || error instanceof IncompleteDatabase;

export class FullDiskRetry<Planned extends PlannedWrites> {
  readonly #parts: FullDiskRetryParts<Planned>;
  #refusal: unknown;

  /** @param refusal the error of the first attempt, see `isForLackOfSpace` */
  constructor(parts: FullDiskRetryParts<Planned>, refusal: unknown) {
    this.#parts = parts;
    this.#refusal = refusal;
  }

  /** Frees the least important space first. Errors: `quota`; those of the write that don't come from a full disk. */
  async run(): Promise<Planned> {
    this.#parts.durability.reportFullDisk();
    const planned = (await this.#withoutDerivedData()) ?? (await this.#withoutReserve()) ?? (await this.#withoutLog());
    if (!planned) throw new HybridSearchError('quota');
    return planned;
  }

  async #withoutDerivedData(): Promise<Planned | undefined> {
    const { connection, dropDerived, write } = this.#parts;
    await connection.reconnectOnFullDisk();
    await dropDerived().catch(() => {});
    // After a timeout, a write that adds bytes gets longer now if the machine is busy. A deletion gets longer at its
    // last try.
    if (!this.#deletes && !isQuota(this.#refusal))
      connection.expectFull((await connection.isBusy()) ? LAST_TRY_MS : ADD_AGAIN_MS);
    return await this.#try(() => write(false));
  }

  /** The reserve is for writes that add no bytes, and for an interrupted restoration, which any write waits for. */
  async #withoutReserve(): Promise<Planned | undefined> {
    const { connection, reserve } = this.#parts;
    await connection.reconnectOnFullDisk();
    const doubtful = !this.#parts.planned() || this.#refusal instanceof IncompleteDatabase;
    const incomplete = doubtful && (await this.#isIncomplete());
    if (this.#adds && !incomplete) return undefined;
    // Until the write is planned, it's unknown whether it adds bytes, so it's tried with the space there is.
    const mayFree = incomplete || this.#deletes;
    if (mayFree && (await reserve.drop().catch(() => true)) === false) return undefined;
    return await this.#deleteAgain(DELETION_MS);
  }

  /** A restoration needs the log itself. */
  async #withoutLog(): Promise<Planned | undefined> {
    const { connection, durability } = this.#parts;
    await connection.reconnectOnFullDisk();
    if (this.#adds || (await this.#isIncomplete())) return undefined;
    if (this.#deletes) await durability.freeLog().catch(() => {});
    return await this.#deleteAgain(LAST_TRY_MS);
  }

  get #deletes(): boolean {
    const planned = this.#parts.planned();
    return planned !== undefined && freesSpace(planned);
  }

  get #adds(): boolean {
    return this.#parts.planned() !== undefined && !this.#deletes;
  }

  #isIncomplete(): Promise<boolean> {
    return this.#parts.durability.isIncomplete().catch(() => true);
  }

  /**
   * Tries several times, because LevelDB may not have released the freed space yet.
   * @param lastMs shortest deadline of the last attempt, in milliseconds
   */
  async #deleteAgain(lastMs: number): Promise<Planned | undefined> {
    const { connection, reserve, write } = this.#parts;
    for (const [at, pause] of DELETION_PAUSES_MS.entries()) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      await connection.reconnectOnFullDisk(at === DELETION_PAUSES_MS.length - 1 ? lastMs : DELETION_MS);
      const planned = await this.#try(() => write(true));
      if (!planned) continue;
      void reserve.keep();
      return planned;
    }
    return undefined;
  }

  /** Resolves with undefined if there's too little space. */
  async #try(write: () => Promise<Planned>): Promise<Planned | undefined> {
    try {
      return await write();
    } catch (error) {
      if (!isForLackOfSpace(error)) throw error;
      this.#refusal = error;
      return undefined;
    } finally {
      // Only this write gets a longer deadline.
      this.#parts.connection.expectFull();
    }
  }
}
