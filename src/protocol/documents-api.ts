/** What a script of the documents package offers the transfer worker that starts it: one document at a time. */
import type { DocumentFormat } from '../core/import/document-formats.ts';
import type { ImportOrigin, ImportRow } from '../core/import/report.ts';
import type { CallContext } from './rpc.ts';

export interface DocumentInput {
  format: DocumentFormat;
  file: Blob;
  origin: Pick<ImportOrigin, 'path' | 'lastModified' | 'archive'>;
  /** If the document is an archive, its files by path, unpacked within the limits. */
  entries?: ReadonlyMap<string, Blob>;
}

export interface DocumentsApi {
  open(context: CallContext, input: DocumentInput): Promise<void>;
  /** Null at the end. Pulled, so that rows don't pile up before a slow store. */
  next(context: CallContext): Promise<ImportRow[] | null>;
}
