/** Runs the document readers on this thread, with the same API as their workers. For tests in Node. */
import { documentsApi } from '../documents/documents-api.ts';
import { MARKUP_READERS } from '../documents/markup.ts';
import { readDocx } from '../documents/word/docx.ts';
import type { DocumentReaders } from '../transfer/documents.ts';
import { readPdf } from './node-pdf.ts';

export function localDocuments(): DocumentReaders {
  const api = documentsApi({ ...MARKUP_READERS, docx: readDocx, pdf: readPdf });
  return {
    async *read(input, signal) {
      const context = { signal, progress: () => {} };
      await api.open(context, input);
      for (let rows = await api.next(context); rows; rows = await api.next(context)) yield rows;
    },
    end() {},
  };
}
