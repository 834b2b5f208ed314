/** What an import reads: a file with the place it comes from, and the options of the whole import. */
import type { JoplinIndex } from '../core/import/apps/joplin-index.ts';
import type { ImportBytes, ImportOptions, ImportProgress } from '../core/import/report.ts';
import type { UnpackBudget } from './archive/archive.ts';
import type { DocumentReaders } from './documents.ts';
import type { PictureIndex } from './pictures.ts';

export interface ImportFilesOptions extends ImportOptions {
  signal: AbortSignal;
  /** Nothing is to be written: pictures need not be read. */
  look?: boolean;
  /** Readers of documents; without them such files are refused. */
  documents?: DocumentReaders;
  onProgress?: (progress: ImportProgress) => void;
}

/** One file to read, of a folder or an archive. */
export interface FileToRead {
  /** As the report names it. */
  shown: string;
  /** Makes the ids and titles of its memories. */
  path: string;
  file: ImportBytes;
  /** The bytes of a small file, where they were read ahead. */
  readWhole?(): Promise<Uint8Array | undefined>;
  level: ArchiveLevel | null;
  joplin?: JoplinIndex | undefined;
  onRead(bytes: number): void;
}

/** The archive that a file lies in. */
export interface ArchiveLevel {
  /** Of the archive, without its extension. */
  name: string;
  depth: number;
  /** Of all its files, as their origins have them. */
  paths: ReadonlySet<string>;
  pictures: PictureIndex;
  budget: UnpackBudget;
}
