import type { OutgoingDocument } from './transport.ts';

/** Less than the 1 MB that nginx accepts by default. */
const BATCH_BYTES = 900_000;
const PAGE_BYTES = 1_500_000;
const SMALL_BYTES = 50_000;
const FIRST_ROWS = 200;
const MAX_ROWS = 2_000;
/** Without the body. */
const ENVELOPE_BYTES = 150;

/** By bytes, halved if it's too much for the server or a proxy. */
export class RequestSize {
  #rows = FIRST_ROWS;
  #pageBytes = PAGE_BYTES;
  #batchBytes = BATCH_BYTES;
  #lastBytes = 0;

  get rows(): number {
    return this.#rows;
  }

  fetched(rows: number, bytes: number): void {
    if (rows === 0) return;
    this.#rows = Math.max(1, Math.min(MAX_ROWS, Math.floor((this.#pageBytes * rows) / bytes)));
  }

  /** False if it's already at one row. */
  halveRows(): boolean {
    if (this.#rows === 1) return false;
    this.#rows = Math.ceil(this.#rows / 2);
    this.#pageBytes /= 2;
    return true;
  }

  /** As many of the first documents as fit into one request, at least one. */
  batch(documents: readonly OutgoingDocument[]): readonly OutgoingDocument[] {
    let bytes = 0;
    let count = 0;
    for (const { body } of documents) {
      const more = bytes + ENVELOPE_BYTES + JSON.stringify(body).length;
      if (count > 0 && (more > this.#batchBytes || count === MAX_ROWS)) break;
      bytes = more;
      count++;
    }
    this.#lastBytes = bytes;
    return documents.slice(0, count);
  }

  /** Later batches are at most half as large as the last one, unless that one was small. */
  halveBatch(): void {
    this.#batchBytes = Math.min(this.#batchBytes, Math.max(this.#lastBytes, SMALL_BYTES)) / 2;
  }
}
