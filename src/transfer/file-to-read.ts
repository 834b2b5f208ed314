import type { JoplinIndex } from '../core/import/joplin-index.ts';
import type { ImportBytes, ImportProgress, ImportSettings } from '../core/import/report.ts';
import type { SlackIndex } from '../core/import/slack-index.ts';
import type { UnpackBudget } from './archive/archive.ts';
import type { CustomReaders } from './custom-readers.ts';
import type { DocumentReaders } from './documents.ts';
import type { FileKeeper } from './file-keeper.ts';
import type { PictureIndex } from './pictures.ts';

export interface ImportFilesOptions extends ImportSettings {
  signal: AbortSignal;
  /** If true, nothing will be written, so pictures needn't be read. */
  previewOnly?: boolean;
  /** Readers of documents. Without them, documents are refused. */
  documents?: DocumentReaders;
  custom?: CustomReaders | undefined;
  /** Where `keepFiles` keeps documents. Null if documents can't be kept. */
  keeper?: Pick<FileKeeper, 'keep'> | null;
  onProgress?: (progress: ImportProgress) => void;
}

export interface FileToRead {
  shown: string;
  /** The ids and titles of the file's memories are derived from this path. */
  path: string;
  file: ImportBytes;
  url?: string | undefined;
  /** Returns the bytes of a small file that was read ahead. */
  readWhole?(): Promise<Uint8Array | undefined>;
  level: ArchiveLevel | null;
  joplin?: JoplinIndex | undefined;
  slack?: SlackIndex | undefined;
  onRead(bytes: number): void;
}

export interface ArchiveLevel {
  /** Name of the archive, without its extension. */
  name: string;
  depth: number;
  paths: ReadonlySet<string>;
  pictures: PictureIndex;
  budget: UnpackBudget;
}
