/** How much one request carries: by bytes, halved where the server or a proxy finds it too much (R7). */
import type { OutgoingDocument } from './transport.ts';

/** Below the 1 MB that nginx takes by default. */
const BATCH_BYTES = 900_000;
const PAGE_BYTES = 1_500_000;
const FIRST_ROWS = 200;
const MAX_ROWS = 2_000;
/** Of a document around its body. */
const AROUND_BYTES = 150;

export interface RequestSize {
  /** Rows that the next page should have. */
  readonly rows: number;
  fetched(rows: number, bytes: number): void;
  /** False where it is one row already. */
  halveRows(): boolean;
  /** As many of the first documents as fit into one request, at least one. */
  batch(documents: readonly OutgoingDocument[]): readonly OutgoingDocument[];
  halveBatch(): void;
}

export function createRequestSize(): RequestSize {
  let rows = FIRST_ROWS;
  let pageBytes = PAGE_BYTES;
  let batchBytes = BATCH_BYTES;

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
        bytes += AROUND_BYTES + JSON.stringify(body).length;
        if (count > 0 && (bytes > batchBytes || count === MAX_ROWS)) break;
        count++;
      }
      return documents.slice(0, count);
    },
    halveBatch() {
      batchBytes /= 2;
    },
  };
}
