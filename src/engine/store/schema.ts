/**
 * The single statement of what the database holds: object stores, keys, values, version. Upgrades are in
 * `migrations.ts`. `memories`, `changes` and `meta` are the record; everything else is derived and may be dropped.
 */
import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import type { Change, StoredChunks } from './memory-store.ts';

export const SCHEMA_VERSION = 2;

/** Name of the IndexedDB database of a store. */
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
 * One change, or several of one kind with consecutive positions: under the last one, so that everything after a
 * position lies behind it in the order of keys.
 */
export type ChangeRecord = Change | { seq: number; kind: Change['kind']; ids: string[] };

/** State of the whole store, written in every writing transaction. */
export interface Head {
  /** The store's id: random, drawn when it is created; tells a store from its successor after a loss. */
  epoch: string;
  /** Last position used in the change log; 0 is none. */
  seq: number;
  /** Positions up to this one are no longer in the change log. */
  floor: number;
  /** Memories in the store. */
  count: number;
  /** Sum modulo 2^32 of `setHashOf` over all memories. */
  hash: number;
  /** Present while content that was removed or replaced still waits for its purge. */
  purge?: PendingPurge;
  /** Last position that was written while no write-ahead log could be: present until the log holds everything again. */
  unlogged?: number;
  /** Restorations that this store has been through; default none. Derived data of another number is not of this store. */
  restorations?: number;
  /** Last position that an import wrote, even if all it met was here and the same. */
  imported?: number;
  /** Present while memories are being put back: nothing may be read or written before they are whole. */
  restoring?: true;
  /** Present from the moment at which the store is deleted, for tabs that still have it open. */
  destroyed?: true;
}

export interface PendingPurge {
  /** When the first of that content went, in milliseconds since the epoch. */
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

/** Up to 1,024 rows of one fingerprint, row after row. */
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
  /** Bytes over all parts. */
  length: number;
  /** CRC-32C over all parts. */
  crc: number;
}

export interface SnapshotPart {
  name: string;
  part: number;
  /** < 60 KB: larger values become blob files. */
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
