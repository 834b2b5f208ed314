/**
 * The durable embedding queue (V4). Nothing is queued on disk: what is pending is what the store lacks, the
 * difference between the live memories and the chunk lists and vectors stored for this fingerprint, so a crash or a
 * closed popup cannot lose or repeat work. One tab at a time works (a Web Lock as lease, stolen from a frozen holder);
 * the others adopt its vectors when it says so.
 */
import { isHybridSearchError } from '../../core/errors.ts';
import type { Memory, MemoryRow, Ordinal } from '../../core/record/memory.ts';
import { type ChunkSource, type EmbedderApi, type Passage, passageOf } from '../../protocol/embedder-api.ts';
import type { Remote } from '../../protocol/rpc.ts';
import type { MemoryStore, StoredChunks } from '../store/memory-store.ts';
import type { EngineTable } from '../table/table.ts';
import { quantize } from '../vector/quantize.ts';
import { createChunkLedger, createWrittenTexts, type WrittenText } from './chunk-ledger.ts';
import { chunkSource } from './chunk-source.ts';
import { createEmbeddingLease } from './embedding-lease.ts';
import { createThroughput } from './throughput.ts';
import { createTypingPause } from './typing-pause.ts';

/** Memories chunked and embedded per round: small, so that fresh notes overtake the backlog soon. */
const ROUND = 8;
const LEASE_RETRY_MS = 2_000;
/** Of its time, that a tab spends on looking through the store for what its messages did not tell. */
const LARGEST_SHARE = 0.05;
/** Waits before a failed round is tried again. */
const FAILURE_PAUSE_MS = 5_000;

export interface QueueHost {
  readonly name: string;
  readonly store: MemoryStore;
  readonly table: EngineTable;
  readonly fingerprint: string;
  readonly dims: number;
  /** All chunks of a memory have vectors. */
  adopt(ordinal: Ordinal, chunks: readonly { start: number; end: number }[], vectors: readonly Int8Array[]): void;
  /** Whether the model may be used at all now. */
  available(): boolean;
  use<Result>(job: (embedder: Remote<EmbedderApi>) => Promise<Result>): Promise<Result>;
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
  /** Its text was written. */
  put(memory: Memory): void;
  remove(id: string): void;
  /** Moves to the front. */
  prefer(ids: readonly string[]): void;
  pause(): void;
  resume(): void;
  typing(): void;
  /** Starts working if there is something to do and nobody does it. */
  wake(): void;
  /** Resolves when nothing is pending, or pausing, a missing model or a full disk keeps it so. */
  idle(): Promise<void>;
  chunkHashes(): Set<string>;
  close(): void;
}

interface RoundText {
  contentHash: string;
  source: ChunkSource;
}

const roundText = (memory: WrittenText): RoundText => ({
  contentHash: memory.contentHash,
  source: chunkSource(memory),
});

