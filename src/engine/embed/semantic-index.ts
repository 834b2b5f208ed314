/** A model with its vectors. Another model replaces it as a whole, so that vectors of two models never mix. */
import { downloadBytes, fingerprintOf } from '../../core/model-profiles.ts';
import type { Memory, Ordinal } from '../../core/record/memory.ts';
import { CHUNKER_VERSION } from '../../core/text/chunk.ts';
import type { ModelProfile, SearchEmbedder } from '../../protocol/embedder-api.ts';
import type { LogEntry, ModelProgress, Progress, Stats } from '../../protocol/engine-values.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { EngineTable } from '../table/memory-table.ts';
import { createVectorIndex } from '../vector/arena.ts';
import { kernelFailure } from '../vector/kernel/load-kernel.ts';
import type { VectorIndex } from '../vector/vector-index.ts';
import { EmbedderLink, type EmbedderStarter } from './embedder-link.ts';
import { EmbeddingQueue, type QueueHost } from './embedding-queue.ts';
import { createSearchEmbedder } from './search-embedder.ts';

const REPORT_EVERY_MS = 100;

export interface SemanticParts {
  readonly name: string;
  readonly store: MemoryStore;
  readonly table: EngineTable;
  readonly profile: ModelProfile;
  readonly on: boolean;
  readonly allowed: boolean;
  /** Whether this model replaces another, whose vectors are deleted once nothing is left to embed. */
  readonly replaces: boolean;
  readonly starter: EmbedderStarter;
  onProgress(): void;
  onDone(): void;
  log(event: string, detail: LogEntry['detail']): void;
}

/** A search uses one view from beginning to end, so that it never mixes two models. */
export interface SemanticView {
  readonly vectors: VectorIndex;
  readonly profile: ModelProfile;
  /** Null if the model can't be used, or not yet. `unavailable` says why. */
  readonly embedder: SearchEmbedder | null;
  readonly unavailable?: string;
}

export class SemanticIndex {
  readonly #parts: SemanticParts;
  /** If set, the vectors in the store aren't loaded, and only keywords answer. */
  readonly #failure = kernelFailure();
  readonly #loaded: Promise<boolean>;
  readonly #searchEmbedder: ReturnType<typeof createSearchEmbedder>;
  #settleLoaded!: (whole: boolean) => void;
  #wanted: boolean;
  #garbage: boolean;
  /** Changes with the model's weights, pooling or prefix, with the chunker, and with the scale of the vectors. */
  readonly fingerprint: string;
  readonly vectors: VectorIndex;
  readonly queue: EmbeddingQueue;
  readonly link: Readonly<EmbedderLink>;

