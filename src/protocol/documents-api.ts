import type { DocumentFormat } from '../core/import/document-formats.ts';
import type { ImportOrigin, ImportRow } from '../core/import/report.ts';
import type { CallContext } from './rpc.ts';

export interface DocumentInput {
  format: DocumentFormat;
  file: Blob;
  origin: Pick<ImportOrigin, 'path' | 'lastModified' | 'archive'>;
  entries?: ReadonlyMap<string, Blob>;
  /** Nothing will be written, so pictures needn't be drawn. */
  previewOnly?: boolean;
}

export interface DocumentsApi {
  open(context: CallContext, input: DocumentInput): Promise<void>;
  /** Null at the end. Pulled, so that rows don't pile up in front of a slow store. */
  next(context: CallContext): Promise<ImportRow[] | null>;
}
