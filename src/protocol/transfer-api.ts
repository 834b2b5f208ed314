/** Both walls of the transfer room: what the page asks of it, and what it asks of the engine. */
import type { ImportFile, ImportOptions, ImportProgress, ImportReport } from '../core/import/report.ts';
import type { Memory, MemoryInput } from '../core/record/memory.ts';
import type { Chunk } from './embedder-api.ts';
import type { CallContext } from './rpc.ts';

export interface TransferApi {
  import(
    context: CallContext<ImportProgress>,
    files: readonly ImportFile[],
    options: ImportOptions,
  ): Promise<ImportReport>;
  /** JSON Lines. Rejects with `aborted`. */
  export(context: CallContext, options: { vectors: boolean }): Promise<Blob>;
}

/** First message to the transfer worker. */
export interface TransferInit {
  kind: 'init';
  /** Joins the engine worker: records never cross the main thread. */
  port: MessagePort;
}

export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
}

export interface StoredChunks {
  contentHash: string;
  chunks: Chunk[];
}

/** What the engine offers the transfer room over its port. */
export interface TransferStore {
  /** Writes all or nothing. The inputs have been validated and their ids are distinct. */
  upsertMany(context: CallContext, inputs: MemoryInput[]): Promise<ImportCounts>;
  /** How many of them there were. */
  remove(context: CallContext, ids: readonly string[]): Promise<number>;
  /** Vectors of a backup, by chunk hash; stored before the memories that they belong to. */
  writeVectors(context: CallContext, fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void>;
  ids(context: CallContext): Promise<string[]>;
  /** Those that are still there. */
  read(context: CallContext, ids: readonly string[]): Promise<Memory[]>;
  /** Of the vectors that belong to the model in use. */
  fingerprint(context: CallContext): Promise<{ fingerprint: string; dims: number }>;
  readChunks(context: CallContext, fingerprint: string): Promise<Map<string, StoredChunks>>;
  readVectors(context: CallContext, fingerprint: string, hashes: readonly string[]): Promise<Map<string, Int8Array>>;
  /** An export was made: the date of the last backup. */
  exported(context: CallContext): Promise<void>;
}