  constructor(parts: SemanticParts) {
    const { profile, table } = parts;
    const { dims } = profile;
    this.#parts = parts;
    this.#wanted = parts.on;
    this.#garbage = parts.replaces;
    this.#loaded = new Promise((resolve) => {
      this.#settleLoaded = resolve;
    });
    const fingerprint = fingerprintOf(profile, CHUNKER_VERSION);
    this.fingerprint = fingerprint;
    this.vectors = createVectorIndex({ dims });
    table.beginChunks(fingerprint);
    this.link = new EmbedderLink({
      starter: parts.starter,
      linked: { model: profile.id, fingerprint, dims, bytes: downloadBytes(profile) },
      allowed: parts.allowed,
      failure: this.#failure,
      onStatus: parts.onProgress,
    });
    this.queue = new EmbeddingQueue(this.#queueHost());
    if (this.#failure) this.queue.close();
    this.#searchEmbedder = createSearchEmbedder(this.link, this.#loaded);
  }

  get profile(): ModelProfile {
    return this.#parts.profile;
  }

  get progress(): Omit<Progress, 'pictures'> {
    const { queue, link } = this;
    return { model: modelProgress(link), embedding: { ...queue.progress, paused: queue.paused } };
  }

  /** Resolves with false if loading failed. If semantic search is off, the first call loads the vectors. */
  whenLoaded(): Promise<boolean> {
    if (!this.#wanted) void this.load();
    return this.#loaded;
  }

  /** Never rejects; `whenLoaded` reports failures. */
  async load(): Promise<void> {
    this.#wanted = true;
    try {
      if (this.#failure) throw this.#failure;
      await this.queue.load();
      this.#settleLoaded(true);
    } catch (error) {
      this.#parts.log('vectors-failed', { code: (error as { code?: string }).code ?? 'internal' });
      this.#settleLoaded(false);
    }
    this.queue.wake();
  }

  get usable(): boolean {
    return this.link.allowed && this.link.status.state !== 'failed';
  }

  view(): SemanticView {
    const { vectors, profile, link } = this;
    const { state, error = 'the model failed' } = link.status;
    if (state === 'failed') return { vectors, profile, embedder: null, unavailable: error };
    if (!link.allowed) return { vectors, profile, embedder: null, unavailable: 'the model waits for consent' };
    return { vectors, profile, embedder: this.#searchEmbedder };
  }

  /** @param replaces whether the memory had another text before */
  put(ordinal: Ordinal, memory: Memory, replaces: boolean): void {
    if (replaces) this.#forget(ordinal);
    this.queue.put(memory);
  }

  remove(ordinal: Ordinal, id: string): void {
    this.#forget(ordinal);
    this.queue.remove(id);
  }

  async collectGarbage(): Promise<void> {
    // Until the chunks are loaded, every vector would look like garbage.
    if (!(await this.whenLoaded())) return;
    const { table, store } = this.#parts;
    this.#garbage = false;
    await store.derived.sweepVectors(this.fingerprint, this.queue.chunkHashes(), true);
    const orphans: string[] = [];
    await store.derived.readChunks(this.fingerprint, (id) => {
      if (table.ordinalOf(id) === undefined) orphans.push(id);
    });
    if (orphans.length > 0) await store.derived.deleteChunks(orphans);
  }

  async collectGarbageIfIdle(): Promise<void> {
    if (this.#garbage && this.queue.progress.queued === 0) await this.collectGarbage();
  }

  async statistics(): Promise<Pick<Stats, 'chunks' | 'embedded' | 'queued' | 'paused' | 'model' | 'runs'>> {
    const { queue, fingerprint } = this;
    const { total, queued } = queue.progress;
    const status = await this.link.refresh();
    const { device, threads, documentRuns = 0, queryRuns = 0, queryCacheHits = 0 } = status;
    const cached = queryCacheHits + this.#searchEmbedder.hits;
    return {
      chunks: total,
      embedded: this.vectors.size,
      queued,
      paused: queue.paused,
      model: { ...modelProgress(this.link), fingerprint, dims: this.profile.dims, device, threads },
      runs: { documents: documentRuns, queries: queryRuns, cached },
    };
  }

  close(): void {
    this.#settleLoaded(false);
    this.queue.close();
    this.link.close();
  }

  #forget(ordinal: Ordinal): void {
    this.vectors.remove(ordinal);
    this.#parts.table.setChunks(ordinal, null);
    this.#garbage = true;
  }

  #queueHost(): QueueHost {
    const { vectors, link, fingerprint } = this;
    const { name, store, table, profile, on, onProgress, onDone, log } = this.#parts;
    return {
      name,
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
      available: () => on && this.usable,
      use: (job) => link.use(job),
      onProgress,
      onDone,
      log,
    };
  }
}

/** Reports progress to the page: at most ten times a second, and always the last state. */
export class ProgressReports {
  #report: (() => void) | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(report: () => void) {
    this.#report = report;
  }

  readonly note = (): void => {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#report?.();
    }, REPORT_EVERY_MS);
  };

  stop(): void {
    this.#report = null;
  }
}

function modelProgress({ status, responsive }: Readonly<EmbedderLink>): ModelProgress {
  const { state, model, loadedBytes, totalBytes, fetchedBytes = 0, error } = status;
  return {
    state,
    id: model,
    loadedBytes,
    totalBytes,
    fetchedBytes,
    ...(error !== undefined && { error }),
    ...(!responsive && { unresponsive: true }),
  };
}
