/**
 * The store in memory only, with the semantics of the durable one: for contexts without storage and for evaluations in
 * Node. Memories are held as bytes, so that no caller can change a stored memory through a reference.
 */
import { HybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { reaches, trimPoint } from './changes.ts';
import { generationOf, isAt } from './head.ts';
import type { Write } from './memories.ts';
import { applyDecisions, applyTouches, readRecord, readStored } from './memories.ts';
import type {
  Change,
  ClearOptions,
  Decide,
  DurabilityMode,
  MemoryStore,
  MutateOptions,
  Mutation,
  OpenReport,
  StoredChunks,
  StoreState,
} from './memory-store.ts';
import type { Head, MemoryRecord } from './schema.ts';
import { StoreEvents } from './store-events.ts';

/** Memories handed over at once by `scan`. */
const SCAN_PAGE = 1_000;

type Snapshot = { bytes: Uint8Array; meta: { [key: string]: unknown } };

export function createEphemeralStore(): EphemeralStore {
  return new EphemeralStore();
}

/** `log-only-store.ts` extends it by a log behind the memory. */
export class EphemeralStore implements MemoryStore {
  readonly durability: DurabilityMode = 'ephemeral';
  readonly events = new StoreEvents();
  #records = new Map<string, MemoryRecord>();
  #log: Change[] = [];
  #head: Head = { epoch: 'ephemeral', seq: 0, floor: 0, count: 0, hash: 0 };
  #closed = false;
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #vectors = new Map<string, Map<string, Int8Array>>();
  readonly #chunks = new Map<string, { fingerprint: string; list: StoredChunks }>();

  async open(): Promise<OpenReport> {
    return { durability: 'ephemeral', event: 'created', restored: 0, lost: 0 };
  }

  async mutate(ids: readonly string[], decide: Decide, { logged = true }: MutateOptions = {}): Promise<Mutation> {
    this.#check();
    const current = ids.map((id) => {
      const record = this.#records.get(id);
      return record && readStored(record);
    });
    if (!logged) {
      const { records, mutation } = applyTouches(ids, current, decide);
      for (const record of records) this.#records.set(record.id, record);
      return mutation;
    }
    const { head, writes, before, after } = applyDecisions(this.#head, ids, current, decide);
    this.log(writes);
    for (const { change, record } of writes) {
      if (record) this.#records.set(change.id, record);
      else this.#records.delete(change.id);
      this.#log.push(change);
    }
    this.#head = head;
    this.#trim();
    return { changes: writes.map((write) => write.change), before, after };
  }

  async get(ids: readonly string[]): Promise<(Memory | undefined)[]> {
    this.#check();
    return ids.map((id) => {
      const record = this.#records.get(id);
      return record && readRecord(record);
    });
  }

  async scan(onPage: (page: readonly { memory: Memory; seq: number }[]) => void | Promise<void>): Promise<void> {
    this.#check();
    const records = [...this.#records.values()];
    for (let at = 0; at < records.length; at += SCAN_PAGE) {
      const page = records.slice(at, at + SCAN_PAGE).flatMap((record) => {
        const memory = readRecord(record);
        return memory ? [{ memory, seq: record.seq }] : [];
      });
      await onPage(page);
    }
  }

  async changesSince(after: number, _generation?: string): Promise<Change[] | null> {
    this.#check();
    return reaches(this.#head, after) ? this.#log.filter((change) => change.seq > after) : null;
  }

  async state(): Promise<StoreState> {
    this.#check();
    return { seq: this.#head.seq, count: this.#head.count, generation: generationOf(this.#head) };
  }

  async clear({ at }: ClearOptions = {}): Promise<Change[]> {
    this.#check();
    if (at && !isAt(this.#head, at)) return [];
    const change: Change = { seq: this.#head.seq + 1, id: '', kind: 'clear' };
    this.log([{ change, record: null, replaces: true }]);
    this.#records.clear();
    this.#log.push(change);
    this.#head = { ...this.#head, seq: change.seq, count: 0, hash: 0 };
    await this.clearDerived();
    return [change];
  }

  async purge(): Promise<void> {
    this.#check();
  }

  async usage(): Promise<{ bytes: number; quota: number }> {
    let bytes = 0;
    for (const record of this.#records.values()) bytes += record.body.length;
    for (const snapshot of this.#snapshots.values()) bytes += snapshot.bytes.length;
    for (const rows of this.#vectors.values()) for (const row of rows.values()) bytes += row.length;
    return { bytes, quota: 0 };
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  async destroy(): Promise<void> {
    this.#closed = true;
    this.#records.clear();
    this.#log = [];
    await this.clearDerived();
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

  protected get head(): Head {
    return this.#head;
  }

  /** Called with every write before it takes effect; what it throws refuses the write. */
  protected log(_writes: readonly Write[]): void {}

  /** Takes over what is stored elsewhere. */
  protected load(head: Head, records: readonly MemoryRecord[]): void {
    this.#head = head;
    this.#records = new Map(records.map((record) => [record.id, record]));
    this.#log = [];
  }

  #check(): void {
    if (this.#closed) throw new HybridSearchError('closed');
  }

  #trim(): void {
    const upTo = trimPoint(this.#head);
    if (upTo === undefined) return;
    this.#log = this.#log.filter((change) => change.seq > upTo);
    this.#head = { ...this.#head, floor: upTo };
  }
}
