/**
 * The object stores and the values in them. Upgrades are in `migrations.ts`. Everything except `memories`, `changes`
 * and `meta` is derived data, which can be rebuilt.
 */
import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import type { Change, StoredChunks } from './memory-store.ts';

export const SCHEMA_VERSION = 2;

export const databaseName = (store: string): string => `hybrid-search/${store}`;

export interface MemoryRecord {
  id: string;
  seq: number;
  /** The result of `recordChecksum(id, seq, body)`. */
  crc: number;
  /** The result of `encodeMemory`. */
  body: Uint8Array<ArrayBuffer>;
}

/** One change, or several of one kind with consecutive positions. `seq`, the key, is the last position. */
export type ChangeRecord = Change | { seq: number; kind: Change['kind']; ids: string[] };

export interface Head {
  /** The store's random id. A store that's created after a loss has another one. */
  epoch: string;
  /** Last position used in the change log, 0 if none. */
  seq: number;
  /** Changes up to this position may be missing from the change log. */
  floor: number;
  count: number;
  /** Sum modulo 2^32 of `setHashOf` over all memories. */
  hash: number;
  purge?: PendingPurge;
  /** Last position that was written without a write-ahead log. Set until the log has everything again. */
  unlogged?: number;
  /** How often this store was restored; default 0. Derived data with another number doesn't belong to it. */
  restorations?: number;
  /** Last position of a write with `Decided.imports`. */
  imported?: number;
  /** Set while memories are being restored. As long as it's set, nothing may be read or written. */
  restoring?: true;
  destroyed?: true;
}

export interface PendingPurge {
  /** When the oldest content that waits for the purge was removed, in milliseconds since the epoch. */
  since: number;
  seq: number;
}

export interface VectorRow {
  fingerprint: string;
  hash: string;
  crc: number;
  row: Int8Array<ArrayBuffer>;
}

/** Up to 1,024 rows with the same fingerprint. */
export interface VectorBlock {
  fingerprint: string;
  block: number;
  dims: number;
  hashes: string[];
  /** CRC-32C over fingerprint, dims, hashes and data. */
  crc: number;
  data: Int8Array<ArrayBuffer>;
}

export interface ChunkRecord extends StoredChunks {
  id: string;
  fingerprint: string;
  crc: number;
}

export interface SnapshotHead {
  name: string;
  meta: { [key: string]: unknown };
  parts: number;
  length: number;
  /** CRC-32C over all parts. */
  crc: number;
}

export interface SnapshotPart {
  name: string;
  part: number;
  /** Less than 60 KB, because larger values become blob files. */
  bytes: Uint8Array<ArrayBuffer>;
}

export interface StoreSchema extends DBSchema {
  memories: { key: string; value: MemoryRecord };
  changes: { key: number; value: ChangeRecord };
  meta: { key: string; value: Head };
  vectorRows: { key: [fingerprint: string, hash: string]; value: VectorRow };
  vectorBlocks: { key: [fingerprint: string, block: number]; value: VectorBlock };
  chunks: { key: string; value: ChunkRecord };
  snapshots: { key: string; value: SnapshotHead };
  snapshotParts: { key: [name: string, part: number]; value: SnapshotPart };
}

export type StoreName = 'memories' | 'changes' | 'meta' | DerivedName;
export type DerivedName = 'vectorRows' | 'vectorBlocks' | 'chunks' | 'snapshots' | 'snapshotParts';

export const RECORD_STORES: ['memories', 'changes', 'meta'] = ['memories', 'changes', 'meta'];
export const DERIVED_STORES = ['vectorRows', 'vectorBlocks', 'chunks', 'snapshots', 'snapshotParts'] as const;

export type Database = IDBPDatabase<StoreSchema>;
export type ReadTx<Names extends readonly StoreName[]> = IDBPTransaction<StoreSchema, Names, 'readonly' | 'readwrite'>;
export type WriteTx<Names extends readonly StoreName[]> = IDBPTransaction<StoreSchema, Names, 'readwrite'>;
export type RecordTx = WriteTx<typeof RECORD_STORES>;
