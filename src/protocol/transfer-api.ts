/** Both APIs of the transfer worker: what the page asks of it, and what it asks of the engine. */
import type {
  ImportContent,
  ImportCounts,
  ImportOptions,
  ImportPreview,
  ImportProgress,
  ImportReport,
} from '../core/import/report.ts';
import type { Memory, MemoryInput } from '../core/record/memory.ts';
import type { Chunk } from './embedder-api.ts';
import type { CallContext } from './rpc.ts';

/** Files to come: `count` of them, in slices of `ImportFile` over the port, pictures before what may show them. */
export interface FilesToCome {
  port: MessagePort;
  count: number;
}

/** `jsonl`: all in one file. `markdown`: a zip with a file a note and their pictures. */
export type ExportFormat = 'jsonl' | 'markdown';

export interface TransferApi {
  /** @param name of the import, as in `ImportRecord` */
  import(
    context: CallContext<ImportProgress>,
    files: FilesToCome,
    options: ImportOptions,
    name: string,
  ): Promise<ImportReport>;
  preview(context: CallContext<ImportProgress>, files: FilesToCome, options: ImportOptions): Promise<ImportPreview>;
  /** Rejects with `aborted`, and with `invalid-option` for a format that isn't one. */
  export(context: CallContext, options: { vectors: boolean; format: ExportFormat }): Promise<Blob>;
}

/** First message to the transfer worker. */
export interface TransferInit {
  kind: 'init';
  /** Connects to the engine worker, so records never cross the main thread. */
  port: MessagePort;
  /** Absolute URL, with a trailing slash, of the folder with `documents/`. Null: the worker's folder. */
  assetBase: string | null;
}

export type { ImportCounts };

/** How an import ended. */
export interface ImportEnd extends ImportCounts {
  contents: ImportContent[];
  /** Whether all files were read to their end. */
  whole: boolean;
}

export interface StoredChunks {
  contentHash: string;
  chunks: Chunk[];
}

/** What the engine offers the transfer worker over its port. */
export interface TransferStore {
  /** Adds an import to the list, or finds one that was interrupted. Returns its id. */
  beginImport(context: CallContext, name: string, files: number): Promise<string>;
  /** An import that added nothing leaves the list. Returns false for it. */
  endImport(context: CallContext, id: string, end: ImportEnd): Promise<boolean>;
  /** Writes all or nothing. The inputs are validated and their ids are distinct. */
  upsertMany(context: CallContext, inputs: MemoryInput[], importId?: string): Promise<ImportCounts>;
  /** @returns how many existed */
  remove(context: CallContext, ids: readonly string[]): Promise<number>;
  /** Vectors of a backup by chunk hash, stored before their memories. */
  writeVectors(context: CallContext, fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void>;
  ids(context: CallContext): Promise<string[]>;
  /** Returns those that still exist. */
  read(context: CallContext, ids: readonly string[]): Promise<Memory[]>;
  /** Identifies the vectors of the model in use. */
  fingerprint(context: CallContext): Promise<{ fingerprint: string; dims: number }>;
  readChunks(context: CallContext, fingerprint: string): Promise<Map<string, StoredChunks>>;
  readVectors(context: CallContext, fingerprint: string, hashes: readonly string[]): Promise<Map<string, Int8Array>>;
  /** An export was made; sets the date of the last backup. */
  exported(context: CallContext): Promise<void>;
}
