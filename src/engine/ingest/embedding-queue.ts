/**
 * The durable embedding queue (DESIGN V4). Nothing is queued on disk: what is pending is what the store lacks, the
 * difference between the live memories and the chunk lists and vectors stored for this fingerprint, so a crash or a
 * closed popup cannot lose or repeat work. One tab at a time works (a Web Lock as lease, stolen from a frozen holder);
 * the others adopt its vectors when it says so.
 */
import { isHybridSearchError } from '../../core/errors.ts';
import type { Memory, MemoryRow, Ordinal } from '../../core/memory.ts';
import type { Chunk, ChunkSource, EmbedderApi } from '../../protocol/embedder-api.ts';
import type { MemoryStore, StoredChunks } from '../store/memory-store.ts';
import { chunkSource } from './chunk-source.ts';
import { createEmbeddingLease } from './embedding-lease.ts';
import { createThroughput } from './throughput.ts';

/** Memories chunked and embedded per round: small, so that fresh notes overtake the backlog soon. */
const ROUND = 8;
/** Backlog rests this long after the last keystroke: one run cannot be interrupted. */
const TYPING_PAUSE_MS = 600;
const LEASE_RETRY_MS = 2_000;
/** Waits before a failed round is tried again. */
const FAILURE_PAUSE_MS = 5_000;

export interface QueueHost {
  readonly name: string;
  readonly store: MemoryStore;
  readonly fingerprint: string;
  readonly dims: number;
  rows(): Iterable<[Ordinal, MemoryRow]>;
  row(id: string): { ordinal: Ordinal; row: MemoryRow } | undefined;
  quantize(vector: Float32Array): Int8Array;
  /** All chunks of a memory have vectors. */
  adopt(ordinal: Ordinal, chunks: readonly { start: number; end: number }[], vectors: readonly Int8Array[]): void;
  /** Whether the model may be used at all now. */
  available(): boolean;
  use<Result>(job: (api: EmbedderApi) => Promise<Result>): Promise<Result>;
  onProgress(): void;
  log(event: string, detail: { [key: string]: string | number | boolean | null }): void;
}

export interface QueueProgress {
  /** Chunks with a vector, and chunks known. Memories not yet chunked count as one. */
  embedded: number;
  total: number;
  /** Memories waiting. */
  queued: number;
  rate: number;
  remainingSeconds: number | null;
}

export interface EmbeddingQueue {
  readonly progress: QueueProgress;
  readonly paused: boolean;
  /** Reads what is stored for the fingerprint, hands complete memories over and queues the rest. */
  load(): Promise<void>;
  put(id: string): void;
  remove(id: string): void;
  /** Moves to the front. */
  prefer(ids: readonly string[]): void;
  pause(): void;
  resume(): void;
  typing(): void;
  /** Starts working if there is something to do and nobody does it. */
  wake(): void;
  /** Resolves when nothing is pending, or pausing or a missing model keeps it so. */
  idle(): Promise<void>;
  isPending(id: string): boolean;
  chunkHashes(): Set<string>;
  close(): void;
}