export function createEmbeddingQueue(host: QueueHost): EmbeddingQueue {
  const { table } = host;
  const rowOf = (id: string): { ordinal: Ordinal; row: MemoryRow } | undefined => {
    const ordinal = table.ordinalOf(id);
    const row = ordinal === undefined ? undefined : table.row(ordinal);
    return ordinal === undefined || row === undefined ? undefined : { ordinal, row };
  };
  const ledger = createChunkLedger((id) => rowOf(id)?.row.updatedAt ?? 0);
  const written = createWrittenTexts();
  const throughput = createThroughput();
  const typing = createTypingPause();
  const waiters = new Set<() => void>();
  let paused = false;
  let closed = false;
  let working = false;
  let loaded = false;
  /** The last round found no room for its vectors; the next one looks again. */
  let full = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const lease = createEmbeddingLease(host.name, (fingerprint, [id, chunks]) => {
    // What cannot be read now is found when the lease is asked for again.
    if (fingerprint === host.fingerprint) adoptStored(new Map([[id, chunks]])).catch(() => {});
  });

  const settle = (): void => {
    if (ledger.pending > 0 && !paused && !closed && !full && host.available()) return;
    for (const resolve of waiters) resolve();
    waiters.clear();
  };

  const complete = (id: string, vectors: ReadonlyMap<string, Int8Array>): boolean => {
    const entry = rowOf(id);
    const stored = ledger.chunksOf(id);
    if (!entry || !stored || stored.contentHash !== entry.row.contentHash) return false;
    const list: Int8Array[] = [];
    for (const chunk of stored.chunks) {
      const vector = vectors.get(chunk.hash);
      if (!vector) return false;
      list.push(vector);
    }
    host.adopt(entry.ordinal, stored.chunks, list);
    ledger.setPending(id, false);
    return true;
  };

  /** Takes over what another tab embedded. */
  const adoptStored = async (lists: ReadonlyMap<string, StoredChunks>): Promise<void> => {
    const wanted = [...lists.keys()].filter((id) => ledger.isPending(id));
    if (wanted.length === 0) return;
    for (const id of wanted) ledger.setChunks(id, lists.get(id));
    const hashes = wanted.flatMap((id) => lists.get(id)!.chunks.map((chunk) => chunk.hash));
    const vectors = await host.store.readVectors(host.fingerprint, hashes);
    for (const id of wanted) complete(id, vectors);
    host.onProgress();
    settle();
  };

  /** The texts of a round: as they were written just now, else as the store has them. */
  const readRound = async (ids: readonly string[]): Promise<Map<string, RoundText>> => {
    const texts = new Map<string, RoundText>();
    for (const id of ids) {
      const memory = written.get(id);
      if (memory && memory.contentHash === rowOf(id)?.row.contentHash) texts.set(id, roundText(memory));
    }
    const unknown = ids.filter((id) => !texts.has(id));
    const found = unknown.length > 0 ? await host.store.get(unknown) : [];
    unknown.forEach((id, at) => {
      const memory = found[at];
      if (memory && rowOf(id)) texts.set(id, roundText(memory));
      else ledger.setPending(id, false);
    });
    return texts;
  };

  /** Which memories the model's room has cut just now. */
  const chunkRound = async (texts: ReadonlyMap<string, RoundText>): Promise<ReadonlySet<string>> => {
    const missing = [...texts].filter(([id, { contentHash }]) => ledger.chunksOf(id)?.contentHash !== contentHash);
    if (missing.length > 0) {
      const uncut = missing.map(([, { source }]) => source);
      const lists = await host.use((embedder) => embedder.call('chunk', [uncut]));
      const cut = new Map<string, StoredChunks>();
      missing.forEach(([id, { contentHash }], index) => {
        const stored = {
          contentHash,
          chunks: lists[index]!.map(({ hash, start, end }) => ({ hash, start, end })),
        };
        cut.set(id, stored);
        ledger.setChunks(id, stored);
      });
      await host.store.writeChunks(host.fingerprint, cut);
    }
    return new Set(missing.map(([id]) => id));
  };

  const embedRound = async (ids: readonly string[]): Promise<void> => {
    const texts = await readRound(ids);
    const cut = await chunkRound(texts);
    const hashes = [...texts.keys()].flatMap((id) => ledger.chunksOf(id)?.chunks.map((chunk) => chunk.hash) ?? []);
    const vectors = await host.store.readVectors(host.fingerprint, hashes);
    for (const [id, { source }] of texts) {
      for (const chunk of ledger.chunksOf(id)?.chunks ?? []) {
        if (vectors.has(chunk.hash)) continue;
        await typing.over();
        if (paused || closed) return;
        await embedOne(passageOf(source, chunk), cut.has(id), vectors);
        lease.sayAlive();
      }
      if (complete(id, vectors)) {
        written.drop(id);
        lease.sayEmbedded(host.fingerprint, [id, ledger.chunksOf(id)!]);
      }
      host.onProgress();
    }
  };

  /** Stored before the next run starts: a crash costs the run in flight and no other. */
  const embedOne = async (passage: Passage, cut: boolean, vectors: Map<string, Int8Array>): Promise<void> => {
    const { hash } = passage;
    const ask = async (asked: Passage): Promise<Float32Array | null> =>
      (await host.use((embedder) => embedder.call('embedPassages', [[asked]])))[0] ?? null;
    // A text crosses the wall once, when it is cut; its passages only where they are not known there (any more).
    const vector = (cut ? await ask({ hash }) : null) ?? (await ask(passage));
    const quantized = quantize(vector!);
    vectors.set(hash, quantized);
    await host.store.writeVectors(host.fingerprint, new Map([[hash, quantized]]));
    throughput.count();
    host.onProgress();
  };

  const drain = async (): Promise<void> => {
    let size = ROUND;
    while (ledger.pending > 0 && !paused && !closed && host.available()) {
      await typing.over();
      const ids = ledger.next(size);
      try {
        await embedRound(ids);
        full = false;
        size = ROUND;
      } catch (error) {
        if (!isHybridSearchError(error, 'internal')) throw error;
        // One text that the model cannot take must not hold up the others: found by going one by one, then passed over.
        if (ids.length === 1) {
          ledger.setPending(ids[0]!, false);
          host.log('embedding-skipped', {});
        }
        size = 1;
      }
    }
  };

  const work = async (): Promise<void> => {
    if (await lease.hold(drain)) return;
    const started = performance.now();
    await adoptStored(await host.store.readChunks(host.fingerprint));
    again(Math.max(LEASE_RETRY_MS, (performance.now() - started) / LARGEST_SHARE));
  };

  const again = (after: number): void => {
    clearTimeout(retry);
    if (!closed) retry = setTimeout(() => queue.wake(), after);
  };

  const queue: EmbeddingQueue = {
    get progress() {
      const rate = throughput.rate();
      const { embedded, missing } = ledger.counts();
      return {
        embedded,
        total: embedded + missing,
        queued: ledger.pending,
        rate,
        remainingSeconds: rate > 0 ? Math.ceil(missing / rate) : null,
      };
    },
    get paused() {
      return paused;
    },
    async load() {
      const stored = await host.store.readChunks(host.fingerprint);
      const vectors = await host.store.readAllVectors(host.fingerprint, host.dims);
      for (const [, row] of table.rows()) {
        const list = stored.get(row.id);
        if (list && list.contentHash === row.contentHash) ledger.setChunks(row.id, list);
        if (!complete(row.id, vectors)) ledger.setPending(row.id, true);
      }
      loaded = true;
      host.onProgress();
      settle();
    },
    put(memory) {
      const { id } = memory;
      const entry = rowOf(id);
      if (!entry) return;
      written.put(memory);
      const known = ledger.chunksOf(id);
      if (known && known.contentHash !== entry.row.contentHash) ledger.setChunks(id, undefined);
      ledger.renew(id);
      host.onProgress();
      queue.wake();
    },
    remove(id) {
      written.drop(id);
      ledger.setPending(id, false);
      ledger.setChunks(id, undefined);
      settle();
    },
    prefer: (ids) => ledger.prefer(ids),
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
    typing: () => typing.key(),
    wake() {
      if (!loaded || working || paused || closed || ledger.pending === 0 || !host.available()) {
        if (!working) settle();
        return;
      }
      working = true;
      clearTimeout(retry);
      work()
        .catch((error: unknown) => {
          full = isHybridSearchError(error, 'quota');
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
      if (ledger.pending === 0 || paused || closed || !host.available()) return Promise.resolve();
      return new Promise((resolve) => waiters.add(resolve));
    },
    chunkHashes: () => ledger.hashes(),
    close() {
      closed = true;
      clearTimeout(retry);
      lease.close();
      settle();
    },
  };
  return queue;
}
