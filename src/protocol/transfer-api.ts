/** Both APIs of the transfer worker: what the page calls, and what it calls on the engine. */
import type {
  ImportContent,
  ImportCounts,
  ImportOptions,
  ImportPreview,
  ImportProgress,
  ImportReport,
} from '../core/import/report.ts';
import type { Memory, MemoryInput } from '../core/record/memory.ts';
import type { CustomReadersToUse } from './custom-readers-api.ts';
import type { Chunk } from './embedder-api.ts';
import type { CallContext } from './rpc.ts';

/**
 * Files that will arrive: `count` of them, as slices of `ImportFile` over the port, pictures before the notes that may
 * show them.
 */
export interface IncomingFiles {
  port: MessagePort;
  count: number;
  /** Set if the page registered readers. */
  custom?: CustomReadersToUse;
}

/** `jsonl`: everything in one file. `markdown`: a zip with one file per note and the pictures. */
export type ExportFormat = 'jsonl' | 'markdown';

export interface TransferApi {
  /** @param name name of the import, as in `ImportRecord` */
  import(
    context: CallContext<ImportProgress>,
    files: IncomingFiles,
    options: ImportOptions,
    name: string,
  ): Promise<ImportReport>;
  preview(context: CallContext<ImportProgress>, files: IncomingFiles, options: ImportOptions): Promise<ImportPreview>;
  /** Rejects with `aborted`, and with `invalid-option` for an unknown format. */
  export(context: CallContext, options: { vectors: boolean; format: ExportFormat }): Promise<Blob>;
}

/** First message to the transfer worker. */
export interface TransferInit {
  kind: 'init';
  /** Connects to the engine worker, so records never cross the main thread. */
  port: MessagePort;
  /** Absolute URL, with a trailing slash, of the folder with `documents/`. Null: the worker's own folder. */
  assetBase: string | null;
}

export type { ImportCounts };

/** Outcome of an import. */
export interface ImportEnd extends ImportCounts {
  contents: ImportContent[];
  /** Whether all files were read to their end. */
  whole: boolean;
}

export interface StoredChunks {
  contentHash: string;
  chunks: Chunk[];
}

/** Where a store keeps files of imports. */
export interface FilesPlace {
  /** Path of the folder in the origin private file system. */
  folder: readonly string[];
  /** Web Lock, held shared by imports that keep files, and exclusively while files that no memory names are removed. */
  lock: string;
}

/** What the engine offers the transfer worker over its port. */
export interface TransferStore {
  /** Adds an import to the list, or finds it if it was interrupted. Returns its id. */
  beginImport(context: CallContext, name: string, files: number): Promise<string>;
  /** Ends an import. Returns false if it added nothing and so leaves the list. */
  endImport(context: CallContext, id: string, end: ImportEnd): Promise<boolean>;
  /** Returns null if this store can't keep files. */
  filesPlace(context: CallContext): Promise<FilesPlace | null>;
  /** Removes kept files that no memory names. Call it after an import that kept files. */
  sweepFiles(context: CallContext): Promise<void>;
  /** Writes all inputs or none. They have to be validated, with distinct ids. */
  upsertMany(context: CallContext, inputs: MemoryInput[], importId?: string): Promise<ImportCounts>;
  /** @returns how many existed */
  remove(context: CallContext, ids: readonly string[]): Promise<number>;
  /** Stores the vectors of a backup by chunk hash. Call it before their memories are written. */
  writeVectors(context: CallContext, fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void>;
  ids(context: CallContext): Promise<string[]>;
  /** Returns the memories that still exist. */
  read(context: CallContext, ids: readonly string[]): Promise<Memory[]>;
  /** Identifies the vectors of the current model. */
  fingerprint(context: CallContext): Promise<{ fingerprint: string; dims: number }>;
  readChunks(context: CallContext, fingerprint: string): Promise<Map<string, StoredChunks>>;
  readVectors(context: CallContext, fingerprint: string, hashes: readonly string[]): Promise<Map<string, Int8Array>>;
  /** Sets the date of the last backup after an export. */
  exported(context: CallContext): Promise<void>;
}
