/**
 * One model with everything it made: the vectors, the memories that still lack them, and the connection to the model.
 * It's replaced as a whole when the model changes, so vectors of two models never mix.
 */
import { downloadBytes, fingerprintOf } from '../../core/model-profiles.ts';
import type { Memory, Ordinal } from '../../core/record/memory.ts';
import { CHUNKER_VERSION } from '../../core/text/chunk.ts';
import type { EmbedderStatus, ModelProfile, SearchEmbedder } from '../../protocol/embedder-api.ts';
import type { LogEntry, ModelProgress, Progress, Stats } from '../../protocol/engine-values.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { EngineTable } from '../table/table.ts';
import { createVectorIndex } from '../vector/arena.ts';
import { kernelFailure } from '../vector/kernel/load-kernel.ts';
import type { VectorIndex } from '../vector/vector-index.ts';
import { createEmbedderLink, type EmbedderLink, type EmbedderStarter } from './embedder-link.ts';
import { createEmbeddingQueue, type EmbeddingQueue } from './embedding-queue.ts';
import { createSearchEmbedder } from './search-embedder.ts';

export interface SemanticParts {
  /** Name of the store. One tab at a time embeds for it. */
  readonly name: string;
  readonly store: MemoryStore;
  readonly table: EngineTable;
  readonly profile: ModelProfile;
  /** False: the arm is off, and nothing is embedded. */
  readonly on: boolean;
  /** Whether the model may be fetched without asking. */
  readonly allowed: boolean;
  /** Replaces another model, whose vectors are dropped once nothing is left to embed. */
  readonly replaces: boolean;
  readonly starter: EmbedderStarter;
  onProgress(): void;
  /** Called when nothing lacks vectors. */
  onDone(): void;
  log(event: string, detail: LogEntry['detail']): void;
}

export interface SemanticIndex {
  readonly profile: ModelProfile;
  /** Model, weights, pooling, chunker: what vectors in the store are kept under. */
  readonly fingerprint: string;
  readonly vectors: VectorIndex;
  readonly queue: EmbeddingQueue;
  readonly link: EmbedderLink;
  readonly progress: Progress;
  /**
   * Resolves when vectors and queue have what the store has; false if that failed. Keyword search doesn't wait for it.
   * If the arm is off, they're read on the first call.
   */
  whenLoaded(): Promise<boolean>;
  /** Reads the vectors of the table's rows, and goes on embedding. Never rejects: `whenLoaded` tells. */
  load(): Promise<void>;
  /** As one search sees it from its beginning to its end. */
  side(): SemanticView;
  /** @param replaces another text of the same memory */
  put(ordinal: Ordinal, memory: Memory, replaces: boolean): void;
  remove(ordinal: Ordinal, id: string): void;
  /** Drops chunk lists and vectors that nobody owns (M2). */
  collectGarbage(): Promise<void>;
  /** The same, where something was removed and nothing is being embedded. */
  collectGarbageIfIdle(): Promise<void>;
  statistics(): Promise<Pick<Stats, 'chunks' | 'embedded' | 'queued' | 'paused' | 'model' | 'runs'>>;
  close(): void;
}

/** The vectors, and the model that made them; where it cannot be asked now `embedder` is null and `unavailable` says why. */
interface SemanticView {
  vectors: VectorIndex;
  profile: ModelProfile;
  embedder: SearchEmbedder | null;
  unavailable?: string;
}

export function createSemanticIndex(parts: SemanticParts): SemanticIndex {
  const { store, table, profile } = parts;
  const fingerprint = fingerprintOf(profile, CHUNKER_VERSION);
  /** Then vectors stay where they are stored, and keywords answer. */
  const failure = kernelFailure();
  const vectors = createVectorIndex({ dims: profile.dims });
  table.beginChunks(fingerprint);
  let garbage = parts.replaces;
  let settleLoaded!: (whole: boolean) => void;
  const loaded = new Promise<boolean>((resolve) => {
    settleLoaded = resolve;
  });

  const link = createEmbedderLink(
    parts.starter,
    { model: profile.id, fingerprint, dims: profile.dims, bytes: downloadBytes(profile) },
    parts.allowed,
    failure,
    parts.onProgress,
  );
  const queue = createEmbeddingQueue({
    name: parts.name,
    store,
    table,
    fingerprint,
    dims: profile.dims,
    adopt: (ordinal, chunks, list) => {
      vectors.set(ordinal, list);
      table.setChunks(ordinal, chunks);
    },
    get adoptedChunks() {
      return vectors.rows;
    },
    available: () => parts.on && link.allowed && link.status.state !== 'failed',
    use: (job) => link.use(job),
    onProgress: parts.onProgress,
    onDone: parts.onDone,
    log: parts.log,
  });
  if (failure) queue.close();
  const searchEmbedder = createSearchEmbedder(link, loaded);
  let wanted = parts.on;

  const forget = (ordinal: Ordinal): void => {
    vectors.remove(ordinal);
    table.setChunks(ordinal, null);
    garbage = true;
  };

  const index: SemanticIndex = {
    profile,
    fingerprint,
    vectors,
    queue,
    link,
    whenLoaded() {
      if (!wanted) void index.load();
      return loaded;
    },
    get progress() {
      return { model: modelProgress(link.status), embedding: { ...queue.progress, paused: queue.paused } };
    },
    side() {
      const { state, error = 'the model failed' } = link.status;
      if (state === 'failed') return { vectors, profile, embedder: null, unavailable: error };
      if (!link.allowed) return { vectors, profile, embedder: null, unavailable: 'the model waits for consent' };
      return { vectors, profile, embedder: searchEmbedder };
    },
    async load() {
      wanted = true;
      try {
        if (failure) throw failure;
        await queue.load();
        settleLoaded(true);
      } catch (error) {
        parts.log('vectors-failed', { code: (error as { code?: string }).code ?? 'internal' });
        settleLoaded(false);
      }
      queue.wake();
    },
    put(ordinal, memory, replaces) {
      if (replaces) forget(ordinal);
      queue.put(memory);
    },
    remove(ordinal, id) {
      forget(ordinal);
      queue.remove(id);
    },
    async collectGarbage() {
      // As long as the queue knows of no chunk, every vector would be garbage.
      if (!(await index.whenLoaded())) return;
      garbage = false;
      await store.derived.sweepVectors(fingerprint, queue.chunkHashes(), true);
      const orphans: string[] = [];
      await store.derived.readChunks(fingerprint, (id) => {
        if (table.ordinalOf(id) === undefined) orphans.push(id);
      });
      if (orphans.length > 0) await store.derived.deleteChunks(orphans);
    },
    async collectGarbageIfIdle() {
      if (garbage && queue.progress.queued === 0) await index.collectGarbage();
    },
    async statistics() {
      const { total, queued } = queue.progress;
      const status = await link.refresh();
      const { device, threads, documentRuns = 0, queryRuns = 0, queryCacheHits = 0 } = status;
      return {
        chunks: total,
        embedded: vectors.size,
        queued,
        paused: queue.paused,
        model: { ...modelProgress(status), fingerprint, dims: profile.dims, device, threads },
        runs: { documents: documentRuns, queries: queryRuns, cached: queryCacheHits + searchEmbedder.hits },
      };
    },
    close() {
      settleLoaded(false);
      queue.close();
      link.close();
    },
  };
  return index;
}

function modelProgress(status: EmbedderStatus): ModelProgress {
  const { state, model, loadedBytes, totalBytes, fetchedBytes = 0, error } = status;
  return { state, id: model, loadedBytes, totalBytes, fetchedBytes, ...(error === undefined ? {} : { error }) };
}
