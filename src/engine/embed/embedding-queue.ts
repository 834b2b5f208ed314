/**
 * Nothing is queued on disk. A memory is pending if the store lacks its vectors for the current model, so a crash costs
 * only the run in progress. One tab at a time works, and announces its vectors to the others.
 */
import { isHybridSearchError } from '../../core/errors.ts';
import type { Memory } from '../../core/record/memory.ts';
import { indexedHash } from '../../core/record/picture-words.ts';
import type { EmbeddingProgress } from '../../protocol/engine-values.ts';
import type { StoredChunks, VectorRows } from '../store/memory-store.ts';
import { packChunks, unpackChunks } from '../table/packed-chunks.ts';
import { ChunkLedger, createWrittenTexts } from './chunk-ledger.ts';
import { createEmbeddingLease, type EmbeddingLease } from './embedding-lease.ts';
import { createEmbeddingRound, type RoundHost } from './embedding-round.ts';
import { chunkHashes, handOver, handOverStored, type VectorsHost } from './stored-vectors.ts';
import { createThroughput } from './throughput.ts';
import { createTypingPause } from './typing-pause.ts';

/** Rounds are small, so that new notes needn't wait long for older ones. */
const ROUND = 8;
const LEASE_RETRY_MS = 2_000;
/** Largest share of a tab's time spent on scanning the store for vectors that other tabs didn't announce. */
const LARGEST_SCAN_SHARE = 0.05;
const FAILURE_PAUSE_MS = 5_000;

export interface QueueHost extends RoundHost, VectorsHost {
  readonly name: string;
  /** Number of chunks passed to `adopt`, without those of memories that were changed or removed since. */
  readonly adoptedChunks: number;
  available(): boolean;
  onProgress(): void;
  onDone(): void;
  log(event: string, detail: { [key: string]: string | number | boolean | null }): void;
}

type ChunkLists = ReadonlyMap<string, StoredChunks>;

