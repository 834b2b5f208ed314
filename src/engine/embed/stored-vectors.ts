import type { MemoryRow, Ordinal } from '../../core/record/memory.ts';
import { indexedHash } from '../../core/record/picture-words.ts';
import { createYield } from '../../protocol/yield.ts';
import type { MemoryStore, StoredChunks, VectorRows } from '../store/memory-store.ts';
import type { EngineTable, FoundRow } from '../table/memory-table.ts';
import { hashesOf, type PackedChunks, packChunks, unpackChunks } from '../table/packed-chunks.ts';

export interface VectorsHost {
  readonly store: MemoryStore;
  readonly table: EngineTable;
  readonly fingerprint: string;
  readonly dims: number;
  /** Moves the chunk list into the table. */
  adopt(ordinal: Ordinal, chunks: PackedChunks, vectors: readonly Int8Array[]): void;
}

export function chunkHashes(table: EngineTable, others: Iterable<PackedChunks>): Set<string> {
  const hashes = new Set<string>();
  const add = (packed: PackedChunks): void => {
    for (const { hash } of unpackChunks(packed).chunks) hashes.add(hash);
  };
  for (const packed of others) add(packed);
  for (let at = 0 as Ordinal; at < table.size; at++) {
    const packed = table.packedChunks(at);
    if (packed !== undefined) add(packed);
  }
  return hashes;
}

/** A start reads at most this many chunk lists by id. If more are missing, it reads all, at 20 µs each. */
const ONE_BY_ONE = 2_000;
/** Reading the clock takes as long as adopting a memory. */
const AT_ONCE = 64;

export function handOver(
  host: Pick<VectorsHost, 'adopt'>,
  { ordinal, row }: FoundRow,
  packed: PackedChunks,
  vectors: Pick<VectorRows, 'get'>,
): boolean {
  const [contentHash, ...hashes] = hashesOf(packed);
  if (contentHash !== indexedHash(row)) return false;
  const list: Int8Array[] = [];
  for (const hash of hashes) {
    const vector = vectors.get(hash);
    if (!vector) return false;
    list.push(vector);
  }
  host.adopt(ordinal, packed, list);
  return true;
}

/** Returns the ids of the memories that still lack vectors. */
export async function handOverStored(
  host: VectorsHost,
  onWhole: (row: MemoryRow) => void,
  onUnfinished: (id: string, list: StoredChunks) => void,
): Promise<string[]> {
  const { store, table, fingerprint, dims } = host;
  const vectors = await store.derived.readAllVectors(fingerprint, dims);
  const take = (entry: FoundRow, packed: PackedChunks): boolean => {
    const whole = handOver(host, entry, packed, vectors);
    if (whole) onWhole(entry.row);
    return whole;
  };
  const yieldIfDue = createYield();
  for (let at = 0 as Ordinal; at < table.size; at++) {
    // Doesn't call `onUnfinished`: if vectors are missing, the store's list counts, because it may be newer.
    const packed = table.snapshotChunks(at);
    if (packed !== undefined) take({ ordinal: at, row: table.row(at)! }, packed);
    if (at % AT_ONCE === 0) await yieldIfDue();
  }
  const unknown = lackingChunks(table);
  if (unknown.length > 0) {
    const onList = (id: string, list: StoredChunks): void => {
      const entry = table.find(id);
      if (!entry || list.contentHash !== indexedHash(entry.row)) return;
      if (!take(entry, packChunks(list))) onUnfinished(id, list);
    };
    await store.derived.readChunks(fingerprint, onList, unknown.length <= ONE_BY_ONE ? unknown : undefined);
  }
  vectors.release?.();
  return lackingChunks(table);
}

function lackingChunks(table: EngineTable): string[] {
  const ids: string[] = [];
  for (let at = 0 as Ordinal; at < table.size; at++) {
    const row = table.hasChunks(at) ? undefined : table.row(at);
    if (row !== undefined) ids.push(row.id);
  }
  return ids;
}