export function createEmbeddingQueue(host: QueueHost): EmbeddingQueue {
  /** Insertion order is age; the newest are taken first, `preferred` before all. */
  const pending = new Set<string>();
  const preferred = new Set<string>();
  const chunksOf = new Map<string, StoredChunks>();
  const throughput = createThroughput();
  const waiters = new Set<() => void>();
  /** Pending memories yet to be taken; null: to be sorted anew. */
  let newestLast: string[] | null = null;
  let chunkCount = 0;
  let paused = false;
  let closed = false;
  let working = false;
  let loaded = false;
  let lastKey = Number.NEGATIVE_INFINITY;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const lease = createEmbeddingLease(host.name, (fingerprint, ids) => {
    if (fingerprint === host.fingerprint) void adoptStored(ids);
  });

  const settle = (): void => {
    if (pending.size > 0 && !paused && !closed && host.available()) return;
    for (const resolve of waiters) resolve();
    waiters.clear();
  };

  const setChunks = (id: string, stored: StoredChunks | undefined): void => {
    chunkCount += (stored?.chunks.length ?? 0) - (chunksOf.get(id)?.chunks.length ?? 0);
    if (stored) chunksOf.set(id, stored);
    else chunksOf.delete(id);
  };

  const setPending = (id: string, on: boolean): void => {
    if (pending.has(id) === on) return;
    if (on) {
      pending.add(id);
      newestLast = null;
    } else {
      pending.delete(id);
      preferred.delete(id);
    }
  };

  const complete = (id: string, vectors: ReadonlyMap<string, Int8Array>): boolean => {
    const entry = host.row(id);
    const stored = chunksOf.get(id);
    if (!entry || !stored || stored.contentHash !== entry.row.contentHash) return false;
    const list: Int8Array[] = [];
    for (const chunk of stored.chunks) {
      const vector = vectors.get(chunk.hash);
      if (!vector) return false;
      list.push(vector);
    }
    host.adopt(entry.ordinal, stored.chunks, list);
    setPending(id, false);
    return true;
  };

  const adoptStored = async (ids: readonly string[]): Promise<void> => {
    const wanted = ids.filter((id) => pending.has(id));
    if (wanted.length === 0) return;
    const stored = await host.store.readChunks(host.fingerprint);
    for (const id of wanted) if (stored.has(id)) setChunks(id, stored.get(id));
    const hashes = wanted.flatMap((id) => chunksOf.get(id)?.chunks.map((chunk) => chunk.hash) ?? []);
    const vectors = await host.store.readVectors(host.fingerprint, hashes);
    for (const id of wanted) complete(id, vectors);
    host.onProgress();
    settle();
  };

  const nextRound = (size: number): string[] => {
    const ids = [...preferred].filter((id) => pending.has(id)).slice(0, size);
    // Sorting ten thousand for every round cost more than chunking them: sorted once, again when something came in.
    if (newestLast === null) {
      const age = (id: string): number => host.row(id)?.row.updatedAt ?? 0;
      newestLast = Array.from(pending, (id) => ({ id, at: age(id) }))
        .sort((a, b) => a.at - b.at)
        .map(({ id }) => id);
    }
    while (ids.length < size && newestLast.length > 0) {
      const id = newestLast.pop()!;
      if (pending.has(id) && !ids.includes(id)) ids.push(id);
    }
    if (newestLast.length === 0) newestLast = null;
    return ids;
  };

  const quiet = async (): Promise<void> => {
    for (;;) {
      const left = lastKey + TYPING_PAUSE_MS - performance.now();
      if (left <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, left));
    }
  };

  const chunkRound = async (memories: readonly Memory[]): Promise<Map<string, ChunkSource>> => {
    const sources = new Map(memories.map((memory) => [memory.id, chunkSource(memory)]));
    const missing = memories.filter((memory) => chunksOf.get(memory.id)?.contentHash !== memory.contentHash);
    if (missing.length > 0) {
      const lists = await host.use((api) => api.chunk(missing.map((memory) => sources.get(memory.id)!)));
      const fresh = new Map<string, StoredChunks>();
      missing.forEach((memory, index) => {
        const stored = {
          contentHash: memory.contentHash,
          chunks: lists[index]!.map(({ hash, start, end }) => ({ hash, start, end })),
        };
        fresh.set(memory.id, stored);
        setChunks(memory.id, stored);
      });
      await host.store.writeChunks(host.fingerprint, fresh);
    }
    return sources;
  };

  const embedRound = async (ids: readonly string[]): Promise<void> => {
    const memories: Memory[] = [];
    const found = await host.store.get(ids);
    ids.forEach((id, index) => {
      const memory = found[index];
      if (memory && host.row(id)) memories.push(memory);
      else setPending(id, false);
    });
    const sources = await chunkRound(memories);
    const hashes = memories.flatMap((memory) => chunksOf.get(memory.id)!.chunks.map((chunk) => chunk.hash));
    const vectors = await host.store.readVectors(host.fingerprint, hashes);
    for (const memory of memories) {
      for (const chunk of chunksOf.get(memory.id)?.chunks ?? []) {
        if (vectors.has(chunk.hash)) continue;
        await quiet();
        if (paused || closed) return;
        await embedOne(sources.get(memory.id)!, chunk, vectors);
        lease.sayAlive();
      }
      complete(memory.id, vectors);
      lease.sayEmbedded(host.fingerprint, [memory.id]);
      host.onProgress();
    }
  };

  /** Stored before the next run starts: a crash costs the run in flight and no other. */
  const embedOne = async (source: ChunkSource, chunk: Chunk, vectors: Map<string, Int8Array>): Promise<void> => {
    const [vector] = await host.use((api) => api.embedChunks([{ source, chunk }]));
    const quantized = host.quantize(vector!);
    vectors.set(chunk.hash, quantized);
    await host.store.writeVectors(host.fingerprint, new Map([[chunk.hash, quantized]]));
    throughput.count();
    host.onProgress();
  };

  const drain = async (): Promise<void> => {
    let size = ROUND;
    while (pending.size > 0 && !paused && !closed && host.available()) {
      await quiet();
      const ids = nextRound(size);
      try {
        await embedRound(ids);
        size = ROUND;
      } catch (error) {
        if (!isHybridSearchError(error, 'internal')) throw error;
        // One text that the model cannot take must not hold up the others: found by going one by one, then passed over.
        if (ids.length === 1) {
          setPending(ids[0]!, false);
          host.log('embedding-skipped', {});
        }
        size = 1;
      }
    }
  };

  const work = async (): Promise<void> => {
    if (await lease.hold(drain)) return;
    await adoptStored([...pending]);
    again(LEASE_RETRY_MS);
  };

  const again = (after: number): void => {
    clearTimeout(retry);
    if (!closed) retry = setTimeout(() => queue.wake(), after);
  };

  const queue: EmbeddingQueue = {
    get progress() {
      const rate = throughput.rate();
      let pendingChunks = 0;
      let known = 0;
      for (const id of pending) {
        const chunks = chunksOf.get(id)?.chunks.length ?? 0;
        known += chunks;
        pendingChunks += Math.max(1, chunks);
      }
      const embedded = chunkCount - known;
      return {
        embedded,
        total: embedded + pendingChunks,
        queued: pending.size,
        rate,
        remainingSeconds: rate > 0 ? Math.ceil(pendingChunks / rate) : null,
      };
    },
    get paused() {
      return paused;
    },
    async load() {
      const stored = await host.store.readChunks(host.fingerprint);
      const vectors = await host.store.readAllVectors(host.fingerprint, host.dims);
      for (const [, row] of host.rows()) {
        const list = stored.get(row.id);
        if (list && list.contentHash === row.contentHash) setChunks(row.id, list);
        if (!complete(row.id, vectors)) setPending(row.id, true);
      }
      loaded = true;
      host.onProgress();
      settle();
    },
    put(id) {
      const entry = host.row(id);
      if (!entry) return;
      const known = chunksOf.get(id);
      if (known && known.contentHash !== entry.row.contentHash) setChunks(id, undefined);
      pending.delete(id);
      pending.add(id);
      newestLast = null;
      host.onProgress();
      queue.wake();
    },
    remove(id) {
      setPending(id, false);
      setChunks(id, undefined);
      settle();
    },
    prefer(ids) {
      preferred.clear();
      for (const id of ids) if (pending.has(id)) preferred.add(id);
    },
    pause() {
      paused = true;
      host.onProgress();
      settle();
    },
    resume() {
      paused = false;
      host.onProgress();
      queue.wake();
    },
    typing() {
      lastKey = performance.now();
    },
    wake() {
      if (!loaded || working || paused || closed || pending.size === 0 || !host.available()) {
        if (!working) settle();
        return;
      }
      working = true;
      clearTimeout(retry);
      work()
        .catch((error: unknown) => {
          host.log('embedding-failed', { code: (error as { code?: string }).code ?? 'internal' });
          again(FAILURE_PAUSE_MS);
        })
        .finally(() => {
          working = false;
          settle();
        });
    },
    idle() {
      queue.wake();
      if (pending.size === 0 || paused || closed || !host.available()) return Promise.resolve();
      return new Promise((resolve) => waiters.add(resolve));
    },
    isPending: (id) => pending.has(id),
    chunkHashes() {
      const hashes = new Set<string>();
      for (const { chunks } of chunksOf.values()) for (const chunk of chunks) hashes.add(chunk.hash);
      return hashes;
    },
    close() {
      closed = true;
      clearTimeout(retry);
      lease.close();
      settle();
    },
  };
  return queue;
}
