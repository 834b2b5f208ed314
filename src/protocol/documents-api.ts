/**
 * What a script of the documents package offers the transfer worker that starts it. It reads one document at a time.
 */
import type { DocumentFormat } from '../core/import/document-formats.ts';
import type { ImportOrigin, ImportRow } from '../core/import/report.ts';
import type { CallContext } from './rpc.ts';

export interface DocumentInput {
  format: DocumentFormat;
  file: Blob;
  origin: Pick<ImportOrigin, 'path' | 'lastModified' | 'archive'>;
  /** Files by path, unpacked within the limits, if the document is an archive. */
  entries?: ReadonlyMap<string, Blob>;
  /** If true, nothing will be written, so pictures needn't be drawn. */
  look?: boolean;
}

export interface DocumentsApi {
  open(context: CallContext, input: DocumentInput): Promise<void>;
  /** Returns the next rows, or null at the end. They're pulled, so that rows don't pile up in front of a slow store. */
  next(context: CallContext): Promise<ImportRow[] | null>;
}
