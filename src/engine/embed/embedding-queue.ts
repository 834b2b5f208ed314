/**
 * The durable embedding queue. Nothing is queued on disk: pending is what the store lacks, the difference between the
 * live memories and the chunk lists and vectors stored for this fingerprint. So a crash or a closed popup can't lose
 * or repeat work. One tab at a time works (a Web Lock as a lease, taken over from a frozen holder), and announces its
 * vectors to the others. `stored-vectors.ts` reads the store at a start; `embedding-round.ts` embeds a few memories.
 */
import { isHybridSearchError } from '../../core/errors.ts';
import type { Memory, Ordinal } from '../../core/record/memory.ts';
import type { StoredChunks, VectorRows } from '../store/memory-store.ts';
import { type PackedChunks, packChunks, unpackChunks } from '../table/packed-chunks.ts';
import { createChunkLedger, createWrittenTexts } from './chunk-ledger.ts';
import { createEmbeddingLease } from './embedding-lease.ts';
import { createEmbeddingRound, type RoundHost } from './embedding-round.ts';
import { type Entry, handOver, handOverStored, type VectorsHost } from './stored-vectors.ts';
import { createThroughput } from './throughput.ts';
import { createTypingPause } from './typing-pause.ts';

/** Memories chunked and embedded per round. It's small so that new notes soon overtake the backlog. */
const ROUND = 8;
const LEASE_RETRY_MS = 2_000;
/** Share of its time that a tab spends looking in the store for what messages didn't announce. */
const LARGEST_SHARE = 0.05;
/** Wait before a failed round is tried again. */
const FAILURE_PAUSE_MS = 5_000;

export interface QueueHost extends RoundHost, VectorsHost {
  readonly name: string;
  /** Chunks of memories that were handed over and not dropped since. */
  readonly adoptedChunks: number;
  /** Whether the model may be used now. */
  available(): boolean;
  onProgress(): void;
  /** Called when nothing lacks vectors. */
  onDone(): void;
  log(event: string, detail: { [key: string]: string | number | boolean | null }): void;
}

export interface QueueProgress {
  /** Chunks with a vector, and known chunks. A memory that isn't chunked yet counts as one. */
  embedded: number;
  total: number;
  /** Memories still waiting. */
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
  /** Takes these chunk lists, whose vectors another tab or device made and the store has, and tells other tabs. */
  adopt(lists: ReadonlyMap<string, StoredChunks>): Promise<void>;
  /** Whether it lacks vectors. */
  isPending(id: string): boolean;
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

export function createEmbeddingQueue(host: QueueHost): EmbeddingQueue {
  const { table } = host;
  const rowOf = (id: string): Entry | undefined => {
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
  /** The last round found no space for its vectors; the next one looks again. */
  let full = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const lease = createEmbeddingLease(host.name, (fingerprint, [id, chunks]) => {
    // What cannot be read now is found when the lease is asked for again.
    if (fingerprint === host.fingerprint) adoptStored(new Map([[id, chunks]])).catch(() => {});
  });

  const settle = (): void => {
    if (loaded && !closed && ledger.pending === 0) host.onDone();
    if (ledger.pending > 0 && !paused && !closed && !full && host.available()) return;
    for (const resolve of waiters) resolve();
    waiters.clear();
  };

  const complete = (id: string, vectors: Pick<VectorRows, 'get'>, entry = rowOf(id)): boolean => {
    const packed = ledger.packedOf(id);
    if (!entry || packed === undefined || !handOver(host, entry, packed, vectors)) return false;
    ledger.drop(id);
    return true;
  };

  /** Takes over what another tab embedded. */
  const adoptStored = async (lists: ReadonlyMap<string, StoredChunks>): Promise<void> => {
    const wanted = [...lists.keys()].filter((id) => ledger.isPending(id));
    if (closed || wanted.length === 0) return;
    for (const id of wanted) ledger.setChunks(id, packChunks(lists.get(id)!));
    const hashes = wanted.flatMap((id) => lists.get(id)!.chunks.map((chunk) => chunk.hash));
    const vectors = await host.store.derived.readVectors(host.fingerprint, hashes);
    for (const id of wanted) complete(id, vectors);
    host.onProgress();
    settle();
  };

  const embedRound = createEmbeddingRound({
    host,
    ledger,
    isLive: (id) => rowOf(id) !== undefined,
    writtenText(id) {
      const memory = written.get(id);
      return memory?.contentHash === rowOf(id)?.row.contentHash ? memory : undefined;
    },
    async mayGoOn() {
      await typing.over();
      return !paused && !closed;
    },
    onVector() {
      throughput.count();
      host.onProgress();
    },
    onMemory(id, vectors) {
      const entry = rowOf(id);
      if (complete(id, vectors, entry)) {
        written.drop(id);
        lease.sayEmbedded(host.fingerprint, [id, unpackChunks(table.packedChunks(entry!.ordinal)!)]);
      }
      host.onProgress();
    },
  });

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
        // A text that the model can't take must not block the others. So the round tries them one by one and skips it.
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
    const lists = new Map<string, StoredChunks>();
    await host.store.derived.readChunks(host.fingerprint, (id, list) => {
      if (ledger.isPending(id)) lists.set(id, list);
    });
    await adoptStored(lists);
    again(Math.max(LEASE_RETRY_MS, (performance.now() - started) / LARGEST_SHARE));
  };

  const again = (after: number): void => {
    clearTimeout(retry);
    if (!closed) retry = setTimeout(() => queue.wake(), after);
  };

  const queue: EmbeddingQueue = {
    get progress() {
      const rate = throughput.rate();
      const missing = ledger.missing();
      return {
        embedded: host.adoptedChunks,
        total: host.adoptedChunks + missing,
        queued: ledger.pending,
        rate,
        remainingSeconds: rate > 0 ? Math.ceil(missing / rate) : null,
      };
    },
    get paused() {
      return paused;
    },
    async load() {
      const lacking = await handOverStored(
        host,
        rowOf,
        // At a start nothing is pending yet, and no id need be read.
        (row) => ledger.pending > 0 && ledger.drop(row.id),
        (id, list) => ledger.setChunks(id, packChunks(list)),
      );
      for (const id of lacking) ledger.setPending(id, true);
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
      ledger.drop(id);
      settle();
    },
    async adopt(lists) {
      await adoptStored(lists);
      for (const each of lists) lease.sayEmbedded(host.fingerprint, each);
    },
    isPending: (id) => ledger.isPending(id),
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
    chunkHashes() {
      const hashes = new Set<string>();
      const add = (packed: PackedChunks): void => {
        for (const { hash } of unpackChunks(packed).chunks) hashes.add(hash);
      };
      for (const packed of ledger.lists()) add(packed);
      for (let at = 0 as Ordinal; at < table.size; at++) {
        const packed = table.packedChunks(at);
        if (packed !== undefined) add(packed);
      }
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
