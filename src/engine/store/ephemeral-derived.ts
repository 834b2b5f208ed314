import type { DerivedStore, Snapshot, StoredChunks } from './memory-store.ts';

export class EphemeralDerived implements DerivedStore {
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #vectors = new Map<string, Map<string, Int8Array>>();
  readonly #chunks = new Map<string, { fingerprint: string; list: StoredChunks }>();

  get bytes(): number {
    let bytes = 0;
    for (const snapshot of this.#snapshots.values()) bytes += snapshot.bytes.length;
    for (const rows of this.#vectors.values()) for (const row of rows.values()) bytes += row.length;
    return bytes;
  }

  async readSnapshot(name: string): Promise<Snapshot | undefined> {
    const snapshot = this.#snapshots.get(name);
    return snapshot && { bytes: snapshot.bytes.slice(), meta: structuredClone(snapshot.meta) };
  }

  async writeSnapshot(name: string, bytes: Uint8Array, meta: { [key: string]: unknown }): Promise<void> {
    this.#snapshots.set(name, { bytes: bytes.slice(), meta: structuredClone(meta) });
  }

  async deleteSnapshot(name: string): Promise<void> {
    this.#snapshots.delete(name);
  }

  async readVectors(fingerprint: string, hashes: readonly string[]): Promise<Map<string, Int8Array>> {
    const rows = this.#vectors.get(fingerprint);
    return new Map(
      hashes.flatMap((hash) => {
        const row = rows?.get(hash);
        return row ? [[hash, row.slice()] as const] : [];
      }),
    );
  }

  async readAllVectors(fingerprint: string, dims: number): Promise<Map<string, Int8Array>> {
    const rows = [...(this.#vectors.get(fingerprint) ?? [])];
    return new Map(rows.filter(([, row]) => row.length === dims).map(([hash, row]) => [hash, row.slice()]));
  }

  async writeVectors(fingerprint: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void> {
    const rows = this.#vectors.get(fingerprint) ?? new Map<string, Int8Array>();
    for (const [hash, row] of vectors) rows.set(hash, row.slice());
    this.#vectors.set(fingerprint, rows);
  }

  async sweepVectors(fingerprint: string, keep: ReadonlySet<string>, onlyThis: boolean): Promise<void> {
    if (onlyThis) for (const other of [...this.#vectors.keys()]) if (other !== fingerprint) this.#vectors.delete(other);
    const rows = this.#vectors.get(fingerprint);
    for (const hash of [...(rows?.keys() ?? [])]) if (!keep.has(hash)) rows?.delete(hash);
  }

  async readChunks(
    fingerprint: string,
    onList: (id: string, list: StoredChunks) => void,
    ids?: readonly string[],
  ): Promise<void> {
    const wanted = ids && new Set(ids);
    for (const [id, entry] of this.#chunks) {
      if (entry.fingerprint === fingerprint && wanted?.has(id) !== false) onList(id, structuredClone(entry.list));
    }
  }

  async writeChunks(fingerprint: string, chunks: ReadonlyMap<string, StoredChunks>): Promise<void> {
    for (const [id, list] of chunks) this.#chunks.set(id, { fingerprint, list: structuredClone(list) });
  }

  async deleteChunks(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#chunks.delete(id);
  }

  async clearDerived(): Promise<void> {
    this.#snapshots.clear();
    this.#vectors.clear();
    this.#chunks.clear();
  }
}
