import type { OutgoingDocument } from './transport.ts';

/** Less than the 1 MB that nginx accepts by default. */
const BATCH_BYTES = 900_000;
const PAGE_BYTES = 1_500_000;
const SMALL_BYTES = 50_000;
const FIRST_ROWS = 200;
const MAX_ROWS = 2_000;
/** Bytes of a document in a request, apart from its body. */
const ENVELOPE_BYTES = 150;
/**
 * After this time, a larger batch is tried. The limit may have come from a lost connection, or the server's owner may
 * have raised it.
 */
const RETRY_LARGER_MS = 3_600_000;

export interface BatchLimit {
  bytes: number;
  /** When the limit was last changed, in milliseconds since 1970. */
  at: number;
}

/** Stores limits on the device, by the server's origin. */
export interface BatchLimits {
  batchLimit(server: string): Promise<BatchLimit | undefined>;
  keepBatchLimit(server: string, limit: BatchLimit): Promise<void>;
}

/** Limits requests by bytes, and halves the limit if a request is too large for the server or a proxy. */
export class RequestSize {
  readonly #server: string;
  readonly #limits: BatchLimits | undefined;
  #rows = FIRST_ROWS;
  #pageBytes = PAGE_BYTES;
  #batch: BatchLimit | undefined;
  #kept: BatchLimit | undefined;
  #lastBytes = 0;

  /** @param limits if missing, a limit is known only until the page is closed */
  constructor(server: string, limits: BatchLimits | undefined) {
    this.#server = server;
    this.#limits = limits;
  }

  get rows(): number {
    return this.#rows;
  }

  fetched(rows: number, bytes: number): void {
    if (rows === 0) return;
    this.#rows = Math.max(1, Math.min(MAX_ROWS, Math.floor((this.#pageBytes * rows) / bytes)));
  }

  /** Returns false if the limit is already one row. */
  halveRows(): boolean {
    if (this.#rows === 1) return false;
    this.#rows = Math.ceil(this.#rows / 2);
    this.#pageBytes /= 2;
    return true;
  }

  /** Returns as many of the first documents as fit into one request, at least one. */
  async batch(documents: readonly OutgoingDocument[]): Promise<readonly OutgoingDocument[]> {
    const limit = await this.#batchBytes();
    let bytes = 0;
    let count = 0;
    for (const { body } of documents) {
      const more = bytes + ENVELOPE_BYTES + JSON.stringify(body).length;
      if (count > 0 && (more > limit || count === MAX_ROWS)) break;
      bytes = more;
      count++;
    }
    this.#lastBytes = bytes;
    return documents.slice(0, count);
  }

  /** Later batches are at most half as large as the last one, unless that one was small. */
  halveBatch(): void {
    const bytes = Math.min(this.#batch?.bytes ?? BATCH_BYTES, Math.max(this.#lastBytes, SMALL_BYTES)) / 2;
    this.#batch = { bytes, at: Date.now() };
  }

  /** Remembers the limit with which the last batch passed. */
  async passed(): Promise<void> {
    if (!this.#batch || this.#batch === this.#kept) return;
    this.#kept = this.#batch;
    // If the limit can't be stored, a later start only tries larger batches again.
    await this.#limits?.keepBatchLimit(this.#server, this.#batch).catch(() => {});
  }

  async #batchBytes(): Promise<number> {
    if (!this.#batch) {
      this.#kept = (await this.#limits?.batchLimit(this.#server)) ?? { bytes: BATCH_BYTES, at: 0 };
      this.#batch = this.#kept;
    }
    const { bytes, at } = this.#batch;
    if (bytes < BATCH_BYTES && Date.now() - at >= RETRY_LARGER_MS) {
      this.#batch = { bytes: Math.min(BATCH_BYTES, 2 * bytes), at: Date.now() };
    }
    return this.#batch.bytes;
  }
}
