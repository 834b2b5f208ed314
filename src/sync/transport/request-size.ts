import { RememberedLimit, type SizeLimits } from './remembered-limit.ts';
import type { OutgoingDocument } from './transport.ts';

/** Less than the 1 MB that nginx accepts by default. */
const BATCH_BYTES = 900_000;
const PAGE_BYTES = 1_500_000;
/** No known proxy refuses smaller bodies. */
const SMALL_BYTES = 50_000;
/** Rows of the first page, as long as their size is unknown. */
const FIRST_ROWS = 200;
const MAX_ROWS = 2_000;
/** Bytes of a document in a request, apart from its body. */
const ENVELOPE_BYTES = 150;

/** If even a single document fails, the size wasn't the reason, and nothing is remembered. */
export class RequestSize {
  readonly #pages: RememberedLimit;
  readonly #batches: RememberedLimit;
  #rows: number | undefined;
  #isPageHalved = false;
  /** Bytes per batch after one failed, until a batch passes. */
  #batchBytes = Number.POSITIVE_INFINITY;
  #isBatchHalved = false;
  #last = { bytes: 0, count: 0, limit: 0 };

  /** @param limits if missing, sizes are known only until the page is closed */
  constructor(server: string, limits: SizeLimits | undefined) {
    this.#pages = new RememberedLimit(`${server} pages`, { bytes: PAGE_BYTES, rows: FIRST_ROWS }, limits);
    this.#batches = new RememberedLimit(server, { bytes: BATCH_BYTES, rows: MAX_ROWS }, limits);
  }

  async rows(): Promise<number> {
    const { rows } = await this.#pages.current();
    this.#rows ??= rows;
    return this.#rows;
  }

  async fetched(rows: number, bytes: number): Promise<void> {
    const isHalved = this.#isPageHalved;
    this.#isPageHalved = false;
    if (rows === 0) return;
    // A page that isn't full has the rows that the larger one would have had. So the failure wasn't because of the
    // size.
    if (isHalved && rows >= (this.#rows ?? 0)) await this.#pages.lower(bytes, rows);
    else await this.#pages.passed(bytes, rows);
    const limit = await this.#pages.current();
    this.#rows = Math.max(1, Math.min(MAX_ROWS, Math.floor((limit.bytes * rows) / bytes)));
  }

  /** Returns false if the page had only one row. */
  halveRows(): boolean {
    this.#isPageHalved = this.#rows !== 1;
    this.#rows = Math.ceil((this.#rows ?? FIRST_ROWS) / 2);
    return this.#isPageHalved;
  }

  async batch(documents: readonly OutgoingDocument[]): Promise<readonly OutgoingDocument[]> {
    const current = await this.#batches.current();
    const limit = Math.min(current.bytes, this.#batchBytes);
    let bytes = 0;
    let count = 0;
    for (const { body } of documents) {
      const more = bytes + ENVELOPE_BYTES + JSON.stringify(body).length;
      if (count > 0 && (more > limit || count === MAX_ROWS)) break;
      bytes = more;
      count++;
    }
    this.#last = { bytes, count, limit };
    return documents.slice(0, count);
  }

  get isBatchSmall(): boolean {
    return this.#last.bytes <= SMALL_BYTES;
  }

  /** Halves later batches, unless the last one was small. Returns false if that had only one document. */
  halveBatch(): boolean {
    const { bytes, count, limit } = this.#last;
    this.#isBatchHalved = count > 1;
    if (count > 1) this.#batchBytes = Math.min(limit, Math.max(bytes, SMALL_BYTES)) / 2;
    return this.#isBatchHalved;
  }

  async passed(): Promise<void> {
    const { bytes, count } = this.#last;
    if (this.#isBatchHalved) await this.#batches.lower(this.#batchBytes, MAX_ROWS);
    else await this.#batches.passed(bytes, count);
    this.#isBatchHalved = false;
    this.#batchBytes = Number.POSITIVE_INFINITY;
  }
}
