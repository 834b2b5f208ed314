import type { DocumentFormat } from '../core/import/document-formats.ts';
import type { ImportOrigin, ImportRow } from '../core/import/report.ts';
import { contentHash } from '../core/record/content-hash.ts';
import type { MemoryInput } from '../core/record/memory.ts';
import type { DocumentInput, DocumentsApi } from '../protocol/documents-api.ts';
import { NoteIds } from './note-ids.ts';

export interface OpenDocument extends Pick<DocumentInput, 'file' | 'entries' | 'previewOnly'> {
  origin: ImportOrigin;
  /** Shared by all documents of the import. */
  noteIds: NoteIds;
}

export type ReadDocument = (document: OpenDocument) => AsyncIterable<ImportRow>;

/** Maximum number of rows per answer. With 50 rows, the fixed cost of a message doesn't matter. */
const ANSWER_ROWS = 50;
/** An answer ends once its UTF-16 units of text plus its bytes of pictures reach this number. */
const ANSWER_UNITS = 262_144;

export function documentsApi(readers: { readonly [format in DocumentFormat]?: ReadDocument }): DocumentsApi {
  const noteIds = new NoteIds();
  let rows: AsyncIterator<ImportRow> | undefined;
  return {
    async open(_, { format, file, entries, origin, previewOnly }) {
      const hashed = { ...origin, hash: contentHash, split: true };
      const document = {
        file,
        origin: hashed,
        noteIds,
        ...(entries && { entries }),
        ...(previewOnly && { previewOnly }),
      };
      rows = readers[format]!(document)[Symbol.asyncIterator]();
    },
    async next() {
      const answer: ImportRow[] = [];
      for (let units = 0; rows && answer.length < ANSWER_ROWS && units < ANSWER_UNITS; ) {
        const { value, done } = await rows.next();
        if (done) rows = undefined;
        else answer.push(value);
        if (value && 'input' in value) units += sizeOf(value.input);
      }
      return answer.length === 0 ? null : answer;
    },
  };
}

const sizeOf = ({ text, images = [] }: MemoryInput): number =>
  images.reduce((sum, { data }) => sum + data.byteLength, text.length);
