import type { DocumentFormat } from '../core/import/document-formats.ts';
import type { ImportOrigin, ImportRow } from '../core/import/report.ts';
import type { CallContext } from './rpc.ts';

export interface DocumentInput {
  format: DocumentFormat;
  file: Blob;
  origin: Pick<ImportOrigin, 'path' | 'lastModified' | 'url' | 'archive'>;
  entries?: ReadonlyMap<string, Blob>;
  /** Nothing will be written, so pictures needn't be drawn. */
  previewOnly?: boolean;
}

export interface DocumentsApi {
  open(context: CallContext, input: DocumentInput): Promise<void>;
  /** Returns the next rows, or null at the end. The caller pulls them, so they don't pile up if the store is slow. */
  next(context: CallContext): Promise<ImportRow[] | null>;
}
