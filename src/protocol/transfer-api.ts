import type {
  ImportContent,
  ImportCounts,
  ImportPreview,
  ImportProgress,
  ImportReport,
  ImportSettings,
  WithoutMessages,
} from '../core/import/report.ts';
import type { Memory, MemoryInput } from '../core/record/memory.ts';
import type { CustomReadersToUse } from './custom-readers-api.ts';
import type { Chunk } from './embedder-api.ts';
import type { CallContext } from './rpc.ts';

/** Slices of `ImportFile`, pictures before the notes that may show them. */
export interface IncomingFiles {
  port: MessagePort;
  paths: readonly string[];
  custom?: CustomReadersToUse;
}

/** `jsonl`: everything in one file. `markdown`: a zip with one file per note and the pictures. */
export type ExportFormat = 'jsonl' | 'markdown';

export interface TransferApi {
  /** @param name as in `ImportRecord` */
  import(
    context: CallContext<ImportProgress>,
    files: IncomingFiles,
    options: ImportSettings,
    name: string,
  ): Promise<WithoutMessages<ImportReport>>;
  preview(
    context: CallContext<ImportProgress>,
    files: IncomingFiles,
    options: ImportSettings,
  ): Promise<WithoutMessages<ImportPreview>>;
  /** Rejects with `aborted`, and with `invalid-option` for an unknown format. */
  export(context: CallContext, options: { vectors: boolean; format: ExportFormat }): Promise<Blob>;
}

export interface TransferInit {
  kind: 'init';
  /** Records go straight to the engine worker, never through the main thread. */
  port: MessagePort;
  /** Absolute, with a trailing slash. Contains `documents/`. Null: the worker's own folder. */
  assetBase: string | null;
}

export type { ImportCounts };

export interface ImportEnd extends ImportCounts {
  contents: ImportContent[];
  whole: boolean;
}

export interface StoredChunks {
  contentHash: string;
  chunks: Chunk[];
}

export interface FilesPlace {
  /** Path in the origin private file system. */
  folder: readonly string[];
  /** Imports that keep files share this Web Lock. Removing files that no memory refers to needs it exclusively. */
  lock: string;
}

export interface TransferStore {
  /** Continues an unfinished import with this name and number of files. */
  beginImport(context: CallContext, name: string, files: number): Promise<string>;
  /** Returns whether the import stays in the list. One that added nothing doesn't. */
  endImport(context: CallContext, id: string, end: ImportEnd): Promise<boolean>;
  filesPlace(context: CallContext): Promise<FilesPlace | null>;
  /** Call it after an import that kept files. */
  sweepFiles(context: CallContext): Promise<void>;
  /**
   * Writes all or none. The inputs must be validated and have distinct ids.
   * @param lacking ids of inputs that lack pictures because their files weren't in the import
   */
  upsertMany(
    context: CallContext,
    inputs: MemoryInput[],
    importId?: string,
    lacking?: readonly string[],
  ): Promise<ImportCounts>;
  remove(context: CallContext, ids: readonly string[]): Promise<number>;
  /** Call it before you write the memories of the backup. */
  writeVectors(context: CallContext, fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void>;
  ids(context: CallContext): Promise<string[]>;
  read(context: CallContext, ids: readonly string[]): Promise<Memory[]>;
  fingerprint(context: CallContext): Promise<{ fingerprint: string; dims: number }>;
  readChunks(context: CallContext, fingerprint: string): Promise<Map<string, StoredChunks>>;
  readVectors(context: CallContext, fingerprint: string, hashes: readonly string[]): Promise<Map<string, Int8Array>>;
  exported(context: CallContext): Promise<void>;
}
