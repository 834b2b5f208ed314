/**
 * The only definition of the database's content: object stores, keys, values, version. Upgrades are in
 * `migrations.ts`. `memories`, `changes` and `meta` are the record; everything else is derived and may be dropped.
 */
import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import type { Change, StoredChunks } from './memory-store.ts';

export const SCHEMA_VERSION = 2;

/** Name of a store's IndexedDB database. */
export const databaseName = (store: string): string => `hybrid-search/${store}`;

export interface MemoryRecord {
  id: string;
  /** Position of the last write in the change log. */
  seq: number;
  /** `recordChecksum(id, seq, body)`. */
  crc: number;
  /** `encodeMemory`. */
  body: Uint8Array<ArrayBuffer>;
}

/**
 * One change, or several of one kind with consecutive positions, stored under the last one. So everything after a
 * position comes later in key order.
 */
export type ChangeRecord = Change | { seq: number; kind: Change['kind']; ids: string[] };

/** State of the whole store, written in every writing transaction. */
export interface Head {
  /** The store's random id, made when it's created. After a loss, a new store has another one. */
  epoch: string;
  /** Last position used in the change log, or 0. */
  seq: number;
  /** Positions up to this one are no longer in the change log. */
  floor: number;
  /** Memories in the store. */
  count: number;
  /** Sum modulo 2^32 of `setHashOf` over all memories. */
  hash: number;
  /** Set while removed or replaced content waits for its purge. */
  purge?: PendingPurge;
  /** Last position that was written without a write-ahead log. Set until the log has everything again. */
  unlogged?: number;
  /** Restorations of this store so far; default none. Derived data with another number doesn't belong to it. */
  restorations?: number;
  /** Last position that an import wrote, even if all it met was here and the same. */
  imported?: number;
  /** Set while memories are being restored. Nothing may be read or written until then. */
  restoring?: true;
  /** Set from the moment the store is deleted, for tabs that still have it open. */
  destroyed?: true;
}

export interface PendingPurge {
  /** When the first of that content was removed, in milliseconds since the epoch. */
  since: number;
  /** Position of the last write that removed or replaced content. */
  seq: number;
}

export interface VectorRow {
  fingerprint: string;
  hash: string;
  crc: number;
  row: Int8Array<ArrayBuffer>;
}

/** Up to 1,024 rows of one fingerprint, one after the other. */
export interface VectorBlock {
  fingerprint: string;
  /** Number of the block within its fingerprint. */
  block: number;
  dims: number;
  /** One per row, in row order. */
  hashes: string[];
  /** Over hashes, dims and data. */
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
  /** Bytes of all parts. */
  length: number;
  /** CRC-32C over all parts. */
  crc: number;
}

export interface SnapshotPart {
  name: string;
  part: number;
  /** Under 60 KB, because larger values become blob files. */
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

export const RECORD_STORES = ['memories', 'changes', 'meta'] as const;
export const DERIVED_STORES = ['vectorRows', 'vectorBlocks', 'chunks', 'snapshots', 'snapshotParts'] as const;
export const ALL_STORES = [...RECORD_STORES, ...DERIVED_STORES] as const;

export type Database = IDBPDatabase<StoreSchema>;
export type ReadTx<Names extends readonly StoreName[]> = IDBPTransaction<StoreSchema, Names, 'readonly' | 'readwrite'>;
export type WriteTx<Names extends readonly StoreName[]> = IDBPTransaction<StoreSchema, Names, 'readwrite'>;
