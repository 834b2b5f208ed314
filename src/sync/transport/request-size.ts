/** By bytes, halved if it's too much for the server or a proxy. */
import type { OutgoingDocument } from './transport.ts';

/** Less than the 1 MB that nginx accepts by default. */
const BATCH_BYTES = 900_000;
const PAGE_BYTES = 1_500_000;
const SMALL_BYTES = 50_000;
const FIRST_ROWS = 200;
const MAX_ROWS = 2_000;
/** Without the body. */
const ENVELOPE_BYTES = 150;

export interface RequestSize {
  readonly rows: number;
  fetched(rows: number, bytes: number): void;
  /** False if it's already at one row. */
  halveRows(): boolean;
  /** As many of the first documents as fit into one request, at least one. */
  batch(documents: readonly OutgoingDocument[]): readonly OutgoingDocument[];
  /** Later batches are at most half as large as the last one, unless that one was small. */
  halveBatch(): void;
}

export function createRequestSize(): RequestSize {
  let rows = FIRST_ROWS;
  let pageBytes = PAGE_BYTES;
  let batchBytes = BATCH_BYTES;
  let lastBytes = 0;

  return {
    get rows() {
      return rows;
    },
    fetched(count, bytes) {
      if (count === 0) return;
      rows = Math.max(1, Math.min(MAX_ROWS, Math.floor((pageBytes * count) / bytes)));
    },
    halveRows() {
      if (rows === 1) return false;
      rows = Math.ceil(rows / 2);
      pageBytes /= 2;
      return true;
    },
    batch(documents) {
      let bytes = 0;
      let count = 0;
      for (const { body } of documents) {
        const more = bytes + ENVELOPE_BYTES + JSON.stringify(body).length;
        if (count > 0 && (more > batchBytes || count === MAX_ROWS)) break;
        bytes = more;
        count++;
      }
      lastBytes = bytes;
      return documents.slice(0, count);
    },
    halveBatch() {
      batchBytes = Math.min(batchBytes, Math.max(lastBytes, SMALL_BYTES)) / 2;
    },
  };
}