export class EmbeddingQueue {
  readonly #host: QueueHost;
  readonly #ledger: ChunkLedger;
  readonly #written = createWrittenTexts();
  readonly #throughput = createThroughput();
  readonly #typing = createTypingPause();
  readonly #lease: EmbeddingLease;
  readonly #embedRound: (ids: readonly string[]) => Promise<void>;
  readonly #waiters = new Set<() => void>();
  #paused = false;
  #closed = false;
  #working = false;
  #loaded = false;
  #diskFull = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(host: QueueHost) {
    this.#host = host;
    this.#ledger = new ChunkLedger((id) => this.#host.table.find(id)?.row.updatedAt ?? 0);
    this.#lease = createEmbeddingLease(host.name, (fingerprint, [id, chunks]) => {
      // If this read fails, the vectors are found the next time the lease is requested.
      if (fingerprint === host.fingerprint) this.#adoptStored(new Map([[id, chunks]])).catch(() => {});
    });
    this.#embedRound = this.#rounds();
  }

  get progress(): Omit<EmbeddingProgress, 'paused'> {
    const rate = this.#throughput.rate();
    const missing = this.#ledger.missingChunks();
    const embedded = this.#host.adoptedChunks;
    return {
      embedded,
      total: embedded + missing,
      queued: this.#ledger.pending,
      rate,
      remainingSeconds: rate > 0 ? Math.ceil(missing / rate) : null,
    };
  }

  get paused(): boolean {
    return this.#paused;
  }

  async load(): Promise<void> {
    const lacking = await handOverStored(
      this.#host,
      // At a start nothing is pending yet. The check saves decoding the id of each row.
      (row) => this.#ledger.pending > 0 && this.#ledger.drop(row.id),
      (id, list) => this.#ledger.setChunks(id, packChunks(list)),
    );
    for (const id of lacking) this.#ledger.setPending(id, true);
    this.#loaded = true;
    this.#host.onProgress();
    this.#settle();
  }

  put(memory: Memory): void {
    const { id } = memory;
    const entry = this.#host.table.find(id);
    if (!entry) return;
    this.#written.put(memory);
    const known = this.#ledger.chunksOf(id);
    if (known && known.contentHash !== indexedHash(entry.row)) this.#ledger.setChunks(id, undefined);
    this.#ledger.renew(id);
    this.#host.onProgress();
    this.wake();
  }

  remove(id: string): void {
    this.#written.drop(id);
    this.#ledger.drop(id);
    this.#settle();
  }

  async adopt(lists: ChunkLists): Promise<void> {
    await this.#adoptStored(lists);
    for (const each of lists) this.#lease.sayEmbedded(this.#host.fingerprint, each);
  }

  isPending(id: string): boolean {
    return this.#ledger.isPending(id);
  }

  prefer(ids: readonly string[]): void {
    this.#ledger.prefer(ids);
  }

  pause(): void {
    this.#paused = true;
    this.#host.onProgress();
    this.#settle();
  }

  resume(): void {
    this.#paused = false;
    this.#host.onProgress();
    this.wake();
  }

  typing(): void {
    this.#typing.key();
  }

  wake(): void {
    if (this.#working) return;
    if (!this.#loaded || !this.#canWork()) {
      this.#settle();
      return;
    }
    this.#working = true;
    clearTimeout(this.#retry);
    this.#work()
      .catch((error: unknown) => {
        this.#diskFull = isHybridSearchError(error, 'quota');
        this.#host.log('embedding-failed', { code: (error as { code?: string }).code ?? 'internal' });
        this.#again(FAILURE_PAUSE_MS);
      })
      .finally(() => {
        this.#working = false;
        this.#settle();
      });
  }

  idle(): Promise<void> {
    this.wake();
    return this.#canWork() ? new Promise((resolve) => this.#waiters.add(resolve)) : Promise.resolve();
  }

  chunkHashes(): Set<string> {
    return chunkHashes(this.#host.table, this.#ledger.lists());
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#lease.close();
    this.#settle();
  }

  #canWork(): boolean {
    return this.#ledger.pending > 0 && !this.#paused && !this.#closed && this.#host.available();
  }

  #settle(): void {
    if (this.#loaded && !this.#closed && this.#ledger.pending === 0) this.#host.onDone();
    if (this.#canWork() && !this.#diskFull) return;
    for (const resolve of this.#waiters) resolve();
    this.#waiters.clear();
  }

  #complete(id: string, vectors: Pick<VectorRows, 'get'>, entry = this.#host.table.find(id)): boolean {
    const packed = this.#ledger.packedOf(id);
    if (!entry || packed === undefined || !handOver(this.#host, entry, packed, vectors)) return false;
    this.#ledger.drop(id);
    return true;
  }

  async #adoptStored(lists: ChunkLists): Promise<void> {
    const { store, fingerprint } = this.#host;
    const wanted = [...lists.keys()].filter((id) => this.isPending(id));
    if (this.#closed || wanted.length === 0) return;
    for (const id of wanted) this.#ledger.setChunks(id, packChunks(lists.get(id)!));
    const hashes = wanted.flatMap((id) => lists.get(id)!.chunks.map((chunk) => chunk.hash));
    const vectors = await store.derived.readVectors(fingerprint, hashes);
    for (const id of wanted) this.#complete(id, vectors);
    this.#host.onProgress();
    this.#settle();
  }

  #rounds(): (ids: readonly string[]) => Promise<void> {
    const host = this.#host;
    return createEmbeddingRound({
      host,
      ledger: this.#ledger,
      isLive: (id) => this.#host.table.find(id) !== undefined,
      writtenText: (id) => {
        const text = this.#written.get(id);
        const entry = this.#host.table.find(id);
        return entry && text?.contentHash === indexedHash(entry.row) ? text : undefined;
      },
      mayGoOn: async () => {
        await this.#typing.over();
        return !this.#paused && !this.#closed;
      },
      onVector: () => {
        this.#throughput.count();
        host.onProgress();
      },
      onMemory: (id, vectors) => {
        const entry = this.#host.table.find(id);
        if (this.#complete(id, vectors, entry)) {
          this.#written.drop(id);
          const chunks = unpackChunks(host.table.packedChunks(entry!.ordinal)!);
          this.#lease.sayEmbedded(host.fingerprint, [id, chunks]);
        }
        host.onProgress();
      },
    });
  }

  async #drain(): Promise<void> {
    let size = ROUND;
    while (this.#canWork()) {
      await this.#typing.over();
      const ids = this.#ledger.next(size);
      try {
        await this.#embedRound(ids);
        this.#diskFull = false;
        size = ROUND;
      } catch (error) {
        if (!isHybridSearchError(error, 'internal')) throw error;
        // Skips the text that the model can't embed, so that it doesn't block the others.
        if (ids.length === 1) {
          this.#ledger.setPending(ids[0]!, false);
          this.#host.log('embedding-skipped', {});
        }
        size = 1;
      }
    }
  }

  async #work(): Promise<void> {
    if (await this.#lease.hold(() => this.#drain())) return;
    const { store, fingerprint } = this.#host;
    const started = performance.now();
    const lists = new Map<string, StoredChunks>();
    await store.derived.readChunks(fingerprint, (id, list) => {
      if (this.isPending(id)) lists.set(id, list);
    });
    await this.#adoptStored(lists);
    this.#again(Math.max(LEASE_RETRY_MS, (performance.now() - started) / LARGEST_SCAN_SHARE));
  }

  #again(after: number): void {
    clearTimeout(this.#retry);
    if (!this.#closed) this.#retry = setTimeout(() => this.wake(), after);
  }
}
