/** What a script of the package for documents offers the transfer worker, which starts it: one document at a time. */
import type { DocumentFormat } from '../core/import/document-formats.ts';
import type { ImportOrigin, ImportRow } from '../core/import/report.ts';
import type { CallContext } from './rpc.ts';

export interface DocumentInput {
  format: DocumentFormat;
  file: Blob;
  origin: Pick<ImportOrigin, 'path' | 'lastModified' | 'archive'>;
  /** Of a document that is an archive: its files by path, unpacked within the limits. */
  entries?: ReadonlyMap<string, Blob>;
}

export interface DocumentsApi {
  open(context: CallContext, input: DocumentInput): Promise<void>;
  /** Null at the end. Asked for, so that rows do not pile up before a slow store. */
  next(context: CallContext): Promise<ImportRow[] | null>;
}
