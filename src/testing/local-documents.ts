/** Runs the document readers on this thread, with the same API as their workers. For tests in Node. */
import type { ImportEntry } from '../core/import/report.ts';
import type { MemoryInput } from '../core/record/memory.ts';
import { documentsApi } from '../documents/documents-api.ts';
import { MARKUP_READERS } from '../documents/markup.ts';
import { readDocx } from '../documents/word/docx.ts';
import type { DocumentReaders } from '../transfer/documents.ts';
import { importFiles } from '../transfer/import-files.ts';
import { readPdf } from './node-pdf.ts';

/** Imports files, among them documents. Returns the memories as they'd be written. */
export async function importLocally(entries: readonly ImportEntry[]) {
  const inputs: MemoryInput[] = [];
  const report = await importFiles(
    { paths: entries.map(({ path }) => path), slices: [[...entries]] },
    {
      async upsertMany(batch) {
        inputs.push(...batch);
        return { added: batch.length, updated: 0, unchanged: 0 };
      },
    },
    { signal: new AbortController().signal, documents: localDocuments() },
  );
  return { inputs, report };
}

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
