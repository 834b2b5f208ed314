import { chunkRecordSize, deleteChunks, readAllChunks, readChunksOf, writeChunks } from './chunks.ts';
import type { Connection } from './connection.ts';
import type { DerivedStore, StoredChunks, VectorRows } from './memory-store.ts';
import { valuePages } from './scan-pages.ts';
import { DERIVED_STORES } from './schema.ts';
import { deleteSnapshot, readSnapshot, writeSnapshot } from './snapshot-records.ts';
import { VectorStore } from './vectors.ts';

export class IdbDerived implements DerivedStore {
  readonly #connection: Connection;
  readonly #vectors: VectorStore;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#vectors = new VectorStore(connection);
  }

  readSnapshot(name: string): Promise<{ bytes: Uint8Array; meta: { [key: string]: unknown } } | undefined> {
    return readSnapshot(this.#connection, name);
  }

  async writeSnapshot(name: string, bytes: Uint8Array, meta: { [key: string]: unknown }): Promise<void> {
    await writeSnapshot(this.#connection, name, bytes, meta);
  }

  deleteSnapshot(name: string): Promise<void> {
    return deleteSnapshot(this.#connection, name);
  }

  readVectors(fingerprint: string, hashes: readonly string[]): Promise<Map<string, Int8Array>> {
    return this.#vectors.read(fingerprint, hashes);
  }

  readAllVectors(fingerprint: string, dims: number): Promise<VectorRows> {
    return this.#vectors.readAll(fingerprint, dims);
  }

  writeVectors(fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void> {
    return this.#vectors.write(fingerprint, vectors);
  }

  sweepVectors(fingerprint: string, keep: ReadonlySet<string>, onlyThis: boolean): Promise<void> {
    return this.#vectors.sweep(fingerprint, keep, onlyThis);
  }

  readChunks(
    fingerprint: string,
    onList: (id: string, list: StoredChunks) => void,
    ids?: readonly string[],
  ): Promise<void> {
    if (ids) return readChunksOf(this.#connection, ids, fingerprint, onList);
    return readAllChunks(valuePages(this.#connection, 'chunks', chunkRecordSize), fingerprint, onList);
  }

  writeChunks(fingerprint: string, chunks: ReadonlyMap<string, StoredChunks>): Promise<void> {
    return writeChunks(this.#connection, fingerprint, chunks);
  }

  deleteChunks(ids: readonly string[]): Promise<void> {
    return deleteChunks(this.#connection, ids);
  }

  async clearDerived(): Promise<void> {
    await this.#connection.transact([...DERIVED_STORES], 'readwrite', async (tx) => {
      await Promise.all(DERIVED_STORES.map((store) => tx.objectStore(store).clear()));
    });
  }
}
